import type { AITool, JsonValue } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { placeIn } from '../sharing/home-facts.ts';
import { guarded } from '../sharing/share-plan.ts';
import { requireAdoptable } from './adoptable.ts';
import type { AdoptedEntry } from './adoption.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Comparison, compareTrees, type Hindrance } from './compare-trees.ts';
import { canTellWhoRuns } from './system-at-rest.ts';
import { type SystemRetention, systemRetention } from './system-retention.ts';

/** What joining the tool's own directory to a root would do. Nothing has been changed for it. */
export interface AdoptionPlan {
  readonly tool: string;
  readonly root: string;
  /** The tool's own directory. */
  readonly directory: string;
  readonly entries: readonly PlannedEntry[];
  readonly left: readonly LeftPath[];
  /** Paths that keep all of it from being moved: absolute. */
  readonly hindrances: readonly Hindrance[];
  /** Values that are set in the tool's own settings, so that it deletes nothing by itself. */
  readonly settings: readonly PlannedSetting[];
  /** The system tells who runs; where not, nobody can say that no editor uses the directory. */
  readonly canTellWhoRuns: boolean;
}

export interface PlannedEntry extends AdoptedEntry, Pick<Comparison, 'bytes'> {
  readonly place: string;
}

export interface LeftPath {
  readonly path: string;
  /**
   * `link`: a link lies there, or in the root, that somebody made; `notADirectory`; `retention`: the tool would
   * delete from it, and is not to be told otherwise; `unguarded`: what guards it is left.
   */
  readonly why: 'link' | 'notADirectory' | 'retention' | 'unguarded';
}

export interface PlannedSetting {
  readonly path: string;
  readonly pointer: string;
  readonly value: JsonValue;
  /** null: nothing stands there. */
  readonly former: JsonValue;
}

export interface AdoptionRequest {
  /** The root: the name of an installation. */
  readonly root: string;
  /** The value that keeps the tool from deleting by itself may be put into its own settings. */
  readonly setRetention?: boolean;
}

/** The plan, and the retention that is still to be set. */
export interface FullPlan extends AdoptionPlan {
  readonly unsafe: readonly SystemRetention[];
}

/** Reads only. @throws ToolsError TOOL_NOT_ISOLATABLE, ADOPT_NOT_SUPPORTED */
export function makeAdoptionPlan(
  ctx: AccountsContext,
  tool: AITool,
  { root, setRetention = false }: AdoptionRequest,
): FullPlan {
  requireAdoptable(ctx, tool);
  const left: LeftPath[] = [];
  const leave = (why: LeftPath['why'], { path }: Candidate): false => {
    left.push({ path, why });
    return false;
  };
  const usable = candidatesOf(ctx, tool, root).filter((candidate) => {
    const why = whyLeft(ctx, tool, root, candidate);
    return why === undefined || leave(why, candidate);
  });
  const safe = usable.filter(
    (candidate) =>
      setRetention || unsafeOf(ctx, tool, [candidate]).length === 0 || leave('retention', candidate),
  );
  const moved = guarded(safe);
  for (const candidate of safe) if (!moved.includes(candidate)) leave('unguarded', candidate);
  const compared = moved.map((candidate) => compareEntry(ctx, tool, root, candidate));
  const unsafe = unsafeOf(ctx, tool, moved);
  return {
    tool: tool.id,
    root,
    directory: systemPaths(ctx, tool).rootOf('config'),
    entries: compared.map(({ entry }) => entry),
    left,
    hindrances: compared.flatMap(({ hindrances }) => hindrances),
    settings: unsafe.map(({ retention, path, current = null }) => ({
      path,
      pointer: retention.pointer,
      value: retention.safe,
      former: current,
    })),
    canTellWhoRuns: canTellWhoRuns(ctx),
    unsafe,
  };
}

function whyLeft(
  ctx: AccountsContext,
  tool: AITool,
  root: string,
  candidate: Candidate,
): LeftPath['why'] | undefined {
  const { host, paths } = ctx;
  for (const place of [
    systemPaths(ctx, tool).fileOf(candidate),
    placeIn(host, paths.sharedFolder(tool.id, root), candidate.path),
  ]) {
    const stat = host.files.lstat(place);
    if (!stat) continue;
    if (isLink(host, place, stat)) return 'link';
    if (!stat.isDirectory()) return 'notADirectory';
  }
  return undefined;
}

function unsafeOf(
  ctx: AccountsContext,
  tool: AITool,
  candidates: readonly Candidate[],
): readonly SystemRetention[] {
  const all = new Set(candidates.flatMap(({ retention }) => retention));
  return [...all].map((retention) => systemRetention(ctx, tool, retention)).filter(({ isSafe }) => !isSafe);
}

function compareEntry(
  ctx: AccountsContext,
  tool: AITool,
  root: string,
  { path, file, root: of }: Candidate,
): { readonly entry: PlannedEntry; readonly hindrances: readonly Hindrance[] } {
  const { host, paths } = ctx;
  const system = systemPaths(ctx, tool);
  const place = system.fileOf({ file, ...(of && { root: of }) });
  const to = placeIn(host, paths.sharedFolder(tool.id, root), path);
  const stat = host.files.lstat(place);
  const dev = deviceOf(ctx, to);
  const closed = (['config', 'data', 'state', 'cache'] as const).map((each) => system.rootOf(each));
  const { hindrances, ...compared } = compareTrees(host, { from: place, to, dev, closed });
  const isElsewhere = (stat ?? host.files.lstat(host.path.dirname(place)))?.dev !== dev;
  return {
    entry: {
      path,
      file,
      ...(of && { root: of }),
      was: stat ? 'directory' : 'absent',
      ...compared,
      place,
    },
    hindrances: isElsewhere
      ? [{ path: place, why: 'otherDisk' }]
      : hindrances.map((one) => ({ ...one, path: host.path.join(place, ...one.path.split('/')) })),
  };
}

/** Of the place itself, or of what is there above it. */
function deviceOf(ctx: AccountsContext, place: string): number {
  const { files, path } = ctx.host;
  const above = path.dirname(place);
  return files.lstat(place)?.dev ?? (above === place ? 0 : deviceOf(ctx, above));
}
