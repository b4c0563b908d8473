import { below, plainFolder, type QuickHost } from '../../platform/index.ts';
import type { QuickProgram } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

/**
 * Whether the program is the one that a search would find, and as it was. 'search': it takes a search to say.
 * @throws what the disk says of something that can't be looked at
 */
export function isProgramReady(host: QuickHost, program: QuickProgram): boolean | 'search' {
  if (!doLie(host.files, program.looks)) return false;
  if (program.hit === null) return true;
  return (isFirst(host, program) && host.files.isExecutable(program.hit)) || 'search';
}

/**
 * Whether there is nothing at all before the program, but for what lies among our shims, which is never it. Where
 * something is, it may be no program.
 */
function isFirst(host: QuickHost, program: QuickProgram): boolean {
  const { platform, env, files, path } = host;
  const { hit, names, knownPaths } = program;
  // Where names have endings; and where WSL shows what is Windows'.
  if (platform === 'win32' || hit?.startsWith('/mnt/')) return false;
  const shims = below(path, plainFolder(host) ?? '', 'shims');
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
