import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';

/** Whose homes a file names: `own`, or those of other accounts. */
export type NamedHome = 'own' | 'other';

/**
 * The homes whose paths stand in a file: whatever no descriptor knows may be about one of them, as what a tool
 * notes of its plugins is. Larger files are no such notes, and are not looked at.
 */
export function homesNamedIn(
  { host, paths }: AccountsContext,
  { home }: Pick<StoredAccount, 'home'>,
  file: string,
): readonly NamedHome[] {
  const { files } = host;
  const stat = files.stat(file);
  if (!stat?.isFile() || stat.size > mostBytes) return [];
  const text = files.readStart(file, stat.size).toString('utf8');
  const [first = '', ...others] = text.split(home);
  const isOwn = others.some((rest) => !/^[\w.-]/.test(rest));
  const isOther = [first, ...others].some((rest) => rest.includes(paths.accounts));
  return [...(isOwn ? (['own'] as const) : []), ...(isOther ? (['other'] as const) : [])];
}

const mostBytes = 1_000_000;
