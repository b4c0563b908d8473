import { ToolsError } from '../../errors/index.ts';
import { documentText, parseDocument } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { FileFormat, JsonValue } from '../../registry/index.ts';

/** A file of a tool's, as found. Links are followed; one that leads nowhere is an absent file. */
export type ToolFile =
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly cause: string }
  | { readonly state: 'damaged'; readonly offset: number | undefined; readonly problem: string }
  | { readonly state: 'read'; readonly text: string; readonly size: number; readonly value: JsonValue };

export function readToolFile(host: Host, path: string, format: FileFormat): ToolFile {
  const found = regularFile(host, path);
  if (found.state !== 'regular') return found;
  try {
    const text = documentText(host.files.readFile(path));
    const parsed = format === 'json' || format === 'jsonc' || format === 'toml' || format === 'dotenv';
    return { state: 'read', text, size: found.size, value: parsed ? parseDocument(text, format) : text };
  } catch (error) {
    return failureOf(error);
  }
}

/** Whether a regular file is there, and how large it is; its content isn't looked at. */
export function regularFile(
  host: Host,
  path: string,
): ToolFile | { readonly state: 'regular'; readonly size: number } {
  try {
    const stat = host.files.stat(path);
    if (!stat) return { state: 'absent' };
    return stat.isFile()
      ? { state: 'regular', size: stat.size }
      : { state: 'unreadable', cause: 'it is not a regular file' };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ToolFile {
  if (error instanceof ToolsError && error.code === 'DOCUMENT_DAMAGED') {
    const { offset, problem } = error.data as { offset?: number; problem: string };
    return { state: 'damaged', offset, problem };
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent' };
  if (typeof code === 'string') return { state: 'unreadable', cause: code };
  throw error;
}
