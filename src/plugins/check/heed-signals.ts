import { endBySignal, onSignals } from '../../process/index.ts';

export interface HeededSignals {
  /** Somebody gave up: what comes of the rest is of no use, and we end soon. */
  readonly isGivenUp: () => boolean;
  readonly undo: () => void;
}

/** Milliseconds for what was started to end: it is asked to by whoever started it. */
const patience = 700;

/** Whoever gives up leaves nothing: what is looked at ends, its place is taken away, then we end as asked. */
export function heedSignals(takeAway: () => void): HeededSignals {
  let isGivenUp = false;
  const undo = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (signal) => {
    if (isGivenUp) return;
    isGivenUp = true;
    setTimeout(() => {
      takeAway();
      endBySignal(signal);
    }, patience);
  });
  return { isGivenUp: () => isGivenUp, undo };
}
