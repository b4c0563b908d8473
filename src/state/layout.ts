import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { claimFile } from './claim-file.ts';
import { ensureFolder } from './ensure-folder.ts';
import { readJson } from './read-json.ts';
import { writeAtomic } from './write-atomic.ts';

/**
 * The layout of our folder that this release knows. 1: before accounts shared anything. Nothing in it has to be
 * moved for 2: an account that says nothing of sharing shares nothing.
 */
export const layoutVersion = 2;

/**
 * Before anything is written: our folder is there, and laid out as this release does it.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE, WRITE_FAILED, WRITE_UNSURE
 */
export function ensureLayout(host: Host, paths: AppPaths): void {
  const version = versionOf(host, paths);
  if (version === layoutVersion) return;
  // From here on a release that knows nothing of shared state stays away.
  if (version !== undefined) {
    writeAtomic(host, paths.layout, text);
    return;
  }
  ensureFolder(host, paths.root);
  const isOurs = claimFile(host, paths.layout, text);
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

const text = `${JSON.stringify({ layout: layoutVersion })}\n`;

function versionOf(host: Host, paths: AppPaths): number | undefined {
  const file = readJson(host, paths.layout, isLayoutFile);
  if (file === undefined) return undefined;
  if (file.layout > layoutVersion) {
    throw new ToolsError('LAYOUT_NEWER', { root: paths.root, version: file.layout, known: layoutVersion });
  }
  return file.layout;
}

function isLayoutFile(value: unknown): value is { readonly layout: number } {
  const layout = (value as { readonly layout?: unknown } | null)?.layout;
  return Number.isSafeInteger(layout) && (layout as number) >= 1;
}
