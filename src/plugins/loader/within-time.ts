/**
 * What `work` answers, if it does so within `ms` and before `stop`; its signal is aborted when either is over. What it
 * answers or throws later goes nowhere.
 */
export async function withinTime<Answer>(
  work: (signal: AbortSignal) => Answer | Promise<Answer>,
  ms: number,
  { stop, late }: { readonly stop?: AbortSignal; readonly late: () => Error },
): Promise<Answer> {
  const own = new AbortController();
  return new Promise<Answer>((resolve, reject) => {
    const end = (error: Error) => {
      own.abort(error);
      reject(error);
    };
    const timer = setTimeout(() => end(late()), ms);
    const onStop = () => end(late());
    const settle = (how: () => void) => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
      how();
    };
    if (stop?.aborted) return settle(onStop);
    stop?.addEventListener('abort', onStop, { once: true });
    // Not before this turn is over: what it throws at once is an answer as any other.
    Promise.resolve(own.signal)
      .then(work)
      .then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      );
  });
}
