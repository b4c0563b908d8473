import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { claimFile } from './claim-file.ts';
import { ensureFolder } from './ensure-folder.ts';
import { readJson } from './read-json.ts';

/** The layout of our folder that this release knows. The first: there is none to migrate from. */
export const layoutVersion = 1;

/**
 * Before anything is written: our folder is there, and laid out as this release does it.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE, WRITE_FAILED, WRITE_UNSURE
 */
export function ensureLayout(host: Host, paths: AppPaths): void {
  if (checkLayout(host, paths)) return;
  ensureFolder(host, paths.root);
  const isOurs = claimFile(host, paths.layout, `${JSON.stringify({ layout: layoutVersion })}\n`);
  // Another process was faster; it may be a newer release.
  if (!isOurs) checkLayout(host, paths);
}

/**
 * Before anything is read. False where our folder has not been made yet. Changes nothing.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE
 */
export function checkLayout(host: Host, paths: AppPaths): boolean {
  const file = readJson(host, paths.layout, isLayoutFile);
  if (file === undefined) return false;
  if (file.layout > layoutVersion) {
    throw new ToolsError('LAYOUT_NEWER', { root: paths.root, version: file.layout, known: layoutVersion });
  }
  return true;
}

function isLayoutFile(value: unknown): value is { readonly layout: number } {
  const layout = (value as { readonly layout?: unknown } | null)?.layout;
  return Number.isSafeInteger(layout) && (layout as number) >= 1;
}
