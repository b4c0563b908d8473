import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { ensureFolder, ensureLayout, withLock } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { ensureRoot, type SharedRoot } from '../sharing/shared-root.ts';
import { quietly, withJournal } from '../store/with-journal.ts';
import { type Adoption, adoptedAlready, readAdoption, writeAdoption } from './adoption.ts';
import { hindranceWords, leftWords } from './adoption-words.ts';
import { finishAdopting, finishUndoing, type UndoneAdoption } from './finish-adoption.ts';
import { type AdoptionPlan, type AdoptionRequest, type FullPlan, makeAdoptionPlan } from './plan-adoption.ts';
import { requireRootQuiet, requireSystemQuiet } from './system-at-rest.ts';
import { planSetting } from './system-retention.ts';

/**
 * Moves the directories that accounts share out of the tool's own directory into a root, and links them back, so that
 * whoever knows only that directory sees the same sessions. Its login and its settings stay the tool's own. All of it
 * or nothing: what is cut off is finished by the next command.
 * @throws ToolsError ADOPT_NOT_SUPPORTED, ADOPT_HINDERED, ADOPT_NOTHING, ADOPTED_ALREADY, ACCOUNT_RUNNING, BUSY,
 *   ROOT_GONE, and those of writing: then it is all back where it was
 */
export async function adoptSystem(
  ctx: AccountsContext,
  tool: AITool,
  request: AdoptionRequest,
): Promise<AdoptionPlan> {
  ensureLayout(ctx.host, ctx.paths);
  return withAdoptionLock(ctx, tool, async () => {
    requireSystemQuiet(ctx, tool);
    const there = settleFound(ctx, tool);
    if (there) throw new ToolsError('ADOPTED_ALREADY', { tool: tool.id, root: there.root, since: there.at });
    const plan = makeAdoptionPlan(ctx, tool, request);
    requireUnhindered(plan);
    const root = await ensureRoot(ctx, tool.id, request.root);
    const entry = { verb: 'adopt', tool: tool.id, account: null, what: { root: root.name } };
    await withJournal(ctx, entry, () => moveAll(ctx, tool, newAdoption(ctx, tool, plan, root)));
    const { unsafe: _, ...result } = plan;
    return result;
  });
}

/**
 * What joining the tool's own directory to a root would do. Reads only.
 * @throws ToolsError TOOL_NOT_ISOLATABLE, ADOPT_NOT_SUPPORTED, ADOPTED_ALREADY, STATE_DAMAGED
 */
export async function planAdoption(
  ctx: AccountsContext,
  tool: AITool,
  request: AdoptionRequest,
): Promise<AdoptionPlan> {
  const there = readAdoption(ctx, tool);
  if (there) throw adoptedAlready(there);
  const { unsafe: _, ...plan } = makeAdoptionPlan(ctx, tool, request);
  return plan;
}

/**
 * The way back: at once to the byte, later what is there now. Never a login: none was moved.
 * @throws ToolsError NOT_ADOPTED, ADOPTION_DISTURBED, ACCOUNT_RUNNING, ROOT_GONE, BUSY, and those of writing
 */
export async function undoAdoption(ctx: AccountsContext, tool: AITool): Promise<UndoneAdoption> {
  if (!readAdoption(ctx, tool)) throw new ToolsError('NOT_ADOPTED', { tool: tool.id });
  return withAdoptionLock(ctx, tool, () => {
    const adoption = readAdoption(ctx, tool);
    if (!adoption) throw new ToolsError('NOT_ADOPTED', { tool: tool.id });
    requireSystemQuiet(ctx, tool);
    requireRootQuiet(ctx, tool, adoption.root);
    const entry = { verb: 'adopt --undo', tool: tool.id, account: null, what: { root: adoption.root } };
    return withJournal(ctx, entry, () => finishUndoing(ctx, tool, adoption));
  });
}

/**
 * Finishes what was cut off, now.
 * @throws ToolsError BUSY, ACCOUNT_RUNNING, ROOT_GONE, ADOPTION_DISTURBED, and those of writing
 */
export async function finishCutOff(ctx: AccountsContext, tool: AITool): Promise<'adopted' | 'undone'> {
  const settle = () => {
    requireSystemQuiet(ctx, tool);
    const found = readAdoption(ctx, tool);
    if (found?.phase === 'undoing') requireRootQuiet(ctx, tool, found.root);
    return settleFound(ctx, tool) ? 'adopted' : 'undone';
  };
  return withAdoptionLock(ctx, tool, settle, 0);
}

/** What is there once it is finished. */
function settleFound(ctx: AccountsContext, tool: AITool): Adoption | undefined {
  const found = readAdoption(ctx, tool);
  if (found?.phase === 'adopting') return finishAdopting(ctx, tool, found);
  if (found?.phase !== 'undoing') return found;
  finishUndoing(ctx, tool, found);
  return undefined;
}

/** What fails on the way leaves nothing half: the way back is tried at once. */
function moveAll(ctx: AccountsContext, tool: AITool, adoption: Adoption): void {
  writeAdoption(ctx, adoption);
  try {
    finishAdopting(ctx, tool, adoption);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    quietly(() => finishUndoing(ctx, tool, adoption));
    throw error;
  }
}

function requireUnhindered({ tool, entries, left, hindrances }: FullPlan): void {
  if (hindrances.length > 0) {
    const words = hindrances.map(({ path, why }) => `${path} (${hindranceWords[why]})`);
    throw new ToolsError('ADOPT_HINDERED', {
      tool,
      paths: words.slice(0, 10),
      more: words.slice(10).length,
      isOneDisk: hindrances.every(({ why }) => why !== 'otherDisk'),
    });
  }
  if (entries.length > 0) return;
  throw new ToolsError('ADOPT_NOTHING', {
    tool,
    left: left.map(({ path, why }) => `${path} (${leftWords[why]})`),
    isRetention: left.some(({ why }) => why === 'retention'),
  });
}

function newAdoption(ctx: AccountsContext, tool: AITool, plan: FullPlan, root: SharedRoot): Adoption {
  const { files, path } = ctx.host;
  const settings = plan.unsafe.map((each) => planSetting(ctx.host, each, root.salt));
  const changed = [...plan.entries.map(({ place }) => place), ...plan.unsafe.map((each) => each.path)];
  const directories = new Set(changed.map((each) => path.dirname(each)));
  return {
    schemaVersion: 1,
    tool: tool.id,
    root: root.name,
    rootId: root.id,
    at: ctx.host.now().toISOString(),
    phase: 'adopting',
    entries: plan.entries.map(({ place: _, bytes: __, ...entry }) => entry),
    settings,
    times: [...directories].flatMap((directory) => {
      const stat = files.stat(directory);
      return stat ? [{ directory, mtimeMs: stat.mtimeMs, left: null }] : [];
    }),
  };
}

/** One for all roots: the tool has one directory of its own. */
function withAdoptionLock<Result>(
  ctx: AccountsContext,
  tool: AITool,
  work: () => Result | Promise<Result>,
  waitMs = 10_000,
): Promise<Result> {
  const { host, paths } = ctx;
  const folder = host.path.join(paths.installations, tool.id);
  ensureFolder(host, folder);
  const what = systemPaths(ctx, tool).rootOf('config');
  return withLock(host, host.path.join(folder, '.adopt'), what, work, { waitMs, tell: ctx.tell });
}
