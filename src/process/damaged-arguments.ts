import type { Host } from '../platform/index.ts';

/**
 * The arguments that arrived damaged: Node puts U+FFFD in place of bytes that are not UTF-8, and the program
 * would get other bytes than the user typed. On Linux an argument that really holds U+FFFD is told from them.
 */
export function damagedArguments(host: Host, args: readonly string[]): readonly string[] {
  const suspects = args.filter((argument) => argument.includes('\uFFFD'));
  if (suspects.length === 0) return [];
  const typed = commandLine(host);
  return suspects.filter((argument) => !typed.includes(`\0${argument}\0`));
}

function commandLine(host: Host): Buffer {
  try {
    return host.files.readFile('/proc/self/cmdline');
  } catch {
    return Buffer.alloc(0);
  }
}
