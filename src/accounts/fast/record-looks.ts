import { watchLooks } from '../../platform/index.ts';
import type { AccountsContext } from '../context.ts';
import type { Counting } from '../counting.ts';
import type { Conditions } from './launch-record.ts';
import { seeConditions } from './see-conditions.ts';

/** Some work, and what it relied on. */
export interface RecordedLooks {
  /** For the work. */
  readonly ctx: AccountsContext;
  /** To be asked when it is done. undefined: something was changed or told, or what it relied on may not last. */
  conditions(): Conditions | undefined;
  /** Accounts whose homes were seen to hold nothing that their root has not; how they lay is in the conditions. */
  readonly merged: ReadonlySet<string>;
}

export function recordLooks(ctx: AccountsContext): RecordedLooks {
  const began = ctx.host.now().getTime();
  const { host, looks, hasMore } = watchLooks(ctx.host);
  const merged = new Set<string>();
  const mixed = new Map<string, Counting>();
  let isTold = false;
  const tell = (line: string) => {
    isTold = true;
    ctx.tell(line);
  };
  return {
    ctx: {
      ...ctx,
      host,
      tell,
      sawMerged: (id) => merged.add(id),
      sawMixed: (file, counting) => mixed.set(file, counting),
    },
    merged,
    conditions: () => (hasMore() || isTold ? undefined : seeConditions(ctx.host, looks, began, mixed)),
  };
}
