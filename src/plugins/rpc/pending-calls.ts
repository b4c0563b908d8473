/** A call that waits for its answer. */
export interface PendingCall {
  readonly method: string;
  readonly limitMs: number;
  /** Milliseconds, as `performance.now()` counts them. */
  readonly deadline: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Nobody waits for it any more, whatever came of it. */
  readonly settled?: (() => void) | undefined;
}

export interface PendingCalls {
  readonly add: (id: number, call: PendingCall) => void;
  /** The call, which then waits no more. */
  readonly take: (id: number) => PendingCall | undefined;
  readonly takeAll: () => readonly PendingCall[];
  readonly size: () => number;
}

/**
 * Calls by their ids, with one timer for all of them: ten thousand calls are no ten thousand timers, and one call after
 * the other is no timer each. It is what keeps our process alive while a call waits, and nothing does when none waits.
 */
export function pendingCalls(overdue: (id: number) => void, emptied: () => void): PendingCalls {
  const calls = new Map<number, PendingCall>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer goes off: not after the first deadline, but maybe before. */
  let due = Number.POSITIVE_INFINITY;

  const arm = (deadline: number) => {
    if (deadline >= due) return;
    clearTimeout(timer);
    due = deadline;
    timer = setTimeout(sweep, Math.max(0, deadline - performance.now()));
  };
  const sweep = () => {
    due = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const [id, { deadline }] of [...calls]) if (deadline <= now) overdue(id);
    for (const { deadline } of calls.values()) arm(deadline);
  };
  const onTaken = (call: PendingCall) => {
    call.settled?.();
    if (calls.size > 0) return;
    timer?.unref();
    emptied();
  };
  return {
    add: (id, call) => {
      calls.set(id, call);
      arm(call.deadline);
      if (calls.size === 1) timer?.ref();
    },
    take: (id) => {
      const call = calls.get(id);
      if (call) {
        calls.delete(id);
        onTaken(call);
      }
      return call;
    },
    takeAll: () => {
      const all = [...calls.values()];
      calls.clear();
      for (const call of all) onTaken(call);
      return all;
    },
    size: () => calls.size,
  };
}
