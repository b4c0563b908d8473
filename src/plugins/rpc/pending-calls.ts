/** A call that waits for its answer. */
export interface PendingCall {
  readonly method: string;
  readonly limitMs: number;
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

export interface PendingListener {
  /** A call's time is up. */
  readonly overdue: (id: number) => void;
  /** The first call begins to wait; or the last one does no more. */
  readonly waiting: (isAny: boolean) => void;
}

/** Calls by their ids, with one timer for all of them: ten thousand calls are no ten thousand timers. */
export function pendingCalls(listener: PendingListener): PendingCalls {
  const calls = new Map<number, PendingCall & { readonly deadline: number }>();
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;

  const arm = (deadline: number) => {
    if (deadline >= due) return;
    clearTimeout(timer);
    due = deadline;
    timer = setTimeout(sweep, Math.max(0, deadline - performance.now()));
  };
  const disarm = () => {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
  };
  const sweep = () => {
    disarm();
    const now = performance.now();
    for (const [id, { deadline }] of [...calls]) if (deadline <= now) listener.overdue(id);
    for (const { deadline } of calls.values()) arm(deadline);
  };
  const emptied = () => {
    disarm();
    listener.waiting(false);
  };
  return {
    add: (id, call) => {
      const deadline = performance.now() + call.limitMs;
      calls.set(id, { ...call, deadline });
      arm(deadline);
      if (calls.size === 1) listener.waiting(true);
    },
    take: (id) => {
      const call = calls.get(id);
      if (!call) return undefined;
      calls.delete(id);
      call.settled?.();
      if (calls.size === 0) emptied();
      return call;
    },
    takeAll: () => {
      const all = [...calls.values()];
      calls.clear();
      for (const call of all) call.settled?.();
      if (all.length > 0) emptied();
      return all;
    },
    size: () => calls.size,
  };
}
