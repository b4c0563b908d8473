import { findInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { ensureLayout } from '../state/index.ts';
import { systemAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { listedSessions, runningDaemons } from './home/at-rest.ts';
import { systemPaths } from './home/home-paths.ts';
import { withJournal } from './store/with-journal.ts';
import { isSeedCutOff, planSeedFiles, requireSeedable, type Seed, seedFiles } from './sync/seed-files.ts';

/** What of the tool's own directory accounts of a root see from then on. Paths are relative to a home. */
export interface SeededRoot {
  readonly tool: string;
  readonly root: string;
  /** The tool's own directory. It is only read. */
  readonly from: string;
  readonly files: number;
  readonly bytes: number;
  /** What lies at the top, and how much of it. */
  readonly paths: readonly { readonly path: string; readonly files: number; readonly bytes: number }[];
  /**
   * Files of which a part is taken, by pointer; never a value. `stays`: what accounts have another value of already.
   */
  readonly parts: readonly SeededPart[];
  /** What would be shared, but for what it holds or is. */
  readonly leftOut: readonly { readonly path: string; readonly pointer?: string; readonly why: string }[];
  /** Processes of the tool that run in its own directory: what they write from now on is not in the copy. */
  readonly running: readonly number[];
  /** Labels of accounts that run on this root: parts of files reach them at their next start, all else at once. */
  readonly inUse: readonly string[];
}

type SeededPart = Pick<Seed['documents'][number], 'path' | 'pointers' | 'stays'>;

/** What `seedRoot` would do; `cutOff`: complete a copy that was cut off before, and nothing else. */
export interface SeedPlan extends SeededRoot {
  readonly cutOff: boolean;
}

/** Changes nothing. @throws ToolsError ROOT_NOT_EMPTY, ROOT_GONE, INSTALLATION_NOT_FOUND, STATE_DAMAGED */
export async function planSeed(ctx: AccountsContext, tool: AITool, installation: string): Promise<SeedPlan> {
  const { root } = findInstallation(ctx.host, ctx.paths, tool, installation);
  const seed = planSeedFiles(ctx, tool, root);
  return { ...describeSeed(ctx, tool, root, seed), cutOff: isSeedCutOff(ctx, tool, root) };
}

/**
 * Copies what accounts may share from the tool's own directory into a root that has no sessions yet; what else is
 * there already stays, and files that are merged join those that accounts have there.
 * @returns `completed`: a copy that was cut off before is whole now, and nothing else was done
 * @throws ToolsError ROOT_NOT_EMPTY, SEED_INCOMPLETE, ROOT_GONE, INSTALLATION_NOT_FOUND, STATE_DAMAGED, BUSY, and
 *   those of writing
 */
export async function seedRoot(
  ctx: AccountsContext,
  tool: AITool,
  installation: string,
): Promise<(SeededRoot & { readonly completed: boolean }) | { tool: string; root: string; completed: true }> {
  const { root } = findInstallation(ctx.host, ctx.paths, tool, installation);
  requireSeedable(ctx, tool, root);
  ensureLayout(ctx.host, ctx.paths);
  const what = { root };
  const seed = await withJournal(ctx, { verb: 'share seed', tool: tool.id, account: null, what }, () =>
    seedFiles(ctx, tool, root),
  );
  if (seed === undefined) return { tool: tool.id, root, completed: true };
  return { ...describeSeed(ctx, tool, root, seed), completed: false };
}

function describeSeed(ctx: AccountsContext, tool: AITool, root: string, seed: Seed): SeededRoot {
  const parts = seed.documents.filter(({ text, stays }) => text !== undefined || stays.length > 0);
  const texts = parts.flatMap(({ path, text }) =>
    text === undefined ? [] : [{ path, size: Buffer.byteLength(text) }],
  );
  const all = [...seed.files, ...texts];
  const system = systemAccount(tool.id);
  return {
    tool: tool.id,
    root,
    from: systemPaths(ctx, tool).rootOf('config'),
    files: all.length,
    bytes: bytesOf(all),
    paths: byTop(all),
    parts: parts.map(({ path, pointers, stays }) => ({ path, pointers, stays })),
    leftOut: [...seed.leftOut, ...seed.documents.flatMap(refusalsOf)],
    running: [
      ...listedSessions(ctx, tool, system),
      ...runningDaemons(ctx, tool, system).map(({ pid }) => pid),
    ],
    inUse: seed.inUse,
  };
}

type Sized = { readonly path: string; readonly size: number };

function byTop(files: readonly Sized[]): SeededRoot['paths'] {
  const tops = new Map<string, Sized[]>();
  for (const file of files) {
    const top = file.path.split('/')[0] as string;
    const others = tops.get(top);
    if (others) others.push(file);
    else tops.set(top, [file]);
  }
  return [...tops].map(([path, each]) => ({ path, files: each.length, bytes: bytesOf(each) }));
}

function bytesOf(files: readonly Sized[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function refusalsOf({ path, problem, refused }: Seed['documents'][number]): SeededRoot['leftOut'] {
  if (problem !== undefined) return [{ path, why: problem }];
  return refused.map(({ pointer, why }) => ({ path, pointer, why }));
}
