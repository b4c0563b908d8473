import {
  type FormerHome,
  findStoredAccount,
  type RootUse,
  relinkAccount,
  type StoredAccount,
} from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { accountOf } from '../account-of.ts';
import { changedSince } from '../changed-since.ts';
import { valueIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/**
 * `tools share on|off|add|remove`, `tools account move`: the account shares what it shared, where it did, with what
 * is there now. What it shares no more then it keeps as a copy.
 */
export const undoSharing: Undoer = {
  look: (ctx, change) => {
    const account = accountOf(ctx, change);
    if (!account) return { at: 'elsewhere', why: 'the account is gone' };
    const now = textOf(account);
    if (now === textOf(useIn(change, 'from'))) return { at: 'before' };
    if (now !== textOf(useIn(change, 'to')))
      return { at: 'elsewhere', why: `what ${account.tool}#${account.label} shares was changed since` };
    return { at: 'after', makes: [inWords(account, useIn(change, 'from'))] };
  },
  undo: async (ctx, change) => {
    const account = accountOf(ctx, change);
    const tool = account && ctx.registry.tool(account.tool);
    if (!tool) throw changedSince(change, 'the account, or its tool, is gone');
    const before = useIn(change, 'from');
    const current = findStoredAccount(ctx, tool.id, account.label, change.verb);
    const copy = before.root === account.root;
    // An older release noted less.
    const former = change.what.was === undefined ? undefined : valueIn(change, 'was', isFormerHome);
    await relinkAccount(ctx, tool, current, before, { verb: change.verb, copy, former });
    return [inWords(account, before)];
  },
};

function useIn(change: JournalRecord, name: 'from' | 'to'): RootUse {
  const { sharing, root, installation } = valueIn(change, name, isRootUse);
  return { sharing, root, installation };
}

function isFormerHome(value: unknown): value is FormerHome {
  const { there, values } = (value ?? {}) as Partial<FormerHome>;
  return Array.isArray(there) && typeof values === 'object' && values !== null;
}

function isRootUse(value: unknown): value is RootUse {
  const { sharing, root, installation } = (value ?? {}) as Partial<RootUse>;
  return (
    typeof sharing?.on === 'boolean' &&
    Array.isArray(sharing.except) &&
    sharing.except.every((path) => typeof path === 'string') &&
    typeof root === 'string' &&
    typeof installation === 'string'
  );
}

function textOf({ sharing, root, installation }: RootUse): string {
  return JSON.stringify([sharing.on, [...sharing.except].sort(), root, installation]);
}

function inWords({ tool, label }: StoredAccount, { sharing, root }: RootUse): string {
  const name = `${tool}#${label}`;
  if (!sharing.on) return `${name} shares nothing`;
  const except = sharing.except.length > 0 ? `, but for ${sharing.except.join(', ')}` : '';
  return `${name} shares in the root ${root}${except}`;
}
