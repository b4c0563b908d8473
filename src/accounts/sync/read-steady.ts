import { ToolsError } from '../../errors/index.ts';
import { documentText } from '../../formats/index.ts';
import { errnoOf, type Host, type Stats } from '../../platform/index.ts';
import { targetOf } from '../home/assert-value.ts';

/** A file as it was for a while: what it held, and the mark that it had before and after it was read. */
export interface Seen {
  /** Where it really lies: a link of the user's keeps being one. */
  readonly file: string;
  /** Undefined: there is none. */
  readonly text: string | undefined;
  readonly mark: string | null;
  readonly stat: Stats | undefined;
}

/** A file of which nothing can be said. */
export interface Unreadable {
  readonly path: string;
  readonly offset: number;
  readonly problem: string;
}

/** A file's text, if it stays as it is while it is read; undefined: it does not. */
export function readSteady(host: Host, path: string): Seen | Unreadable | undefined {
  const file = endOf(host, path);
  if (typeof file !== 'string') return file;
  try {
    const before = host.files.stat(file);
    if (before === undefined) return { file, text: undefined, mark: null, stat: undefined };
    if (!before.isFile()) return { path, offset: 0, problem: 'it is not a regular file' };
    const text = documentText(host.files.readFile(file));
    const stat = host.files.stat(file);
    const mark = markOf(stat);
    return mark === markOf(before) ? { file, text, mark, stat } : undefined;
  } catch (error) {
    if (error instanceof ToolsError)
      return { path, offset: 0, problem: (error.data as { problem: string }).problem };
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    return cause === 'ENOENT' ? undefined : { path, offset: 0, problem: cause };
  }
}

/** Tells one state of a file from another without reading it; null for no file. */
function markOf(stat: Stats | undefined): string | null {
  return stat === undefined ? null : [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, stat.dev].join();
}

/** The mark of what lies at the path, wherever that leads; null for nothing. */
export function markAt(host: Host, path: string): string | null {
  try {
    return markOf(host.files.stat(path));
  } catch {
    return null;
  }
}

/** Where a chain of links ends. One that leads nowhere may lead somewhere once a disk is there again. */
function endOf(host: Host, path: string): string | Unreadable {
  if (!host.files.lstat(path)?.isSymbolicLink()) return path;
  try {
    const end = targetOf(host, path);
    if (host.files.stat(end)) return end;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
  return { path, offset: 0, problem: 'it is a link that leads nowhere' };
}
