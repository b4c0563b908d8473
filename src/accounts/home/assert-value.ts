import { ToolsError } from '../../errors/index.ts';
import { readPointer, setPointer } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { JsonValue, SettingAssertion } from '../../registry/index.ts';
import { ensureFolder, writeAtomic } from '../../state/index.ts';
import { readToolFile } from './tool-file.ts';

/** A file of the tool's in which a value of ours has to stand, and where in it. */
export interface AssertedPlace extends Pick<SettingAssertion, 'format' | 'pointer'> {
  /** Absolute. */
  readonly path: string;
}

/**
 * Puts a value into a file of the tool's, which is made where it is missing. `wanted` is given what stands there
 * and answers undefined when that is right: then nothing is written. A file that is a link keeps being one.
 * @throws ToolsError TOOL_FILE_DAMAGED, TOOL_FILE_UNREADABLE, WRITE_FAILED; the file is then as it was.
 */
export function assertValue(
  host: Host,
  place: AssertedPlace,
  wanted: (current: JsonValue | undefined) => JsonValue | undefined,
): void {
  const { path, format, pointer } = place;
  const { text, value } = currentText(host, place);
  const next = wanted(readPointer(value, pointer));
  if (next === undefined) return;
  const target = targetOf(host, path);
  const mode = host.files.stat(target)?.mode;
  ensureFolder(host, host.path.dirname(target));
  writeAtomic(
    host,
    target,
    setPointer(text, format, pointer, next, path),
    mode === undefined ? 0o600 : mode & 0o777,
  );
}

function currentText(host: Host, { path, format }: AssertedPlace): { text: string; value: JsonValue } {
  const file = readToolFile(host, path, format);
  switch (file.state) {
    case 'absent':
      return { text: format === 'toml' ? '' : '{}\n', value: {} };
    case 'read':
      // A file without a byte in it has nothing to lose; any other that is no object would lose what it is.
      if (file.text.trim() !== '' && !isObject(file.value))
        throw new ToolsError('TOOL_FILE_DAMAGED', { path, offset: 0, problem: 'it holds no object' });
      return file;
    case 'damaged':
      throw new ToolsError('TOOL_FILE_DAMAGED', { path, offset: file.offset, problem: file.problem });
    case 'unreadable':
      throw new ToolsError('TOOL_FILE_UNREADABLE', { path, cause: file.cause });
  }
}

/** The file that a chain of links ends in, whether or not it is there. */
export function targetOf(host: Host, path: string, depth = 0): string {
  if (!host.files.lstat(path)?.isSymbolicLink()) return path;
  if (depth > 40) throw new ToolsError('TOOL_FILE_UNREADABLE', { path, cause: 'ELOOP' });
  return targetOf(host, host.path.resolve(host.path.dirname(path), host.files.readlink(path)), depth + 1);
}

function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
