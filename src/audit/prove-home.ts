import { type AccountsContext, canLieAtOrBelow, placeIn, sharedEntries } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type Host, isInside } from '../platform/index.ts';
import { compareByCodePoint } from '../registry/index.ts';
import type { Book } from './book.ts';
import { homeMap } from './home-map.ts';
import type { AccountSubject } from './subjects.ts';
import type { Territories } from './territories.ts';
import { type Walked, walk } from './walk.ts';

/** A path that no descriptor speaks of. */
export interface UnknownPath {
  /** Relative to the home. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
}

/**
 * Where the links of a home lead. Returns what lies in it and is unknown: the topmost of it, by name. No content
 * is looked at.
 */
export function proveHome(
  ctx: AccountsContext,
  subject: AccountSubject,
  territories: Territories,
  book: Book,
): readonly UnknownPath[] {
  const { tool, account } = subject;
  const map = homeMap(ctx.host, tool);
  const links = linkJudge(ctx, subject, territories, book);
  const unknown: UnknownPath[] = [];
  walk<'open' | 'known'>(
    ctx.host,
    account.home,
    'open',
    (entry, state) => {
      const { path, stats, isLink } = entry;
      if (isLink) links(entry);
      if (state === 'known') return 'known';
      const hasFactsBelow = map.hasFactsBelow(path);
      if (map.factOf(path) !== undefined || hasFactsBelow) return hasFactsBelow ? 'open' : 'known';
      unknown.push({ path, kind: stats.isDirectory() ? 'directory' : 'file' });
      return 'known';
    },
    (what, why) => book.gap(['ownLinks'], { what, why }),
  );
  return unknown.toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

function linkJudge(
  ctx: AccountsContext,
  { tool, account, name, paths }: AccountSubject,
  territories: Territories,
  book: Book,
): (link: Walked) => void {
  const { host } = ctx;
  const map = homeMap(host, tool);
  const root = ctx.paths.sharedFolder(tool.id, account.root);
  const realRoot = territories.realOf(root) ?? root;
  const realHome = territories.realOf(account.home) ?? account.home;
  const logins = new Set((tool.login ?? []).map((part) => paths.fileOf(part)));
  const plan = sharedEntries(host, tool, account);
  const isPlanned = (path: string): boolean =>
    map.factOf(path)?.class === 'shared' &&
    plan.some((entry) => canLieAtOrBelow(path, entry.path)) &&
    !account.sharing.except.some((kept) => canLieAtOrBelow(path, kept));
  return ({ path, at }) => {
    book.count('ownLinks');
    const to = territories.realOf(at);
    // One that leads nowhere, or went meanwhile, shows nothing to anybody.
    if (to !== undefined && isPlanned(path) && targetOf(host, at) === placeIn(host, root, path)) return;
    if (to === undefined || to === realHome || isInside(host.path, realHome, to)) return;
    const stranger = territories.strangersAt(to, [name, root]);
    if (stranger !== undefined)
      book.found('ownLinks', new ToolsError('LINK_LEADS_ASTRAY', { path: at, to, whose: stranger.name }));
    else if (to === realRoot || isInside(host.path, realRoot, to))
      book.found(
        'nothingUnknownShared',
        new ToolsError('LINK_LEADS_ASTRAY', { path: at, to, whose: `all who share ${tool.id}` }),
      );
    else if (map.factOf(path)?.class === 'identity' || logins.has(at))
      book.found(
        'ownLinks',
        new ToolsError('IDENTITY_LINKED', { path: at, to, tool: tool.id, label: account.label }),
      );
  };
}

/** As it was written, made absolute. */
function targetOf(host: Host, link: string): string {
  const text = host.files.readlink(link).replace(/^\\\\\?\\/, '');
  return host.path.resolve(host.path.dirname(link), text);
}
