import { below, type Host, ourFolder } from '../../platform/index.ts';
import { firstProgram } from '../../process/index.ts';
import type { QuickProgram } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

/**
 * Whether the program is the one that a search would find, and as it was.
 * @throws what the disk says of something that can't be looked at
 */
export function isProgramReady(host: Host, program: QuickProgram): boolean {
  const { hit, names, knownPaths, looks } = program;
  if (!doLie(host.files, looks)) return false;
  if (hit === null) return true;
  const shims = below(host.path, ourFolder(host).root, 'shims');
  if (isFirst(host, program, shims) && host.files.isExecutable(hit)) return true;
  return firstProgram(host, { names, knownPaths, shims })?.path === hit;
}

/**
 * Whether there is nothing at all before the program, but for what lies among our shims, which is never it. Where
 * something is, it may be no program.
 */
function isFirst({ platform, env, files, path }: Host, program: QuickProgram, shims: string): boolean {
  const { hit, names, knownPaths } = program;
  // Where names have endings; and where WSL shows what is Windows'.
  if (platform === 'win32' || hit?.startsWith('/mnt/')) return false;
  const directories = env.PATH === undefined ? [] : env.PATH.split(path.delimiter);
  for (const name of names)
    for (const directory of directories) {
      // The current directory is never searched.
      if (directory[0] !== '/' || directory === shims) continue;
      const file = below(path, directory, name);
      if (file === hit) return true;
      if (files.lstat(file) !== undefined) return false;
    }
  for (const file of knownPaths) {
    if (file === hit) return true;
    if (files.lstat(file) !== undefined) return false;
  }
  return false;
}
