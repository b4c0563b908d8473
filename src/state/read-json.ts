import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { findJsonFault } from './find-json-fault.ts';

/** The `schemaVersion` of the files that this release writes. */
const knownVersion = 1;

/**
 * What a JSON file of ours holds; undefined where there is no file. A key `__proto__` is data like any other.
 * Never changes anything.
 * @throws ToolsError STATE_DAMAGED (not JSON, or not of that shape), STATE_NEWER, STATE_UNREADABLE
 */
export function readJson<Value>(
  host: Host,
  file: string,
  isShape: (value: unknown) => value is Value,
): Value | undefined {
  const bytes = readBytes(host, file);
  if (bytes === undefined) return undefined;
  const value = parse(file, bytes);
  const version = versionOf(value);
  if (version !== undefined && version > knownVersion) {
    throw new ToolsError('STATE_NEWER', { path: file, version, known: knownVersion });
  }
  if (!isShape(value)) throw damaged(file, 0, 'it is JSON, but not what belongs there');
  return value;
}

function readBytes(host: Host, file: string): Buffer | undefined {
  try {
    const stat = host.files.stat(file);
    // Reading a pipe or a device may never end.
    if (stat && !stat.isFile() && !stat.isDirectory())
      throw new ToolsError('STATE_UNREADABLE', { path: file, cause: 'it is not a regular file' });
    return host.files.readFile(file);
  } catch (error) {
    if (error instanceof ToolsError) throw error;
    const cause = causeOf(error);
    // Below a file there is nothing.
    if (cause === 'ENOTDIR') return undefined;
    // A file that is there by now was put there after we looked: it was absent.
    if (cause === 'ENOENT' && host.files.lstat(file)?.isSymbolicLink() !== true) return undefined;
    const problem = cause === 'ENOENT' ? 'it is a link that leads nowhere' : cause;
    throw new ToolsError('STATE_UNREADABLE', { path: file, cause: problem }, { cause: error });
  }
}

function parse(file: string, bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd')) {
    const offset = firstDifference(bytes, Buffer.from(text));
    if (offset !== undefined) throw damaged(file, offset, 'it is not UTF-8');
  }
  // An editor may have put a byte order mark there.
  const start = text.startsWith('\ufeff') ? 1 : 0;
  try {
    return JSON.parse(text.slice(start));
  } catch {
    // The engine's own message is not passed on: it quotes the file, which may hold a secret.
    const fault = findJsonFault(text, start);
    throw damaged(file, Buffer.byteLength(text.slice(0, fault.at)), fault.problem);
  }
}

function firstDifference(a: Buffer, b: Buffer): number | undefined {
  if (a.equals(b)) return undefined;
  return a.findIndex((byte, index) => byte !== b[index]);
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const version = (value as { readonly schemaVersion?: unknown }).schemaVersion;
  return typeof version === 'number' ? version : undefined;
}

function damaged(path: string, offset: number, problem: string): ToolsError<'STATE_DAMAGED'> {
  return new ToolsError('STATE_DAMAGED', { path, offset, problem });
}
