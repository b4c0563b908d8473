import type { QuickHost } from '../platform/index.ts';

/**
 * Whether the system itself will start the file: it may, and the file begins as a program does, or names an
 * interpreter that does. What a shell would take for a script of its own is none.
 */
export function canSurelyStart(host: QuickHost, file: string): boolean {
  return filesToStart(host, file) !== undefined;
}

/** The file, and its interpreter if it has one. undefined: nobody can be sure that it can be started. */
export function filesToStart(host: QuickHost, file: string): readonly string[] | undefined {
  if (!host.files.isExecutable(file)) return undefined;
  const start = startOf(host, file);
  if (isNative(start)) return [file];
  const interpreter = /^#![ \t]*(\/[^ \t\n\0]+)/.exec(start.toString('latin1'))?.[1];
  const isOne =
    interpreter !== undefined && host.files.isExecutable(interpreter) && isNative(startOf(host, interpreter));
  return isOne ? [file, interpreter] : undefined;
}

/** ELF, or one of the forms of Mach-O. */
const beginnings = ['7f454c46', 'cffaedfe', 'cefaedfe', 'cafebabe', 'feedface', 'feedfacf'];

function isNative(start: Buffer): boolean {
  return beginnings.includes(start.subarray(0, 4).toString('hex'));
}

/** Linux reads no more of a line that names an interpreter. */
function startOf({ files }: QuickHost, file: string): Buffer {
  try {
    return files.readStart(file, 256);
  } catch {
    return Buffer.alloc(0);
  }
}
