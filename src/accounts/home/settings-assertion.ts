import { ToolsError } from '../../errors/index.ts';
import { isEqualValue, readPointer, setPointer } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, JsonValue, SettingAssertion } from '../../registry/index.ts';
import { ensureFolder, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { HomePaths } from './home-paths.ts';
import { relocationOf } from './relocation.ts';
import { expandTemplate } from './templates.ts';
import { readToolFile } from './tool-file.ts';

/**
 * Makes the settings that complete a home's isolation true: a list holds our entries, a single value is ours.
 * What is true already is not written. A file that is a link keeps being one: its target is written.
 * @throws ToolsError TOOL_FILE_DAMAGED, TOOL_FILE_UNREADABLE, WRITE_FAILED; the file is then as it was.
 */
export function assertSettings(
  host: Host,
  tool: AITool,
  paths: HomePaths,
  kind: StoredAccount['kind'],
): void {
  for (const setting of relocationOf(tool).settings ?? []) {
    if (setting.only === undefined || setting.only === kind) assertSetting(host, setting, paths);
  }
}

function assertSetting(host: Host, setting: SettingAssertion, paths: HomePaths): void {
  const path = paths.fileOf(setting);
  const { text, value } = currentText(host, setting, path);
  const wanted = expandStrings(host, setting.value, paths.home);
  const next = withWanted(readPointer(value, setting.pointer), wanted);
  if (next === undefined) return;
  const target = targetOf(host, path);
  const mode = host.files.stat(target)?.mode;
  ensureFolder(host, host.path.dirname(target));
  writeAtomic(
    host,
    target,
    setPointer(text, setting.format, setting.pointer, next, path),
    mode === undefined ? 0o600 : mode & 0o777,
  );
}

function currentText(
  host: Host,
  setting: SettingAssertion,
  path: string,
): { text: string; value: JsonValue } {
  const file = readToolFile(host, path, setting.format);
  switch (file.state) {
    case 'absent':
      return { text: setting.format === 'toml' ? '' : '{}\n', value: {} };
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

/** The value to write, or undefined when nothing is missing. */
function withWanted(current: JsonValue | undefined, wanted: JsonValue): JsonValue | undefined {
  if (!Array.isArray(wanted))
    return current !== undefined && isEqualValue(current, wanted) ? undefined : wanted;
  const present: readonly JsonValue[] = Array.isArray(current) ? current : [];
  const missing = wanted.filter((entry: JsonValue) => !present.some((other) => isEqualValue(other, entry)));
  return missing.length === 0 && Array.isArray(current) ? undefined : [...present, ...missing];
}

function expandStrings(host: Host, value: JsonValue, home: string): JsonValue {
  if (typeof value === 'string') return expandTemplate(host, value, { home, userHome: host.homeDir });
  if (Array.isArray(value)) return value.map((entry: JsonValue) => expandStrings(host, entry, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, expandStrings(host, entry, home)]),
  );
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
