import type { AccountsContext } from '../accounts/index.ts';
import { checkLayout } from '../state/index.ts';
import { openBook, type Proof } from './book.ts';
import { proveHome } from './prove-home.ts';
import { proveModes } from './prove-modes.ts';
import { concludeOneStore, seeCredentials } from './prove-one-store.ts';
import { proveRoot } from './prove-root.ts';
import { proveSharing } from './prove-sharing.ts';
import { rootFolders } from './root-folders.ts';
import { type Focus, isAccount, isInFocus, subjectsOf } from './subjects.ts';
import { territoriesOf } from './territories.ts';
import { type Unknown, unknownOf } from './unknown.ts';

export interface Audit {
  /** Everything is proven. */
  readonly isClean: boolean;
  readonly proofs: readonly Proof[];
  /** What no descriptor speaks of; it stays with its account. */
  readonly unknown: readonly Unknown[];
  /** What is never looked at, whatever there is. */
  readonly limits: readonly string[];
}

const limits = [
  'of sessions and of other shared directories the names are looked at, and not the contents',
  'what a user’s own link leads to is not looked through, only where it leads',
  'a login that is encrypted is compared as a whole',
];

/**
 * Looks whether accounts are really kept apart and share what they should, and nothing else. Changes nothing and
 * tells no value of any file. Credentials are compared by hashes whose salt is forgotten.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER for a layout that is not ours to read
 */
export async function audit(ctx: AccountsContext, focus: Focus): Promise<Audit> {
  checkLayout(ctx.host, ctx.paths);
  const book = openBook();
  const subjects = subjectsOf(ctx, focus, book);
  const accounts = subjects.filter((subject) => isInFocus(focus, subject)).filter(isAccount);
  const roots = rootFolders(ctx, ctx.registry.all(), book);
  const asked = roots.filter(
    ({ tool, name }) =>
      focus.tools.includes(tool) &&
      (focus.label === undefined || accounts.some(({ account }) => account.root === name)),
  );
  const territories = territoriesOf(ctx, subjects, roots);
  const { ring, own } = await seeCredentials(ctx, subjects, focus, book);
  for (const root of asked) proveRoot(ctx, root, { book, ring, territories, own });
  concludeOneStore(ring, subjects, focus, book);
  for (const subject of subjects) if (isInFocus(focus, subject)) proveSharing(ctx, subject, book);
  const unknown = accounts.flatMap((account, at) => {
    ctx.progress?.(at / accounts.length, `looking through ${account.tool.id}#${account.account.label}`);
    return unknownOf(ctx.host, account, proveHome(ctx, account, territories, book)) ?? [];
  });
  proveModes(ctx, accounts, asked, book);
  const proofs = book.proofs();
  return { isClean: proofs.every(({ verdict }) => verdict === 'proven'), proofs, unknown, limits };
}
