import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { posixWord, shellWord, shimMarker } from '../process/index.ts';
import { type AITool, foldName } from '../registry/index.ts';
import { type ShimFacts, shimFacts } from './shim-facts.ts';
import { shimText } from './shim-text.ts';
import { statusText } from './status-text.ts';
import { cmdText, powershellText } from './windows-shim-text.ts';

/** A file in our folder of shims, as it should be. */
export interface ShimFile {
  readonly path: string;
  readonly text: string;
}

/** What answers for `tools status --short` in a prompt, in a few milliseconds. */
export const statusScript = 'ai-tools-status';

/**
 * The names by which people start the tool. A name that several tools have means one of them: never a tool that was
 * added, where another was there; then the one that is called so; then the first by id.
 */
export function shimNames(ctx: AccountsContext, tool: AITool): readonly string[] {
  return namesOf(tool).filter((name) => ownerOfName(ctx, name)?.id === tool.id);
}

/** The tool that a bare name starts. */
export function ownerOfName({ registry, isAdded }: AccountsContext, name: string): AITool | undefined {
  const rank = ({ id }: AITool) => (isAdded?.(id) ? 2 : 0) + (id === name ? 0 : 1);
  return registry
    .all()
    .filter((tool) => namesOf(tool).some((each) => foldName(each) === foldName(name)))
    .toSorted((one, other) => rank(one) - rank(other))[0];
}

function namesOf({ id, executable }: AITool): readonly string[] {
  return executable?.names ?? [id];
}

/**
 * Windows starts the first for cmd, and for PowerShell the second.
 * @throws ToolsError SHIM_WITHOUT_PROGRAM, SHIM_OF_ANOTHER: all its names start another tool
 */
export function shimFiles(ctx: AccountsContext, tool: AITool): readonly ShimFile[] {
  const facts = shimFacts(ctx, tool);
  const names = shimNames(ctx, tool);
  const [name = tool.id] = namesOf(tool);
  const other = ownerOfName(ctx, name);
  if (names.length === 0 && other)
    throw new ToolsError('SHIM_OF_ANOTHER', { tool: tool.id, name, other: other.id });
  return names.flatMap((name) => filesOf(ctx, name, facts));
}

/** @throws ToolsError SHIM_WITHOUT_PROGRAM */
export function statusFile(ctx: AccountsContext): ShimFile | undefined {
  if (ctx.host.platform === 'win32') return undefined;
  const tools = ctx.registry.all().map((tool) => shimFacts(ctx, tool));
  return { path: ctx.host.path.join(ctx.paths.shims, statusScript), text: statusText(tools) };
}

function filesOf({ host, paths }: AccountsContext, name: string, facts: ShimFacts): readonly ShimFile[] {
  const path = host.path.join(paths.shims, name);
  if (host.platform !== 'win32') return [{ path, text: shimText(facts, path) }];
  return [
    { path: `${path}.cmd`, text: cmdText(facts, path) },
    { path: `${path}.ps1`, text: powershellText(facts, path) },
  ];
}

/** Only what we made ourselves is ever written over or removed. */
export function isShimFile({ host: { files } }: AccountsContext, path: string): boolean {
  return files.lstat(path)?.isFile() === true && files.readStart(path, 256).includes(shimMarker);
}

/** What puts our folder of shims before everything else on PATH, in a shell's words. */
export function pathLine({ host, paths }: AccountsContext): string {
  return host.platform === 'win32'
    ? `$env:Path = ${shellWord('pwsh', `${paths.shims};`)} + $env:Path`
    : `export PATH=${posixWord(paths.shims)}:"$PATH"`;
}
