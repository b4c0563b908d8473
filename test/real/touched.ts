import { posix } from 'node:path';

export interface Touch {
  readonly path: string;
  readonly access: 'read' | 'write';
}

const changing =
  /^(mkdir|mkdirat|rename|renameat|renameat2|unlink|unlinkat|rmdir|symlink|symlinkat|link|linkat|truncate|chmod|fchmodat|mknod|mknodat|utimensat|creat)$/u;

/**
 * Which files a traced run read or changed, from the lines of `strace -f -y -e trace=%file`: opens that
 * succeeded, and every change that did. Looking whether a file exists is not reading it.
 */
export function touched(lines: readonly string[]): readonly Touch[] {
  const seen = new Map<string, Touch>();
  for (const line of joined(lines)) {
    for (const touch of touchesOf(line)) seen.set(`${touch.access} ${touch.path}`, touch);
  }
  return [...seen.values()];
}

/** One line a call: `<unfinished ...>` and `<... resumed>` halves are put together. */
function* joined(lines: readonly string[]): Iterable<string> {
  const open = new Map<string, string>();
  for (const line of lines) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    if (rest.endsWith('<unfinished ...>')) open.set(pid, rest.slice(0, -'<unfinished ...>'.length));
    else if (rest.startsWith('<... ')) yield (open.get(pid) ?? '') + rest.slice(rest.indexOf('resumed>') + 8);
    else yield rest;
  }
}

function touchesOf(call: string): readonly Touch[] {
  const [, name = '', rest = ''] = /^(\w+)\((.*)$/u.exec(call) ?? [];
  if (!/ = \d+(<[^>]*>)?$/u.test(rest)) return [];
  const paths = [...rest.matchAll(/(?:AT_FDCWD|\d+)?(?:<([^>]*)>)?(?:, )?"((?:[^"\\]|\\.)*)"/gu)].map(
    ([, base, path = '']) => posix.resolve(base ?? '/', path),
  );
  if (name === 'open' || name === 'openat') {
    const write = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/u.test(rest);
    return paths.slice(0, 1).map((path) => ({ path, access: write ? 'write' : 'read' }));
  }
  return changing.test(name) ? paths.map((path) => ({ path, access: 'write' })) : [];
}
