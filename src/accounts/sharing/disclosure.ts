import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { type SharedEntry, sharePlan } from './share-plan.ts';

/** What accounts that share see of each other. */
export interface Disclosure {
  readonly tool: string;
  /** The account that is to share, and those that are there. */
  readonly label: string;
  readonly root: string;
  readonly others: readonly string[];
  /** Directories and files that are one and the same for all. */
  readonly whole: readonly string[];
  /** Files of which only some keys are. */
  readonly keys: readonly { readonly path: string; readonly keys: readonly string[] }[];
  /** What is learned besides, as the descriptor says it. */
  readonly discloses: readonly { readonly what: string; readonly paths: readonly string[] }[];
}

export function disclosureOf(
  host: Host,
  tool: AITool,
  among: Pick<Disclosure, 'label' | 'root' | 'others'>,
): Disclosure {
  const plan = sharePlan(host, tool);
  const mixed = plan.filter(({ how }) => how === 'mixed');
  return {
    tool: tool.id,
    ...among,
    whole: [...new Set(plan.filter(({ how }) => how !== 'mixed').map(({ path }) => path))],
    keys: mixed.map(({ path, fact }) => ({ path, keys: sharedKeys(fact) })),
    discloses: disclosed(plan),
  };
}

/** The keys that anything is shared of, from the outside only. */
function sharedKeys({ rules = [] }: SharedEntry['fact']): readonly string[] {
  const shared = rules.filter((rule) => rule.class === 'shared' && rule.merge !== 'private');
  return [...new Set(shared.map(({ pointer }) => pointer.split('/')[1] ?? ''))];
}

function disclosed(plan: readonly SharedEntry[]): Disclosure['discloses'] {
  const pathsOf = new Map<string, string[]>();
  for (const { path, fact } of plan) {
    if (fact.discloses === undefined) continue;
    pathsOf.set(fact.discloses, [...(pathsOf.get(fact.discloses) ?? []), path]);
  }
  return [...pathsOf].map(([what, paths]) => ({ what, paths }));
}
