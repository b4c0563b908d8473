import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host, type Stats } from '../platform/index.ts';
import { ensureFolder, realPath, removeEmpty, removeTree, writeAtomic } from '../state/index.ts';
import { type Block, findBlock, withBlock, withoutBlock } from './block.ts';

/** A file of the user's, behind the links that lead to it. */
export interface RcFile {
  readonly shell: string;
  /** As its shell knows it. */
  readonly path: string;
  /** Where it really lies. */
  readonly realPath: string;
  /** Its bytes, one a character; undefined: there is no file. */
  readonly text: string | undefined;
  readonly mode: number;
  /** Why it can't be changed, as a clause. Who would not change it does not mind. */
  readonly problem?: string | undefined;
}

/** @throws ToolsError SHELL_FILE_UNUSABLE: nobody can say what is in it */
export function readRcFile(host: Host, shell: string, path: string): RcFile {
  const refuse = (problem: string) => new ToolsError('SHELL_FILE_UNUSABLE', { file: path, shell, problem });
  const none = { shell, path, realPath: path, text: undefined, mode: 0o644 };
  const link = host.files.lstat(path);
  if (link === undefined) return none;
  const real = realPath(host, path);
  const stat = real === undefined ? undefined : host.files.stat(real);
  if (real === undefined || stat === undefined)
    return { ...none, problem: 'it is a link that leads nowhere' };
  if (!stat.isFile()) return { ...none, problem: 'it is not a regular file' };
  const problem = problemOf(stat);
  try {
    const bytes = host.files.readFile(real);
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
      throw refuse('it is UTF-16 of the kind that is not known here');
    const text = bytes.toString(encodingOf(bytes));
    return { shell, path, realPath: real, text, mode: stat.mode & 0o777, problem };
  } catch (error) {
    if (error instanceof ToolsError) throw error;
    throw refuse(`it can't be read (${errnoOf(error)})`);
  }
}

function problemOf(stat: Stats): string | undefined {
  if ((stat.mode & 0o200) === 0) return 'it is read-only';
  // A new file in its place would be another one than its other names lead to.
  return stat.nlink > 1
    ? `it has ${stat.nlink} names (hard links), and could be changed under this one alone`
    : undefined;
}

/** The block in a file, as text. @throws ToolsError SHELL_BLOCK_BROKEN */
export function blockIn({ path, text = '' }: RcFile): Exclude<Block, { state: 'broken' }> {
  const found = findBlock(text);
  if (found.state === 'broken') throw new ToolsError('SHELL_BLOCK_BROKEN', { file: path, line: found.line });
  if (found.state === 'none') return found;
  return { ...found, lines: found.lines.map((line) => (isWide(text) ? line : fromBytes(line))) };
}

/** The text of a file once its block says this; undefined: the file is no more. */
export function textWith(
  host: Host,
  { shell, realPath: real, text }: RcFile,
  lines: readonly string[] | null,
  at?: number,
): string | undefined {
  if (lines !== null) {
    const encoded = isWide(text ?? '') ? lines : lines.map(toBytes);
    const note = text === undefined ? { newFolders: missingFolders(host, real).length } : {};
    return withBlock(text ?? '', { shell, lines: encoded, note }, at);
  }
  if (text === undefined) return undefined;
  const found = findBlock(text);
  const rest = withoutBlock(text);
  return rest === '' && found.state === 'there' && found.note.newFolders !== undefined ? undefined : rest;
}

/**
 * Old or new, through the links that lead there, with the mode that it had. A file that we had made goes with the
 * folders that we had made for it, as far as nothing else lies there.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE, REMOVE_FAILED
 */
export function writeRcFile(
  host: Host,
  { realPath: real, text: before, mode }: RcFile,
  text: string | undefined,
): void {
  if (text === before) return;
  if (text !== undefined) {
    if (before === undefined) ensureFolder(host, host.path.dirname(real));
    writeAtomic(host, real, Buffer.from(text, isWide(text) ? 'utf16le' : 'latin1'), mode);
    return;
  }
  const found = findBlock(before ?? '');
  removeTree(host, real);
  let folder = host.path.dirname(real);
  for (let left = found.state === 'there' ? (found.note.newFolders ?? 0) : 0; left > 0; left -= 1) {
    if (!removeEmpty(host, folder)) return;
    folder = host.path.dirname(folder);
  }
}

function missingFolders(host: Host, file: string): readonly string[] {
  const folder = host.path.dirname(file);
  return folder === file || host.files.stat(folder) ? [] : [folder, ...missingFolders(host, folder)];
}

const wideMark = '\ufeff';

function isWide(text: string): boolean {
  return text.startsWith(wideMark);
}

/** Windows writes profiles as UTF-16 with a mark. Everything else is kept byte by byte. */
function encodingOf(bytes: Uint8Array): 'utf16le' | 'latin1' {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1';
}

function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function fromBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
