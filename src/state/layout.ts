import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { claimFile } from './claim-file.ts';
import { ensureFolder } from './ensure-folder.ts';
import { readJson } from './read-json.ts';
import { writeAtomic } from './write-atomic.ts';

/**
 * The layout of our folder that this release knows. 1: before accounts shared anything; 2: before directories were
 * bound to accounts, and keys referred to; 3: before plugins, one of which may be a guard that every start has to ask.
 * Nothing has to be moved for the next one: what says nothing of it has none of it.
 */
export const layoutVersion = 4;

/**
 * Before anything is written: our folder is there, and laid out as this release does it.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE, WRITE_FAILED, WRITE_UNSURE
 */
export function ensureLayout(host: Host, paths: AppPaths): void {
  const version = versionOf(host, paths);
  if (version === layoutVersion) return;
  // From here on a release that would pass over what this one writes stays away.
  if (version !== undefined) {
    writeAtomic(host, paths.layout, textOf(foldersAbove(host, paths)));
    return;
  }
  const above = missingAbove(host, paths.root);
  ensureFolder(host, paths.root);
  const isOurs = claimFile(host, paths.layout, textOf(above));
  // Another process was faster; it may be a newer release.
  if (!isOurs) checkLayout(host, paths);
}

/**
 * Before anything is read. False where our folder has not been made yet. Changes nothing.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE
 */
export function checkLayout(host: Host, paths: AppPaths): boolean {
  return versionOf(host, paths) !== undefined;
}

/** The folders above ours that were made for it, the nearest first: they go with it. */
export function foldersAbove(host: Host, paths: AppPaths): readonly string[] {
  return readJson(host, paths.layout, isLayoutFile)?.above ?? [];
}

interface LayoutFile {
  readonly layout: number;
  readonly above?: readonly string[];
}

function textOf(above: readonly string[]): string {
  return `${JSON.stringify({ layout: layoutVersion, ...(above.length > 0 && { above }) })}\n`;
}

function missingAbove(host: Host, folder: string): readonly string[] {
  const above = host.path.dirname(folder);
  return above === folder || host.files.lstat(above) ? [] : [above, ...missingAbove(host, above)];
}

function versionOf(host: Host, paths: AppPaths): number | undefined {
  const file = readJson(host, paths.layout, isLayoutFile);
  if (file === undefined) return undefined;
  if (file.layout > layoutVersion) {
    throw new ToolsError('LAYOUT_NEWER', { root: paths.root, version: file.layout, known: layoutVersion });
  }
  return file.layout;
}

function isLayoutFile(value: unknown): value is LayoutFile {
  const { layout, above = [] } = (value ?? {}) as { readonly layout?: unknown; readonly above?: unknown };
  const isVersion = Number.isSafeInteger(layout) && (layout as number) >= 1;
  return isVersion && Array.isArray(above) && above.every((each) => typeof each === 'string');
}
