import { type MergeInput, wholeFile } from '../../merge/index.ts';
import { checksum, type Host, sha256 } from '../../platform/index.ts';
import {
  type AITool,
  type FileValue,
  type KeyRule,
  matchesSegment,
  type PathRoot,
} from '../../registry/index.ts';
import { relocationOf } from '../home/relocation.ts';
import { homePathOf } from '../sharing/home-facts.ts';
import type { SharedEntry } from '../sharing/share-plan.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';

/** What the merge of one file goes by, from the descriptor alone. */
export interface MergeFacts
  extends Pick<MergeInput, 'format' | 'rules' | 'birthmarks' | 'asserted' | 'rereads'> {
  /** Tells these from others. */
  readonly mark: string;
}

/** Once for a tool and a file: rules that are the same object are taken apart once. */
export function mergeFacts(host: Host, tool: AITool, { path, fact, how }: SharedEntry): MergeFacts {
  const key = `${how} ${path}`;
  const known = memory.get(tool)?.get(key);
  if (known) return known;
  const birthmarks = pointersIn(host, tool, path, tool.birthmarks);
  const rules = how === 'mixed' ? guardedRules(host, tool, path, fact.rules ?? []) : whole;
  const format = formatOf(fact.format);
  const made: MergeFacts = {
    format,
    rules,
    birthmarks,
    asserted: how === 'mixed' ? pointersIn(host, tool, path, assertedBy(tool)) : [],
    rereads: how === 'mixed' && tool.rereads === true,
    mark: checksum(JSON.stringify([format, rules, birthmarks])),
  };
  const ofTool = memory.get(tool) ?? new Map<string, MergeFacts>();
  memory.set(tool, ofTool.set(key, made));
  return made;
}

const whole = Object.freeze(wholeFile.map((rule) => Object.freeze(rule)));
const memory = new WeakMap<AITool, Map<string, MergeFacts>>();

/** A hash that only those who have the root can compare. */
export function hashOf({ salt }: Pick<SharedRoot, 'salt'>): MergeInput['hash'] {
  return (text) => sha256(`${salt} ${text}`).slice(0, hashLength);
}

/** Digits: 96 bits, so that no two values of a person's life are taken for one. */
const hashLength = 24;

function formatOf(format: SharedEntry['fact']['format']): MergeInput['format'] {
  return format === 'json' || format === 'jsonc' || format === 'toml' ? format : 'text';
}

/**
 * The rules, and before them all: what is asserted in each home, what a login is made of or beaten by, and what a
 * file is known by is that home's own, whatever a descriptor says of it.
 */
function guardedRules(host: Host, tool: AITool, path: string, rules: readonly KeyRule[]): readonly KeyRule[] {
  const own = [
    ...assertedBy(tool),
    ...(tool.login ?? []),
    ...(tool.environment?.outranksInSettings ?? []),
    ...(tool.birthmarks ?? []),
  ];
  const guards = pointersIn(host, tool, path, own).flatMap((pointer) => [
    pointer,
    ...rules.flatMap((rule) => guardBelow(pointer, rule.pointer)),
  ]);
  const identity = [...new Set(guards)].map((pointer): KeyRule => ({ pointer, class: 'identity' }));
  return Object.freeze([...identity.map((rule) => Object.freeze(rule)), ...rules]);
}

/** What stands in every home that was ever started. */
function assertedBy(tool: AITool) {
  return [...(relocationOf(tool).settings ?? []), ...(tool.retention ?? [])];
}

/** A rule that reaches there, or below, would beat it: what it says of the guarded place is said again. */
function guardBelow(guarded: string, pointer: string): readonly string[] {
  const [own, other] = [guarded.split('/'), pointer.split('/')];
  if (other.length < own.length || !own.every((segment, nth) => canMeet(segment, other[nth] as string)))
    return [];
  return [other.map((segment, nth) => closer(own[nth], segment)).join('/')];
}

function canMeet(one: string, other: string): boolean {
  return matchesSegment(one, other) || matchesSegment(other, one);
}

function closer(own: string | undefined, other: string): string {
  return own === undefined || own.includes('*') ? other : own;
}

function pointersIn(
  host: Host,
  tool: AITool,
  path: string,
  values: readonly (FileValue & { readonly root?: PathRoot })[] | undefined,
): readonly string[] {
  return (values ?? [])
    .filter(({ file, root }) => homePathOf(host, tool, file, root) === path)
    .map(({ pointer }) => pointer);
}
