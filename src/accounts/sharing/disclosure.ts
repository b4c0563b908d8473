import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { canLieAtOrBelow, homePathOf } from './home-facts.ts';
import { type SharedEntry, sharePlan } from './share-plan.ts';

/** What of a tool's files accounts that share have in common. */
export interface SharedParts {
  /** Directories and files that are one and the same for all. */
  readonly whole: readonly string[];
  /** Directories of which only what lies in them is, and of that not all. */
  readonly parted: readonly string[];
  /** Files of which only some keys are. */
  readonly keys: readonly { readonly path: string; readonly keys: readonly string[] }[];
  /** Directories that hold sessions and are each account's own all the same. */
  readonly apart: readonly string[];
  /** What is learned besides, as the descriptor says it. */
  readonly discloses: readonly { readonly what: string; readonly paths: readonly string[] }[];
}

/** What an account that shares shows to others, and sees of them. */
export interface Disclosure extends SharedParts {
  readonly tool: string;
  readonly label: string;
  /** Those that are there already. */
  readonly others: readonly string[];
}

export function sharedParts(host: Host, tool: AITool): SharedParts {
  const plan = sharePlan(host, tool);
  const pathsOf = (...ways: readonly SharedEntry['how'][]) =>
    plan.filter(({ how }) => ways.includes(how)).map(({ path }) => path);
  const sessions = tool.sessionSubdirectories.map((path) => homePathOf(host, tool, path));
  return {
    whole: pathsOf('link', 'mirror'),
    parted: pathsOf('children'),
    keys: plan
      .filter(({ how }) => how === 'mixed')
      .map(({ path, fact }) => ({ path, keys: sharedKeys(fact) })),
    apart: sessions.filter((path) => !plan.some((entry) => canLieAtOrBelow(path, entry.path))),
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
