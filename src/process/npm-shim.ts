import type { QuickHost } from '../platform/index.ts';
import { lookAt } from './look-at.ts';

export interface ShimTarget {
  /** A program, or a script for Node. */
  readonly file: string;
  readonly isScript: boolean;
  /** What stands between Node and the script. */
  readonly nodeArgs: readonly string[];
}

/**
 * What an npm `.cmd` shim starts; undefined when the file is not one, or does more than start one thing.
 * Its two forms are those of https://github.com/npm/cmd-shim: `%dp0%`, and before npm 7 `%~dp0`.
 */
export function npmShimTarget(host: QuickHost, shim: string): ShimTarget | undefined {
  if (host.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(shim)) return undefined;
  const text = readShim(host, shim);
  if (text === undefined || doesMore(text)) return undefined;
  const starts = [...text.matchAll(startLine)].map((match) => match.groups ?? {});
  const targets = new Set(starts.map(({ target }) => target));
  const [{ target, node, flags } = {}] = starts;
  if (targets.size !== 1 || !target) return undefined;
  const isScript = !/\.exe$/i.test(target);
  const file = host.path.join(host.path.dirname(shim), target);
  if (isScript !== Boolean(node) || !lookAt(host, file)?.isFile()) return undefined;
  return { file, isScript, nodeArgs: (flags ?? '').split(/[ \t]+/).filter(Boolean) };
}

/** [node [flags]] "%dp0%\target" %* */
const startLine =
  /(?:^|[@ \t])(?:(?<node>"%_prog%"|"%~dp0\\node\.exe"|node)[ \t]+(?<flags>(?:--?[\w=./:-]+[ \t]+)*))?"(?:%~dp0|%dp0%)\\?(?<target>[^"%]+\.(?:exe|[cm]?js))"[ \t]+%\*/gim;

/** Sets other variables (as pnpm's do, or a script that begins with `#!/usr/bin/env NAME=value`), or needs another program. */
function doesMore(text: string): boolean {
  return [...text.matchAll(/\bSET\s+"?(\w+)=(.*?)"?\s*$/gim)].some(([, name = '', value = '']) => {
    if (name.toLowerCase() === '_prog') return !/^(?:%dp0%\\node\.exe|node)$/i.test(value);
    return !['dp0', 'pathext'].includes(name.toLowerCase());
  });
}

function readShim(host: QuickHost, shim: string): string | undefined {
  try {
    return host.files.readStart(shim, 8192).toString('utf8');
  } catch {
    return undefined;
  }
}
