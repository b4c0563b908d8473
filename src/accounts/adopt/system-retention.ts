import { isEqualValue, readPointer, setPointer } from '../../formats/index.ts';
import { type Host, sha256 } from '../../platform/index.ts';
import type { AITool, JsonValue, Retention } from '../../registry/index.ts';
import { removeTree, sweepHalfWritten, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { assertValue, targetOf } from '../home/assert-value.ts';
import { systemPaths } from '../home/home-paths.ts';
import { readToolFile } from '../home/tool-file.ts';
import type { AdoptedSetting } from './adoption.ts';
import { restoreTime } from './restore-time.ts';

/** A value that the tool's own settings need before anybody else's sessions are behind a link of its directory. */
export interface SystemRetention {
  readonly retention: Retention;
  /** The settings file: absolute, links followed. */
  readonly path: string;
  /** What stands there; undefined: nothing. */
  readonly current: JsonValue | undefined;
  readonly isSafe: boolean;
}

/** @throws ToolsError TOOL_FILE_UNREADABLE for a loop of links */
export function systemRetention(ctx: AccountsContext, tool: AITool, retention: Retention): SystemRetention {
  const path = targetOf(ctx.host, systemPaths(ctx, tool).fileOf(retention));
  const file = readToolFile(ctx.host, path, retention.format);
  const current = file.state === 'read' ? readPointer(file.value, retention.pointer) : undefined;
  return { retention, path, current, isSafe: isEqualValue(current, retention.safe) };
}

/**
 * What setting the safe value will change, worked out before it is: the former text comes back to the byte. Only
 * what the value replaced is kept of it.
 * @throws ToolsError TOOL_FILE_DAMAGED, TOOL_FILE_UNREADABLE, EDIT_REFUSED
 */
export function planSetting(
  host: Host,
  { retention, path, current }: SystemRetention,
  salt: string,
): AdoptedSetting {
  const { file, root, pointer, format, safe } = retention;
  const stat = host.files.stat(path);
  const before = stat ? textOf(host, path) : undefined;
  const empty = format === 'toml' ? '' : '{}\n';
  const after = setPointer(before ?? empty, format, pointer, safe, path);
  return {
    file,
    ...(root && { root }),
    pointer,
    format,
    safe,
    ...(current !== undefined && { former: current }),
    before: before === undefined ? null : hashOf(before, salt),
    after: hashOf(after, salt),
    back: before === undefined ? null : difference(after, before),
    mtimeMs: stat?.mtimeMs ?? 0,
  };
}

/** True already: nothing is written. @throws ToolsError TOOL_FILE_DAMAGED, TOOL_FILE_UNREADABLE, WRITE_FAILED */
export function applySetting(ctx: AccountsContext, tool: AITool, setting: AdoptedSetting): void {
  const path = systemPaths(ctx, tool).fileOf(setting);
  // Nobody else of ours writes there, and the user's own directory is kept clean.
  sweepHalfWritten(ctx.host, targetOf(ctx.host, path));
  assertValue(ctx.host, { path, format: setting.format, pointer: setting.pointer }, (current) =>
    isEqualValue(current, setting.safe) ? undefined : setting.safe,
  );
}

/**
 * Puts the former value back: to the byte and the time where nobody else wrote the file, else by itself, and not
 * where somebody changed it.
 * @throws ToolsError TOOL_FILE_DAMAGED, EDIT_REFUSED, WRITE_FAILED
 */
export function restoreSetting(
  ctx: AccountsContext,
  tool: AITool,
  setting: AdoptedSetting,
  salt: string,
): void {
  const { host } = ctx;
  const { format, pointer, safe, former, before, after, back, mtimeMs } = setting;
  const path = targetOf(host, systemPaths(ctx, tool).fileOf(setting));
  sweepHalfWritten(host, path);
  const stat = host.files.stat(path);
  if (!stat) return;
  const text = textOf(host, path);
  const mode = stat.mode & 0o777;
  const hash = hashOf(text, salt);
  // Somebody died between the text and its time.
  if (hash === before) restoreTime(host, path, mtimeMs);
  else if (hash !== after) {
    const file = readToolFile(host, path, format);
    const current = file.state === 'read' ? readPointer(file.value, pointer) : undefined;
    if (isEqualValue(current, safe))
      writeAtomic(host, path, setPointer(text, format, pointer, former, path), mode);
  } else if (back === null) removeTree(host, path);
  else {
    writeAtomic(host, path, text.slice(0, back.at) + back.text + text.slice(back.at + back.length), mode);
    restoreTime(host, path, mtimeMs);
  }
}

/** What turns the first text into the second: one stretch of it, replaced. */
function difference(from: string, to: string): { at: number; length: number; text: string } {
  const shorter = Math.min(from.length, to.length);
  let at = 0;
  while (at < shorter && from[at] === to[at]) at += 1;
  let end = 0;
  while (end < shorter - at && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return { at, length: from.length - at - end, text: to.slice(at, to.length - end) };
}

function hashOf(text: string, salt: string): string {
  return sha256(`${salt}\0${text}`);
}

function textOf(host: Host, path: string): string {
  return host.files.readFile(path).toString('utf8');
}
