import { isEqualValue } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, JsonValue } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import { assertValue } from './assert-value.ts';
import type { HomePaths } from './home-paths.ts';
import { relocationOf } from './relocation.ts';
import { writtenText } from './written-text.ts';

/**
 * Makes the settings that complete a home's isolation true: a list holds our entries, a single value is ours.
 * What is true already is not written. A file that is a link keeps being one: its target is written, unless it is
 * others' (`isOthers`).
 * @throws ToolsError TOOL_FILE_DAMAGED, TOOL_FILE_UNREADABLE, WRITE_FAILED; the file is then as it was.
 */
export function assertSettings(
  host: Host,
  tool: AITool,
  paths: HomePaths,
  kind: StoredAccount['kind'],
  isOthers: (path: string) => boolean = () => false,
): void {
  for (const setting of relocationOf(tool).settings ?? []) {
    if (setting.only !== undefined && setting.only !== kind) continue;
    const path = paths.fileOf(setting);
    if (isOthers(path)) continue;
    const { format, pointer, value } = setting;
    const wanted = expandStrings(host, value, paths.home);
    assertValue(host, { path, format, pointer }, (current) => withWanted(current, wanted));
  }
}

/** The value to write, or undefined when nothing is missing. */
function withWanted(current: JsonValue | undefined, wanted: JsonValue): JsonValue | undefined {
  if (!Array.isArray(wanted)) return isEqualValue(current, wanted) ? undefined : wanted;
  const present: readonly JsonValue[] = Array.isArray(current) ? current : [];
  const missing = wanted.filter((entry: JsonValue) => !present.some((other) => isEqualValue(other, entry)));
  return missing.length === 0 && Array.isArray(current) ? undefined : [...present, ...missing];
}

function expandStrings(host: Host, value: JsonValue, home: string): JsonValue {
  if (typeof value === 'string') return writtenText(host, value, home);
  if (Array.isArray(value)) return value.map((entry: JsonValue) => expandStrings(host, entry, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, expandStrings(host, entry, home)]),
  );
}
