import type { KeyRule } from './descriptor.ts';
import { frozenMemo } from './frozen-memo.ts';
import { pointerKeys } from './json-pointer.ts';
import { matchesSegment } from './path-pattern.ts';
import { type Declaration, decidingOf } from './precedence.ts';
import { isSecretKey } from './secret-key.ts';

/** What `classifyKey` says of one place of a file, and the way to the places below. */
export interface RulePlace {
  readonly kind: 'identity' | 'disposable' | 'private' | 'value' | 'map' | 'set' | 'grow';
  /** The rule that decides here; absent: none does. */
  readonly rule?: KeyRule;
  /** The rule names this very place, not one above. */
  readonly isExact: boolean;
  /** Rules name places below. */
  readonly hasRulesBelow: boolean;
  below(key: string): RulePlace;
}

interface Ruled extends Declaration {
  readonly rule: KeyRule;
  /** Where it stands among the rules: the first of two that say the same of a key decides. */
  readonly order: number;
}

interface RuleNode {
  readonly id: number;
  readonly literals: Map<string, RuleNode>;
  readonly patterns: Map<string, RuleNode>;
  readonly rules: Ruled[];
}

/** Places that say the same are one place, so that what was learned of the keys below is learned once. */
class RuleTree {
  readonly root: RulePlace;
  readonly #places = new Map<string, Place>();
  #nodes = 0;

  constructor(rules: readonly KeyRule[]) {
    const top = this.#node();
    for (const [order, rule] of rules.entries()) {
      const pattern = pointerKeys(rule.pointer);
      if (pattern !== undefined)
        this.#nodeAt(top, pattern).rules.push({ rule, pattern, class: rule.class, order });
    }
    this.root = this.place([top], bestOf([top]), top.rules.length > 0, false);
  }

  place(nodes: readonly RuleNode[], best: Ruled | undefined, isExact: boolean, isSecret: boolean): Place {
    const id = `${nodes.map((node) => node.id).join()}:${best?.pattern.join('/')}:${best?.rule.class}:${best?.rule.merge}:${isExact}${isSecret}`;
    const found = this.#places.get(id);
    if (found && found.rule === best?.rule) return found;
    const made = new Place(this, nodes, best, isExact, isSecret);
    this.#places.set(id, made);
    return made;
  }

  #node(): RuleNode {
    return { id: this.#nodes++, literals: new Map(), patterns: new Map(), rules: [] };
  }

  #nodeAt(top: RuleNode, pattern: readonly string[]): RuleNode {
    return pattern.reduce((node, segment) => {
      const list = segment.includes('*') ? node.patterns : node.literals;
      const next = list.get(segment) ?? this.#node();
      list.set(segment, next);
      return next;
    }, top);
  }
}

class Place implements RulePlace {
  readonly kind: RulePlace['kind'];
  readonly rule?: KeyRule;
  readonly isExact: boolean;
  readonly hasRulesBelow: boolean;
  readonly #tree: RuleTree;
  readonly #nodes: readonly RuleNode[];
  readonly #best: Ruled | undefined;
  readonly #isSecret: boolean;
  readonly #known = new Map<string, Place>();

  constructor(
    tree: RuleTree,
    nodes: readonly RuleNode[],
    best: Ruled | undefined,
    isExact: boolean,
    isSecret: boolean,
  ) {
    this.kind = kindOf(best?.rule, isSecret);
    if (best) this.rule = best.rule;
    this.isExact = isExact;
    this.hasRulesBelow = nodes.some(({ literals, patterns }) => literals.size + patterns.size > 0);
    this.#tree = tree;
    this.#nodes = nodes;
    this.#best = best;
    this.#isSecret = isSecret;
  }

  below(key: string): Place {
    const known = this.#known.get(key);
    if (known) return known;
    const nodes = this.hasRulesBelow ? this.#nodes.flatMap((node) => matching(node, key)) : [];
    const named = bestOf(nodes);
    const isSecret = this.#isSecret || isSecretKey(key);
    const place = this.#tree.place(nodes, named ?? this.#best, named !== undefined, isSecret);
    // Keys that are names of a user's things come once each.
    if (this.#known.size < 512) this.#known.set(key, place);
    return place;
  }
}

/**
 * The same answers as `classifyKey` for a file of these rules, walking down: each key costs one step, however
 * many rules there are. Begins at the whole document.
 */
export const rulePlaces: (rules: readonly KeyRule[]) => RulePlace = frozenMemo(
  (rules) => new RuleTree(rules).root,
);

/** Keys are data, so that a `*` stands for a leading dot as well. */
function matching({ literals, patterns }: RuleNode, key: string): RuleNode[] {
  const literal = literals.get(key);
  const found = literal ? [literal] : [];
  for (const [pattern, node] of patterns)
    if (pattern === '*' || matchesSegment(pattern, key)) found.push(node);
  return found;
}

function bestOf(nodes: readonly RuleNode[]): Ruled | undefined {
  const rules = nodes.flatMap((node) => node.rules);
  return decidingOf(rules.sort((one, other) => one.order - other.order));
}

function kindOf(rule: KeyRule | undefined, isSecret: boolean): RulePlace['kind'] {
  if (rule === undefined || rule.class === 'identity') return 'identity';
  if (rule.class === 'disposable') return 'disposable';
  return isSecret ? 'identity' : (rule.merge ?? 'value');
}
