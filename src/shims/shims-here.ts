import type { AccountsContext } from '../accounts/index.ts';
import { namesIn } from '../state/index.ts';
import { isShimFile, ownerOfName, statusScript } from './shim-files.ts';

/** A shim that lies in our folder, whoever's release wrote it. */
export interface Shim {
  /** null: of a tool that is not known here. */
  readonly tool: string | null;
  /** The command. */
  readonly name: string;
  readonly path: string;
}

/** By name. What others put there is none. */
export function shimsHere(ctx: AccountsContext): readonly Shim[] {
  const { host, paths } = ctx;
  return namesIn(host, paths.shims)
    .filter((file) => !file.startsWith(statusScript))
    .map((file) => ({ file, path: host.path.join(paths.shims, file) }))
    .filter(({ path }) => isShimFile(ctx, path))
    .map(({ file, path }) => {
      const name = host.platform === 'win32' ? host.path.parse(file).name : file;
      return { tool: ownerOfName(ctx, name)?.id ?? null, name, path };
    });
}

/** Files in our folder of shims that somebody else put there. */
export function foreignFiles(ctx: AccountsContext): readonly string[] {
  const { host, paths } = ctx;
  return namesIn(host, paths.shims)
    .filter((name) => !name.startsWith('.'))
    .map((name) => host.path.join(paths.shims, name))
    .filter((path) => !isShimFile(ctx, path));
}
