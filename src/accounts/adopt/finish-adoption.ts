import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { readRoot, rootMark, type SharedRoot } from '../sharing/shared-root.ts';
import { sharersOf } from '../store/sharers.ts';
import { type Adoption, type KeptTime, placesOf, removeAdoption, writeAdoption } from './adoption.ts';
import { isBack, moveBack } from './move-back.ts';
import { moveIn } from './move-in.ts';
import { restoreTime } from './restore-time.ts';
import { applySetting, restoreSetting } from './system-retention.ts';

/** What came back into the tool's own directory. */
export interface UndoneAdoption {
  readonly tool: string;
  readonly root: string;
  /** Home paths of the directories that are the tool's own again. */
  readonly back: readonly string[];
  /** Home paths of what is in the root as well: it came or was changed there meanwhile. */
  readonly kept: readonly string[];
}

/**
 * Does what an adoption is to do and has not been done of it. What keeps the tool from deleting comes first. The
 * caller holds the lock of adoptions.
 * @throws ToolsError ROOT_GONE, ADOPTION_DISTURBED, and those of writing
 */
export function finishAdopting(ctx: AccountsContext, tool: AITool, adoption: Adoption): Adoption {
  requireRoot(ctx, adoption);
  for (const setting of adoption.settings) applySetting(ctx, tool, setting);
  for (const { entry, ...places } of placesOf(ctx, tool, adoption)) moveIn(ctx, tool, entry, places);
  const times = adoption.times.map((time) => ({ ...time, left: timeOf(ctx, time) }));
  const adopted = { ...adoption, phase: 'adopted', times } as const;
  writeAdoption(ctx, adopted);
  return adopted;
}

/**
 * Begins the way back, or finishes one that was cut off, from wherever the adoption got to.
 * @throws ToolsError ROOT_GONE, ADOPTION_DISTURBED: nothing has been moved then; those of writing
 */
export function finishUndoing(ctx: AccountsContext, tool: AITool, adoption: Adoption): UndoneAdoption {
  const root = requireRoot(ctx, adoption);
  const all = placesOf(ctx, tool, adoption);
  for (const places of all) isBack(ctx, tool, places);
  const undoing = adoption.phase === 'undoing' ? adoption : beginUndoing(ctx, adoption);
  const isRootUsed = sharersOf(ctx, tool.id, adoption.root).length > 0;
  const kept = all.flatMap(({ entry, ...places }) =>
    moveBack(ctx, tool, entry, places, isRootUsed).map((path) => `${entry.path}/${path}`),
  );
  for (const setting of undoing.settings) restoreSetting(ctx, tool, setting, root.salt);
  for (const { directory, mtimeMs, left } of undoing.times)
    if (left !== null) restoreTime(ctx.host, directory, mtimeMs);
  removeAdoption(ctx, undoing);
  return { tool: tool.id, root: adoption.root, back: undoing.entries.map(({ path }) => path), kept };
}

/** Only now it can be told whether anybody else changed a name in the tool's directories. */
function beginUndoing(ctx: AccountsContext, adoption: Adoption): Adoption {
  const isOver = adoption.phase === 'adopted';
  const times = adoption.times.map(
    (time): KeptTime => ({ ...time, left: isOver && time.left !== timeOf(ctx, time) ? null : time.mtimeMs }),
  );
  const undoing = { ...adoption, phase: 'undoing', times } as const;
  writeAdoption(ctx, undoing);
  return undoing;
}

function timeOf({ host }: AccountsContext, { directory }: KeptTime): number | null {
  return host.files.stat(directory)?.mtimeMs ?? null;
}

/** Without the very root that the directories went to, what is not there would be taken for deleted. */
function requireRoot(ctx: AccountsContext, { tool, root: name, rootId }: Adoption): SharedRoot {
  const root = readRoot(ctx, tool, name);
  if (root?.id === rootId) return root;
  const path = rootMark(ctx, tool, name);
  throw new ToolsError('ROOT_GONE', { tool, root: name, path });
}
