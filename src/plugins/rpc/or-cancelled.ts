/** The outcome of something that others may wait for, too; `signal` ends the waiting, and nothing else. */
export function orCancelled<Value>(
  outcome: Promise<Value>,
  signal: AbortSignal | undefined,
  cancelled: () => Error,
): Promise<Value> {
  if (!signal) return outcome;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancelled());
    const settled = () => signal.removeEventListener('abort', onAbort);
    outcome.then(resolve, reject).finally(settled);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
