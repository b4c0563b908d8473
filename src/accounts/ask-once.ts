/** The same answer each time; asked for when it is needed first. */
export function askOnce<Answer>(ask: () => Answer): () => Answer {
  let known: { readonly answer: Answer } | undefined;
  return () => {
    known ??= { answer: ask() };
    return known.answer;
  };
}
