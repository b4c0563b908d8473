import {
  type AccountsContext,
  expandEntries,
  placeIn,
  type SharedEntry,
  sharedEntries,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isEqualValue, readPointer } from '../formats/index.ts';
import type { Retention } from '../registry/index.ts';
import { isLink } from '../state/index.ts';
import type { Book } from './book.ts';
import { contentOf } from './credentials-in.ts';
import type { AccountSubject } from './subjects.ts';

/** What a home shares with others comes with its guard (law 5), and the home deletes nothing of it (law 1). */
export function proveSharing(ctx: AccountsContext, subject: AccountSubject, book: Book): void {
  const { host, paths } = ctx;
  const { tool, account } = subject;
  const root = paths.sharedFolder(tool.id, account.root);
  const entries = expandEntries(host, sharedEntries(host, tool, account), [account.home, root]);
  const shared = entries.filter((entry) => isShared(ctx, account.home, entry));
  for (const { path, guards } of shared)
    for (const guard of guards) {
      book.count('guarded');
      if (!isLinkedAt(ctx, account.home, guard))
        book.found(
          'guarded',
          new ToolsError('GUARD_NOT_SHARED', { tool: tool.id, label: account.label, path, guard }),
        );
    }
  for (const retention of new Set(shared.flatMap((entry) => entry.retention)))
    proveRetention(ctx, subject, retention, book);
}

function proveRetention(
  ctx: AccountsContext,
  subject: AccountSubject,
  retention: Retention,
  book: Book,
): void {
  const { tool, account, paths } = subject;
  const { format, pointer, safe } = retention;
  const path = paths.fileOf(retention);
  book.count('retained');
  const content = contentOf(ctx.host, path, format);
  if (content.state === 'gap') {
    book.gap(['retained'], { what: path, why: content.why });
    return;
  }
  const value = content.state === 'document' ? readPointer(content.value, pointer) : undefined;
  if (value !== undefined && isEqualValue(value, safe)) return;
  book.found(
    'retained',
    new ToolsError('RETENTION_NOT_IN_FORCE', { tool: tool.id, label: account.label, path, pointer }),
  );
}

/** Whether others see it through this home now, by a link. */
function isShared(ctx: AccountsContext, home: string, { path, how }: SharedEntry): boolean {
  const { host } = ctx;
  const at = placeIn(host, home, path);
  if (how === 'link') return isLinkedAt(ctx, home, path);
  if (how !== 'children' || !host.files.stat(at)?.isDirectory()) return false;
  return host.files.readdir(at).some((name) => isLink(host, host.path.join(at, name)));
}

/** A link stands there, or in the way there. */
function isLinkedAt({ host }: AccountsContext, home: string, path: string): boolean {
  const segments = path.split('/');
  return segments.some((_, index) =>
    isLink(host, placeIn(host, home, segments.slice(0, index + 1).join('/'))),
  );
}
