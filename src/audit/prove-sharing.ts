import {
  type AccountsContext,
  expandEntries,
  homePathOf,
  pathsTo,
  placeIn,
  type SharedEntry,
  sharePlan,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isEqualValue, readPointer } from '../formats/index.ts';
import { errnoOf } from '../platform/index.ts';
import { type Retention, rootsOf } from '../registry/index.ts';
import { isLink } from '../state/index.ts';
import type { Book } from './book.ts';
import { contentOf } from './credentials-in.ts';
import type { Subject } from './subjects.ts';

/**
 * What can be reached through the links of a home, or of a tool's own directory, comes with its guard (law 5), and
 * nothing of it is deleted from there (law 1): whether the account is said to share or not.
 */
export function proveSharing(ctx: AccountsContext, subject: Subject, book: Book): void {
  try {
    proveLinked(ctx, subject, book);
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    book.gap(['guarded', 'retained'], { what: `the links of ${subject.name}`, why });
  }
}

function proveLinked(ctx: AccountsContext, subject: Subject, book: Book): void {
  const { tool, account, paths } = subject;
  const names = { tool: tool.id, label: account.label, by: remedyOf(subject) };
  const entries = expandEntries(ctx.host, sharePlan(ctx.host, tool), [paths.home]);
  const shared = entries.filter((entry) => isShared(ctx, subject, entry));
  for (const { path, guards } of shared)
    for (const guard of guards) {
      book.count('guarded');
      if (!isLinkedAt(ctx, subject, guard))
        book.found('guarded', new ToolsError('GUARD_NOT_SHARED', { ...names, path, guard }));
    }
  for (const retention of new Set(shared.flatMap((entry) => entry.retention)))
    proveRetention(ctx, subject, retention, book);
}

function proveRetention(ctx: AccountsContext, subject: Subject, retention: Retention, book: Book): void {
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
  if (isEqualValue(value, safe)) return;
  const names = { tool: tool.id, label: account.label, by: remedyOf(subject) };
  book.found('retained', new ToolsError('RETENTION_NOT_IN_FORCE', { ...names, path, pointer }));
}

/** Which command puts it right: a launch does only for accounts that are said to share. */
function remedyOf({ account }: Subject): 'run' | 'share on' | 'adopt' {
  if (account.kind === 'system') return 'adopt';
  return account.sharing.on ? 'run' : 'share on';
}

/** Whether others see it through this home now, by a link. */
function isShared(ctx: AccountsContext, subject: Subject, { path, how }: SharedEntry): boolean {
  const { host } = ctx;
  if (how === 'link') return isLinkedAt(ctx, subject, path);
  const at = placeOf(ctx, subject, path);
  if (how !== 'children' || !host.files.lstat(at)?.isDirectory()) return false;
  return host.files.readdir(at).some((name) => leadsToRoot(ctx, subject, host.path.join(at, name)));
}

/** A link into the root stands there, or on the way there. */
function isLinkedAt(ctx: AccountsContext, subject: Subject, path: string): boolean {
  return pathsTo(path).some((each) => leadsToRoot(ctx, subject, placeOf(ctx, subject, each)));
}

function leadsToRoot({ host, paths }: AccountsContext, { tool }: Subject, at: string): boolean {
  if (!isLink(host, at)) return false;
  const folder = host.path.join(paths.installations, tool.id);
  return host.files.readlink(at).includes(`${folder}${host.path.sep}`);
}

/** Of a path of the home: a tool's own directory has its roots elsewhere than an account's. */
function placeOf({ host }: AccountsContext, { tool, paths }: Subject, path: string): string {
  const [closest] = rootsOf(tool)
    .map((root) => ({ root, base: homePathOf(host, tool, '', root) }))
    .filter(({ base }) => path.startsWith(base))
    .toSorted((one, other) => other.base.length - one.base.length);
  const [folder, rest] = closest
    ? [paths.rootOf(closest.root), path.slice(closest.base.length)]
    : [paths.home, path];
  return placeIn(host, folder, rest);
}
