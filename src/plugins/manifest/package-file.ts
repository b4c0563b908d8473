import { ToolsError } from '../../errors/index.ts';
import { documentText, parseStrictly } from '../../formats/index.ts';
import { errnoOf, type Host, isInside } from '../../platform/index.ts';
import type { JsonValue } from '../../registry/index.ts';

/** Bytes of one file of JSON. */
const mostBytes = 1_048_576;

type Found<Value> = { readonly value: Value } | { readonly problem: string };

/** The real path of a file of the package, which lies in it wherever links lead. */
export function packageFile(host: Host, root: string, path: string): Found<string> {
  try {
    const file = host.files.realpath(host.path.join(root, ...path.split('/')));
    if (!isInside(host.path, root, file)) return { problem: 'is a link that leads out of the package' };
    return host.files.stat(file)?.isFile() ? { value: file } : { problem: 'is no regular file' };
  } catch (error) {
    return { problem: unreadable(error) };
  }
}

/** The object in a file of strict JSON; a byte order mark is fine. */
export function readJsonFile(host: Host, file: string): Found<Readonly<Record<string, JsonValue>>> {
  try {
    const bytes = host.files.readStart(file, mostBytes + 1);
    if (bytes.length > mostBytes) return { problem: 'is larger than 1 MiB' };
    return parsed(documentText(bytes));
  } catch (error) {
    return { problem: error instanceof ToolsError ? damage(error) : unreadable(error) };
  }
}

function parsed(text: string): Found<Readonly<Record<string, JsonValue>>> {
  try {
    return { value: parseStrictly(text, 'json') as Readonly<Record<string, JsonValue>> };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return { problem: damage(error, text) };
  }
}

/** Whoever wrote it looks for it in an editor. */
function damage(error: ToolsError, text = ''): string {
  if (error.code !== 'DOCUMENT_DAMAGED') throw error;
  const { problem, offset } = error.data as { readonly problem: string; readonly offset: number };
  const line = text.slice(0, offset).split('\n').length;
  return `is damaged as JSON: ${problem}, in line ${line}, at offset ${offset}`;
}

/** Node's own errors have codes of their own, such as that of a path with a NUL in it. */
function unreadable(error: unknown): string {
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  return errno === 'ENOENT' || errno === 'ENOTDIR' ? 'is not there' : `cannot be read (${errno})`;
}
