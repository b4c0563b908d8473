import { type Classified, factOf } from './classify.ts';
import type { KeyRule, PathClass, PathRoot } from './descriptor.ts';
import { frozenMemo } from './frozen-memo.ts';
import { pointerKeys } from './json-pointer.ts';
import { matchesSegment } from './path-pattern.ts';
import { type Declaration, decidingOf } from './precedence.ts';
import { isSecretKey } from './secret-key.ts';

/** What one leaf of a file is, and which rule says so. */
export interface KeyClass {
  readonly class: PathClass;
  /** How it merges, for what is shared. */
  readonly merge?: NonNullable<KeyRule['merge']>;
  /** The rule that decided; absent: none did. */
  readonly rule?: KeyRule;
}

/**
 * The class of one leaf of a file. In a mixed file the longest rule at or above the pointer decides, and what
 * no rule covers is identity; so is every key under which keys and tokens live (`env`, headers …), whatever
 * stands around it. In any other file each key has the file's class.
 */
export function classifyKey(
  tool: Classified,
  path: string,
  pointer: string,
  root: PathRoot = 'config',
): KeyClass {
  const fact = factOf(tool, path, root);
  const keys = pointerKeys(pointer);
  if (fact === undefined || keys === undefined) return { class: 'identity' };
  if (fact.class !== 'mixed') return { class: fact.class };
  const rule = closestRule(fact.rules ?? [], keys);
  if (rule === undefined) return { class: 'identity' };
  if (rule.class !== 'shared') return { class: rule.class, rule };
  if (rule.merge === 'private' || keys.some(isSecretKey)) return { class: 'identity', rule };
  return { class: 'shared', merge: rule.merge ?? 'value', rule };
}

function closestRule(rules: readonly KeyRule[], keys: readonly string[]): KeyRule | undefined {
  return decidingOf(takeApart(rules).filter(({ pattern }) => isAtOrAbove(pattern, keys)))?.rule;
}

interface RuleDeclaration extends Declaration {
  readonly rule: KeyRule;
}

const takeApart = frozenMemo((rules: readonly KeyRule[]): readonly RuleDeclaration[] =>
  rules.flatMap((rule) => {
    const pattern = pointerKeys(rule.pointer);
    return pattern === undefined ? [] : [{ rule, pattern, class: rule.class }];
  }),
);

function isAtOrAbove(pattern: readonly string[], keys: readonly string[]): boolean {
  return pattern.length <= keys.length && pattern.every((key, index) => matchesKey(key, keys[index] ?? ''));
}

/** Keys are data, so that a `*` stands for a leading dot as well. */
function matchesKey(pattern: string, key: string): boolean {
  return pattern === '*' || matchesSegment(pattern, key);
}
