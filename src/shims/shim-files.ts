import type { AccountsContext } from '../accounts/index.ts';
import { posixWord, shellWord, shimMarker } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
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

/** The names by which people start the tool. */
export function shimNames({ id, executable }: AITool): readonly string[] {
  return executable?.names ?? [id];
}

/** Windows starts the first for cmd, and for PowerShell the second. @throws ToolsError SHIM_WITHOUT_PROGRAM */
export function shimFiles(ctx: AccountsContext, tool: AITool): readonly ShimFile[] {
  const facts = shimFacts(ctx, tool);
  return shimNames(tool).flatMap((name) => filesOf(ctx, name, facts));
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
