import { type ErrorCode, isErrorCode, ToolsError } from '../../errors/index.ts';
import { foldName } from '../../registry/index.ts';
import { ensureFolder, quietly, readJson, removeTree, writeFleeting } from '../../state/index.ts';
import type { PluginsContext } from './plugins-context.ts';
import { doStampsHold, type Stamps } from './stamps.ts';

/** cache/plugins/<folded id>.json: a plugin failed at what it was asked, and that took long. Thrown away at any time. */
interface RememberedFailure {
  readonly schemaVersion: 1;
  /** The release that asked. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the plugin's files, before it was asked. */
  readonly stamps: Stamps;
  readonly code: ErrorCode;
  readonly data: object;
}

/** Milliseconds: who fails faster is asked at each start. */
const longMs = 1_000;

/** Milliseconds: what hangs may have hung because of something that nobody of us can look at. */
const forgottenAfterMs = 3_600_000;

/**
 * What `ask` answers. Who failed at it slowly is not asked again at each start, but once its files change, after an
 * hour, or when somebody looks for what is wrong with it: until then it fails as it did.
 * @throws what `ask` throws
 */
export async function orRememberedFailure<Answer>(
  ctx: PluginsContext,
  id: string,
  stamps: Stamps,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { host, version: by } = ctx;
  const began = host.now().getTime();
  const known = readFailure(ctx, id);
  const age = known === undefined ? undefined : began - known.at;
  const isFresh = age !== undefined && age >= 0 && age < forgottenAfterMs;
  if (known && isFresh && known.by === by && doStampsHold(host, known.stamps))
    throw new ToolsError(known.code, known.data as never);
  try {
    return await ask();
  } catch (error) {
    const at = host.now().getTime();
    if (error instanceof ToolsError && at - began >= longMs) {
      const { code } = error;
      const data = error.data as object;
      writeFailure(ctx, id, { schemaVersion: 1, by, at, stamps, code, data });
    }
    throw error;
  }
}

/** It is asked again by whoever needs it next. */
export function forgetFailure(ctx: PluginsContext, id: string): void {
  quietly(() => removeTree(ctx.host, fileOf(ctx, id)));
}

function fileOf({ host, paths }: PluginsContext, id: string): string {
  return host.path.join(paths.cache, 'plugins', `${foldName(id)}.json`);
}

function readFailure(ctx: PluginsContext, id: string): RememberedFailure | undefined {
  return quietly(() => readJson(ctx.host, fileOf(ctx, id), isFailure));
}

function writeFailure(ctx: PluginsContext, id: string, failure: RememberedFailure): void {
  quietly(() => {
    ensureFolder(ctx.host, ctx.host.path.dirname(fileOf(ctx, id)));
    writeFleeting(ctx.host, fileOf(ctx, id), `${JSON.stringify(failure)}\n`);
  });
}

function isFailure(value: unknown): value is RememberedFailure {
  const { at, stamps, code, data } = (value ?? {}) as Partial<RememberedFailure>;
  return (
    typeof at === 'number' &&
    typeof code === 'string' &&
    isErrorCode(code) &&
    [stamps, data].every((each) => typeof each === 'object' && each !== null)
  );
}
