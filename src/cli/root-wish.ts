import { ToolsError } from '../errors/index.ts';
import type { RootWish } from '../install/index.ts';

/** What --share-root and --own-root say together. @throws ToolsError OPTION_CONFLICT */
export function rootWish(
  { shareRoot, ownRoot }: { readonly shareRoot: boolean; readonly ownRoot: boolean },
  command: string,
): { readonly root?: RootWish } {
  if (shareRoot && ownRoot)
    throw new ToolsError('OPTION_CONFLICT', { command, one: '--share-root', other: '--own-root' });
  if (shareRoot) return { root: 'share' };
  return ownRoot ? { root: 'own' } : {};
}
