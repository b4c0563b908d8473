import { ToolsError } from '../errors/index.ts';
import { type BlockChange, type BlockChanges, readNote } from './block-changes.ts';
import { carryOut } from './change-blocks.ts';
import { type InitPlan, linesIn, planFile } from './init-plan.ts';
import { readRcFile } from './rc-file.ts';
import type { ShellContext } from './shell-context.ts';

/** How the blocks stand that a noted change was about: as it left them, as they were before it, or otherwise. */
export function blocksAfter(
  ctx: ShellContext,
  what: Readonly<Record<string, unknown>>,
): 'after' | 'before' | 'half' | 'elsewhere' {
  const changes = readNote(what);
  if (changes === undefined) return 'elsewhere';
  const states = changes.blocks.map((block) => stateOf(ctx, changes.shell, block));
  if (states.includes('elsewhere')) return 'elsewhere';
  if (!states.includes('before')) return 'after';
  return states.includes('after') ? 'half' : 'before';
}

/** The files of a noted change. */
export function filesOfChange(what: Readonly<Record<string, unknown>>): readonly string[] {
  return readNote(what)?.blocks.map(({ path }) => path) ?? [];
}

/** Puts the blocks back as they were before a noted change, or as it was to leave them. @throws ToolsError as writeInit */
export async function restoreBlocks(
  ctx: ShellContext,
  what: Readonly<Record<string, unknown>>,
  to: 'was' | 'is',
): Promise<InitPlan | undefined> {
  const changes = readNote(what);
  if (changes === undefined) return undefined;
  const isGone = changes.blocks.every((block) => block[to] === null);
  return carryOut(ctx, isGone ? 'init --remove' : 'init --write', () => planOf(ctx, changes, to));
}

function planOf(ctx: ShellContext, { shell, blocks }: BlockChanges, to: 'was' | 'is'): InitPlan {
  const files = blocks.map((block) => {
    if (stateOf(ctx, shell, block) === 'elsewhere')
      throw new ToolsError('SHELL_FILE_UNUSABLE', {
        file: block.path,
        shell,
        problem: 'its block was changed meanwhile',
      });
    return planFile(ctx, readRcFile(ctx.host, shell, block.path), block[to], block.at ?? undefined);
  });
  return { shell, files };
}

function stateOf(
  ctx: ShellContext,
  shell: string,
  { path, was, is }: BlockChange,
): 'after' | 'before' | 'elsewhere' {
  const lines = JSON.stringify(linesIn(readRcFile(ctx.host, shell, path)));
  if (lines === JSON.stringify(is)) return 'after';
  return lines === JSON.stringify(was) ? 'before' : 'elsewhere';
}
