import { ToolsError } from '../../errors/index.ts';
import { installationFolders } from '../../install/index.ts';
import type { AITool, JsonValue, PathRoot, SettingAssertion } from '../../registry/index.ts';
import { readJson, removeEmpty, removeTree, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { placeIn } from '../sharing/home-facts.ts';
import { isAdoption } from './adoption-shape.ts';
import type { Difference } from './compare-trees.ts';

/**
 * What was moved from a tool's own directory into a shared root, with all that the way back needs:
 * installations/<tool>/<root>/adopted.json. Names, sizes and times; no content, and nobody's identity.
 */
export interface Adoption {
  readonly schemaVersion: 1;
  readonly tool: string;
  readonly root: string;
  /** The id of the root, so that another one in its place is not taken for it. */
  readonly rootId: string;
  /** RFC 3339. */
  readonly at: string;
  /** `adopting`, `undoing`: under way, or cut off; whoever finds it so finishes it. */
  readonly phase: 'adopting' | 'adopted' | 'undoing';
  readonly entries: readonly AdoptedEntry[];
  readonly settings: readonly AdoptedSetting[];
  /** Directories of the tool's in which names change. */
  readonly times: readonly KeptTime[];
}

/** A directory of the tool's that becomes a link. What is in it is named relative to it, `/` between segments. */
export interface AdoptedEntry extends Difference {
  /** Its home path, as in the plan of what is shared. */
  readonly path: string;
  /** Relative to the tool's directory of that root. */
  readonly file: string;
  readonly root?: PathRoot;
  readonly was: 'directory' | 'absent';
}

/** A value that keeps the tool from deleting by itself, put into its own settings. */
export interface AdoptedSetting extends Pick<SettingAssertion, 'file' | 'root' | 'pointer' | 'format'> {
  readonly safe: JsonValue;
  /** What stood there; absent: nothing. */
  readonly former?: JsonValue;
  /** Salted hash of the file as it was; null: there was none. */
  readonly before: string | null;
  /** The same, with our value in it. */
  readonly after: string;
  /** What makes the former text of exactly that one; null: there was no file. */
  readonly back: { readonly at: number; readonly length: number; readonly text: string } | null;
  /** Of the file before; milliseconds. */
  readonly mtimeMs: number;
}

export interface KeptTime {
  readonly directory: string;
  /** Before the adoption; milliseconds. */
  readonly mtimeMs: number;
  /** After it; null while it is under way. Where it is the same still, nobody else changed a name there. */
  readonly left: number | null;
}

/** Where an entry lies: in the tool's own directory, in the shared root, and what is held for the way back. */
export interface Places {
  readonly place: string;
  readonly shared: string;
  readonly hold: string;
}

export function placesOf(
  ctx: AccountsContext,
  tool: AITool,
  { root, entries }: Adoption,
): readonly (Places & { readonly entry: AdoptedEntry })[] {
  const { host, paths } = ctx;
  const system = systemPaths(ctx, tool);
  return entries.map((entry, nth) => ({
    entry,
    place: system.fileOf(entry),
    shared: placeIn(host, paths.sharedFolder(tool.id, root), entry.path),
    hold: host.path.join(holdFolder(ctx, tool.id, root), String(nth)),
  }));
}

/**
 * The adoption of the tool's own directory, whatever root it went to; undefined: there is none. Changes nothing.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readAdoption(ctx: AccountsContext, tool: AITool): Adoption | undefined {
  for (const root of installationFolders(ctx.host, ctx.paths, tool)) {
    const adoption = readJson(ctx.host, recordOf(ctx, tool.id, root), isAdoption);
    if (adoption?.tool === tool.id && adoption.root === root) return adoption;
  }
  return undefined;
}

/**
 * What the tool's own directory is joined to can't be taken away: its links would lead nowhere.
 * @throws ToolsError ADOPTED_ALREADY; STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function requireNotAdopted(ctx: AccountsContext, tool: AITool, root: string): void {
  const adoption = readAdoption(ctx, tool);
  if (adoption?.root === root) throw adoptedAlready(adoption);
}

export function adoptedAlready({ tool, root, at }: Adoption): ToolsError {
  return new ToolsError('ADOPTED_ALREADY', { tool, root, since: at });
}

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function writeAdoption(ctx: AccountsContext, adoption: Adoption): void {
  writeAtomic(ctx.host, recordOf(ctx, adoption.tool, adoption.root), `${JSON.stringify(adoption)}\n`);
}

/** The last step of the way back: what was held has been put back by now. @throws ToolsError REMOVE_FAILED */
export function removeAdoption(ctx: AccountsContext, { tool, root }: Adoption): void {
  removeEmpty(ctx.host, holdFolder(ctx, tool, root));
  removeTree(ctx.host, recordOf(ctx, tool, root));
}

/** Beside the root, so that it is on the same disk and in nobody's way. */
function holdFolder({ host, paths }: AccountsContext, tool: string, root: string): string {
  return host.path.join(paths.installationFolder(tool, root), 'adopted');
}

function recordOf({ host, paths }: AccountsContext, tool: string, root: string): string {
  return host.path.join(paths.installationFolder(tool, root), 'adopted.json');
}
