import {
  ensureFolder,
  ensureLayout,
  isShellFilesFile,
  quietly,
  removeTree,
  sweepJournal,
  updateJson,
  writeAtomic,
  writeJournal,
} from '../state/index.ts';
import { noteOf } from './block-changes.ts';
import { hasHook, partsOf } from './init-parts.ts';
import {
  type FilePlan,
  type InitPlan,
  type InitWish,
  planInit,
  planRemoval,
  planRenewal,
} from './init-plan.ts';
import { writeRcFile } from './rc-file.ts';
import type { ShellContext } from './shell-context.ts';
import type { InitShell } from './shell-names.ts';
import { writtenFilesPath } from './written-files.ts';

/**
 * Puts our block into the files that a shell reads, or renews it there, and into our folder what it makes the shell read.
 * @throws ToolsError as planInit, BUSY, and those of writing
 */
export function writeInit(ctx: ShellContext, wish: InitWish): Promise<InitPlan> {
  return carryOut(ctx, 'init --write', () => planInit(ctx, wish));
}

/** Renews the blocks that are there, and what they make the shell read. @throws ToolsError as writeInit */
export function renewInit(ctx: ShellContext, shell: InitShell): Promise<InitPlan> {
  return carryOut(ctx, 'init --write', () => planRenewal(ctx, shell));
}

/** Takes the block away again, to the byte. @throws ToolsError as writeInit */
export async function removeInit(ctx: ShellContext, wish: Omit<InitWish, 'hook'>): Promise<InitPlan> {
  const plan = planRemoval(ctx, wish);
  // A lock makes a folder: not for nothing.
  return isIdle(plan) ? plan : carryOut(ctx, 'init --remove', () => planRemoval(ctx, wish));
}

/** Whether a plan changes no file of the user's. */
function isIdle({ files }: InitPlan): boolean {
  return !files.some(isChanged);
}

export function isChanged({ file, text }: FilePlan): boolean {
  return file.text !== text;
}

/** Journalled before it begins. What shells read lies there first, and goes last. */
export async function carryOut(ctx: ShellContext, verb: string, makePlan: () => InitPlan): Promise<InitPlan> {
  const { host, paths } = ctx;
  makePlan();
  ensureLayout(host, paths);
  ensureFolder(host, paths.shells);
  const record = { kind: 'shellFiles', isShape: isShellFilesFile, what: 'the files of shells' } as const;
  return updateJson(ctx, { ...record, path: writtenFilesPath(ctx) }, async (before, write) => {
    const plan = makePlan();
    const changed = plan.files.filter(isChanged);
    const note = { verb, tool: null, account: null, what: noteOf(plan), undoes: ctx.undoing };
    const journal = changed.length > 0 ? writeJournal(host, paths, note) : undefined;
    const has = (file: FilePlan) => file.is !== null;
    placeScripts(ctx, plan);
    const gain = plan.files.filter(has).map(({ file }) => [file.path, plan.shell] as const);
    const during = { ...before?.files, ...Object.fromEntries(gain) };
    if (gain.some(([path]) => before?.files[path] !== plan.shell))
      await write({ schemaVersion: 1, files: during });
    for (const { file, text } of changed) writeRcFile(host, file, text);
    const lost = plan.files.filter((each) => !has(each)).map(({ file }) => file.path);
    const left = Object.entries(during).filter(([path]) => !lost.includes(path));
    if (lost.length > 0) await write({ schemaVersion: 1, files: Object.fromEntries(left) });
    if (!left.some(([, shell]) => shell === plan.shell)) removeScripts(ctx, plan);
    // What took effect did so whether or not it can be noted.
    if (journal) quietly(() => [journal.done(), sweepJournal(host, paths)]);
    return plan;
  });
}

function placeScripts(ctx: ShellContext, { shell, files }: InitPlan): void {
  const hook = files.some(({ is }) => hasHook(is ?? []));
  if (files.every(({ is }) => is === null)) return;
  for (const { path, text } of partsOf(ctx, shell, { hook }).scripts) writeAtomic(ctx.host, path, text);
}

function removeScripts(ctx: ShellContext, { shell }: InitPlan): void {
  for (const { path } of partsOf(ctx, shell, { hook: true }).scripts) removeTree(ctx.host, path);
}
