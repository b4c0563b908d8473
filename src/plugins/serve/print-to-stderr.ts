/** stdout is the protocol: what a handler or a library prints for people goes to stderr, whichever way it prints. */
export function printToStderr(): void {
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  });
  // A console that has printed before keeps its stream, and Bun's never asks for one.
  const { error } = console;
  for (const name of ['log', 'info', 'debug', 'dir', 'table'] as const) console[name] = error;
}
