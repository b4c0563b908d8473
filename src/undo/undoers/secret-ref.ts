import { referKey } from '../../accounts/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { accountOf } from '../account-of.ts';
import { changedSince } from '../changed-since.ts';
import { textIn } from '../text-in.ts';
import type { Undoer } from '../undoer.ts';

/** `tools login --secret-ref`: the key is asked for where it was before. One that we held is gone for good. */
export const undoReferring: Undoer = {
  look: (ctx, change) => {
    const { former, keyFrom } = partsOf(change);
    const account = accountOf(ctx, change);
    if (!account) return { at: 'elsewhere', why: 'the account is gone' };
    const name = `${account.tool}#${account.label}`;
    if (account.keyFrom !== keyFrom)
      return account.keyFrom === former
        ? { at: 'before' }
        : { at: 'elsewhere', why: `${name} has another key by now` };
    if (former !== undefined) return { at: 'after', makes: [`the key of ${name} is asked for in ${former}`] };
    const instead = `tools login ${account.tool} -a ${account.label} --with-api-key --yes`;
    return {
      at: 'elsewhere',
      why: `${name} had no reference before, and a key that was held is gone`,
      instead,
    };
  },
  undo: async (ctx, change) => {
    const { former } = partsOf(change);
    const account = accountOf(ctx, change);
    if (!account || former === undefined) throw changedSince(change, 'the account is gone');
    await referKey(ctx, account, former);
    return [`the key of ${account.tool}#${account.label} is asked for in ${former}`];
  },
};

function partsOf(change: JournalRecord) {
  const { former } = change.what;
  return { former: typeof former === 'string' ? former : undefined, keyFrom: textIn(change, 'keyFrom') };
}
