import { ToolsError } from '../../errors/index.ts';
import type { AITool, JsonValue } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { type Adoption, placesOf, readAdoption } from './adoption.ts';
import { systemRetention } from './system-retention.ts';

/** How the tool's own directory is joined to a root. */
export interface AdoptionStatus extends Pick<Adoption, 'root' | 'phase'> {
  /** RFC 3339. */
  readonly since: string;
  /** Home paths that are links in the tool's own directory. */
  readonly joined: readonly string[];
  /** Places in it where the link is gone, or something else lies. */
  readonly broken: readonly string[];
  /** Its own settings by which the tool deletes again what accounts see, too. */
  readonly unsafe: readonly { readonly path: string; readonly pointer: string; readonly safe: JsonValue }[];
}

/** undefined: it is not joined to any. Changes nothing. @throws ToolsError STATE_DAMAGED, STATE_UNREADABLE */
export function adoptionOf(ctx: AccountsContext, tool: AITool): AdoptionStatus | undefined {
  const adoption = readAdoption(ctx, tool);
  if (!adoption) return undefined;
  const { host } = ctx;
  const all = placesOf(ctx, tool, adoption);
  const right = all.filter(
    ({ place, shared }) =>
      isLink(host, place) && host.files.readlink(place) === shared && host.files.stat(place),
  );
  return {
    root: adoption.root,
    phase: adoption.phase,
    since: adoption.at,
    joined: right.map(({ entry }) => entry.path),
    broken: all.filter((each) => !right.includes(each)).map(({ place }) => place),
    unsafe: unsafeSettings(
      ctx,
      tool,
      right.map(({ entry }) => entry.file),
    ),
  };
}

/** What is wrong with it, each with its way out. */
export function adoptionFaults(
  tool: string,
  { root, phase, broken, unsafe }: AdoptionStatus,
): readonly ToolsError[] {
  if (phase !== 'adopted') return [new ToolsError('ADOPTION_CUT_OFF', { tool, root })];
  return [
    ...broken.map((path) => new ToolsError('ADOPTION_BROKEN', { tool, root, path })),
    ...unsafe.map(
      ({ path, pointer, safe }) =>
        new ToolsError('ADOPTION_UNSAFE', { tool, path, pointer, safe: JSON.stringify(safe) }),
    ),
  ];
}

function unsafeSettings(
  ctx: AccountsContext,
  tool: AITool,
  files: readonly string[],
): AdoptionStatus['unsafe'] {
  return (tool.retention ?? [])
    .filter(({ governs }) => governs.some((path) => files.includes(path)))
    .map((retention) => systemRetention(ctx, tool, retention))
    .filter(({ isSafe }) => !isSafe)
    .map(({ path, retention: { pointer, safe } }) => ({ path, pointer, safe }));
}
