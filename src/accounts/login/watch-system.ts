import { readPointers } from '../../formats/index.ts';
import type { Stats } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { type HomePaths, systemPaths } from '../home/home-paths.ts';
import { readToolFile } from '../home/tool-file.ts';
import { keyFingerprint } from '../store/account-key.ts';
import { isWhole } from './overlay-login.ts';

/** What the tool's default directory looked like: path → mark. Bounded; nothing of the content is kept. */
export interface SystemSnapshot {
  /** The files that a login is written to. */
  readonly logins: ReadonlyMap<string, string>;
  /** Everything at the top of the directory. */
  readonly entries: ReadonlyMap<string, string>;
}

/** Entries looked at, at most: a directory of a tool's holds dozens. */
const entryLimit = 1000;

/** Taken before a login and after it: a tool that ignores our variables writes there. */
export function watchSystem(ctx: AccountsContext, tool: AITool): SystemSnapshot {
  const paths = systemPaths(ctx, tool);
  const { files, path } = ctx.host;
  const directory = paths.rootOf('config');
  const names = files.stat(directory)?.isDirectory() ? files.readdir(directory).slice(0, entryLimit) : [];
  return {
    logins: loginMarks(ctx, tool, paths),
    entries: marksOf(ctx, [directory, ...names.map((name) => path.join(directory, name))]),
  };
}

export interface SystemChange {
  readonly logins: readonly string[];
  /** The rest; the directory itself only when nothing in it says more. */
  readonly entries: readonly string[];
}

export function changesSince(ctx: AccountsContext, tool: AITool, before: SystemSnapshot): SystemChange {
  const after = watchSystem(ctx, tool);
  const logins = changed(before.logins, after.logins);
  const entries = changed(before.entries, after.entries).filter((path) => !logins.includes(path));
  const inside = entries.filter((path) => path !== systemPaths(ctx, tool).rootOf('config'));
  return { logins, entries: inside.length > 0 || logins.length > 0 ? inside : entries };
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

/** By file: of a file that holds more than the login, only what the login owns counts. */
function loginMarks(ctx: AccountsContext, tool: AITool, paths: HomePaths): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const part of tool.login ?? []) {
    const path = paths.fileOf(part);
    const file = isWhole(part) ? undefined : readToolFile(ctx.host, path, part.format);
    const values = file?.state === 'read' ? readPointers(file.value, part.pointer) : undefined;
    const mark = values ? keyFingerprint('', JSON.stringify(values)) : marksOf(ctx, [path]).get(path);
    if (mark !== undefined && values?.length !== 0) marks.set(path, `${marks.get(path) ?? ''} ${mark}`);
  }
  return marks;
}

function marksOf({ host }: AccountsContext, paths: readonly string[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const path of paths) {
    const stat = host.files.lstat(path);
    if (stat)
      marks.set(path, `${markOf(stat)} ${stat.isSymbolicLink() ? markOf(host.files.stat(path)) : ''}`);
  }
  return marks;
}

function markOf(stat: Stats | undefined): string {
  return stat
    ? [stat.dev, stat.ino, stat.mode, stat.size, stat.isDirectory() ? '' : stat.mtimeMs].join(' ')
    : '';
}
