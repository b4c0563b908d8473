import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import type { Assembly, KeptPath } from '../sharing/assembly.ts';
import type { Joined } from './join-root.ts';
import type { SyncReport } from './sync-report.ts';

type Named = Pick<StoredAccount, 'tool' | 'label'>;

/** What a person should know of how an account came to share: one line each, nothing where all went as ever. */
export function tellJoined(
  ctx: AccountsContext,
  account: Named,
  joined: Joined | undefined,
  /** No link has been there before: that they were missing is no news. */
  { isNew = false }: { readonly isNew?: boolean } = {},
): void {
  if (joined?.assembly) tellAssembled(ctx, account, { ...joined.assembly, ...(isNew && { repaired: [] }) });
  if (joined) tellSynced(ctx, account, joined.sync);
}

export function tellAssembled(
  ctx: AccountsContext,
  { tool, label }: Named,
  { drained, repaired, conflicts, kept, parted }: Assembly,
): void {
  const who = { tool, label };
  if (repaired.length > 0) ctx.tell(notices.linksRepaired({ ...who, paths: repaired }));
  if (drained.length > 0) ctx.tell(notices.movedToRoot({ ...who, paths: drained }));
  for (const conflict of conflicts) ctx.tell(notices.conflictKept({ ...who, ...conflict }));
  if (parted.length > 0) ctx.tell(notices.partedFromRoot({ ...who, paths: parted }));
  // What stays the account's own for ever is no news at each launch: `tools share status` says it.
  for (const { path, why, problem } of kept)
    if (why === 'conflict' || why === 'failed')
      ctx.tell(notices.keptPrivate({ ...who, path, why: problem ?? whyKept[why] }));
}

export function tellSynced(ctx: AccountsContext, { tool, label }: Named, report: SyncReport): void {
  for (const { label: whose, path, pointer, kept, isNew } of report.conflicts)
    if (isNew) ctx.tell(notices.valuesKept({ tool, label: whose, path: `${path} ${pointer}`, kept }));
  const held = report.held.filter(({ isNew }) => isNew);
  if (held.length > 0) ctx.tell(notices.mergeHeld({ tool, label, count: held.length }));
  for (const damage of report.damaged) ctx.tell(notices.mergeDamaged(damage));
}

/** Why something is not shared although it could be, for people. */
export const whyKept: Readonly<Record<KeptPath['why'], string>> = {
  retention: 'the tool would delete from it, and can’t be kept from that here',
  unguarded: 'what guards it is not shared',
  noLinks: 'links can’t be made here',
  conflict: 'something else lies there',
  busy: 'the account is in use',
  excepted: 'it was taken out by tools share remove',
  failed: 'the disk refused it',
};
