import type { KnownTools } from '../../registry/index.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { ranked } from './extensions.ts';
import { builtInOwner } from './known-owners.ts';

/** What several bring that only one can give. */
export interface Conflict {
  /** `tool`, or the extension point. */
  readonly point: string;
  /** The tool's id, the importer's name, the scheme; absent where there is one of a kind. */
  readonly name?: string;
  /** The id of the plugin that is asked first, or `built-in`. */
  readonly winner: string;
  /** In the order in which they would follow. */
  readonly losers: readonly string[];
  /** Only their ids decide: their priorities are the same. */
  readonly isTie: boolean;
}

export function conflictsOf(builtIns: KnownTools, plugins: readonly ActivePlugin[]): readonly Conflict[] {
  return [...toolConflicts(builtIns, plugins), ...pointConflicts(plugins)];
}

function toolConflicts(builtIns: KnownTools, plugins: readonly ActivePlugin[]): readonly Conflict[] {
  const bringers = new Map<string, string[]>();
  for (const { is } of plugins)
    for (const { id } of is.descriptors) bringers.set(id, [...(bringers.get(id) ?? []), is.id]);
  return [...bringers].flatMap(([name, ids]) => {
    const [winner = '', ...losers] = builtIns.tool(name) ? [builtInOwner, ...ids] : ids;
    return losers.length === 0 ? [] : { point: 'tool', name, winner, losers, isTie: false };
  });
}

/** Points that one answers: at the others everybody is asked. */
const single = ['accountInfo', 'credentialCopy', 'importer', 'secretReference'] as const;

function pointConflicts(plugins: readonly ActivePlugin[]): readonly Conflict[] {
  return single.flatMap((point) => {
    const named = new Map<string, ReturnType<typeof ranked>>();
    for (const each of ranked(plugins, point)) {
      const name = each.point.name ?? '';
      named.set(name, [...(named.get(name) ?? []), each]);
    }
    return [...named].flatMap(([name, [first, ...rest]]) => {
      if (!first || rest.length === 0) return [];
      return {
        point,
        ...(name !== '' && { name }),
        winner: first.plugin.is.id,
        losers: rest.map(({ plugin }) => plugin.is.id),
        isTie: rest[0]?.point.priority === first.point.priority,
      };
    });
  });
}
