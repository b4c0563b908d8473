import type { Stats } from '../platform/index.ts';
import { namesIn } from '../state/index.ts';
import type { AccountsContext } from './context.ts';

interface OurEntry {
  readonly path: string;
  /** Below our folder, with `/` between. */
  readonly name: string;
  readonly stats: Stats;
}

/**
 * What is not ours to judge: the homes of accounts, shared roots and what is held of a tool's own directories are the
 * tools', managed programs are npm's, and the trash is only kept.
 */
const foreign = [
  /^accounts\/[^/]+\/[^/]+\/home[^/]*$/,
  /^installations\/[^/]+\/[^/]+\/(?:shared|versions|adopted)$/,
  /^trash$/,
];

/** Of a process: a shell writes it, as open as the files of its user are; the folder around it is closed. */
export function isLiveMark(name: string): boolean {
  return /^accounts\/[^/]+\/[^/]+\/live\/./.test(name);
}

/** Everything in our folder that is ours, the folder first; the entries of what is foreign are left out. */
export function* ourTree(ctx: AccountsContext, path = ctx.paths.root, name = ''): Generator<OurEntry> {
  const { files, path: paths } = ctx.host;
  const stats = files.lstat(path);
  if (!stats) return;
  yield { path, name, stats };
  if (!stats.isDirectory() || foreign.some((pattern) => pattern.test(name))) return;
  // What can't be listed is reported by whoever needs it.
  for (const entry of [...namesIn(ctx.host, path)].sort())
    yield* ourTree(ctx, paths.join(path, entry), name === '' ? entry : `${name}/${entry}`);
}
