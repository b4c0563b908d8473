import type { Host } from '../platform/index.ts';
import { lookAt } from './look-at.ts';
import { npmShimTarget } from './npm-shim.ts';
import type { Program } from './search-program.ts';

/** A program inside an npm package, to start instead of the package's launcher. */
export interface NativeFile {
  readonly platform: string;
  readonly arch: string;
  /** Relative to the `node_modules` that holds the package, with `/`. */
  readonly path: string;
}

/**
 * The native program that a package's launcher would start, if `program` is that launcher and the native one is
 * there; else the program itself. A launcher that is ended leaves the real program behind.
 */
export function nativeProgram(
  host: Host,
  program: Program,
  npmPackage: string | undefined,
  natives: readonly NativeFile[] = [],
): string {
  const folder = npmPackage && packageFolder(host, program, npmPackage);
  if (!folder) return program.path;
  for (const native of natives) {
    if (native.platform !== host.platform || native.arch !== host.arch) continue;
    // Beside the package, or below it where npm could not hoist it.
    for (const holder of [folder.holder, host.path.join(folder.itself, 'node_modules')]) {
      const path = host.path.join(holder, ...native.path.split('/'));
      if (isProgram(host, path)) return path;
    }
  }
  return program.path;
}

function packageFolder(host: Host, program: Program, npmPackage: string) {
  const real = npmShimTarget(host, program.path)?.file ?? program.realPath;
  const inside = host.path.join('node_modules', ...npmPackage.split('/'));
  const mark = host.path.sep + inside + host.path.sep;
  const at = real.lastIndexOf(mark);
  if (at < 0) return undefined;
  return {
    holder: real.slice(0, at) + host.path.sep + 'node_modules',
    itself: real.slice(0, at + mark.length - 1),
  };
}

function isProgram(host: Host, path: string): boolean {
  const isFile = lookAt(host, path)?.isFile() ?? false;
  return isFile && (host.platform === 'win32' || host.files.isExecutable(path));
}
