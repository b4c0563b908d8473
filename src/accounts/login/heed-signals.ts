import { onSignals } from '../../process/index.ts';

export interface Interruptible {
  /** The signal that told us to end, if one did. */
  readonly interruptedBy?: () => NodeJS.Signals | undefined;
}

/** Work that is not to be torn off: a signal is remembered, and what is half-made is cleared before we end. */
export async function heedSignals<T>(work: (heeded: Required<Interruptible>) => Promise<T>): Promise<T> {
  let first: NodeJS.Signals | undefined;
  const undo = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (signal) => {
    first ??= signal;
  });
  try {
    return await work({ interruptedBy: () => first });
  } finally {
    await nextTurn();
    undo();
  }
}

/** A signal that ended a child may be on its way to us still: one turn later it has been heeded. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
