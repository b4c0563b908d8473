/**
 * A function whose module is loaded when it is called, for what most starts of the program never come to:
 * reading and compiling all of it would take longer than what they do.
 */
export function loadLater<Call extends (...args: never[]) => Promise<unknown>>(
  load: () => Promise<Call>,
): Call {
  return (async (...args: Parameters<Call>) => (await load())(...args)) as Call;
}
