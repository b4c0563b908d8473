import { describe, expect, test } from 'vitest';
import { sharePlan } from '../../../src/accounts/sharing/share-plan.ts';
import { mergeFacts } from '../../../src/accounts/sync/merge-facts.ts';
import {
  AIToolRegistry,
  classifyKey,
  type KeyRule,
  type ToolDescriptor,
} from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { testHost } from '../../support/temp-home.ts';

const host = testHost();

function rulesOf(rules: readonly KeyRule[], more: Partial<ToolDescriptor>): readonly KeyRule[] {
  const file = { path: 'state.json', class: 'mixed', kind: 'file', format: 'json', rules } as const;
  const descriptor: ToolDescriptor = { id: 'demo', displayName: 'Demo', directories: [file], ...more };
  const tool = { ...descriptor, sessionSubdirectories: [] } as never;
  const [entry] = sharePlan(host, tool);
  return mergeFacts(host, tool, entry as never).rules;
}

function classOf(rules: readonly KeyRule[], pointer: string): string {
  const file = { path: 'state.json', class: 'mixed', kind: 'file', rules } as const;
  return classifyKey({ directories: [file] }, 'state.json', pointer).class;
}

describe('what is a home’s own stays there, whatever the rules say of it', () => {
  const shared: KeyRule = { pointer: '/a', class: 'shared', merge: 'map' };
  const value = (pointer: string) => ({ file: 'state.json', pointer, format: 'json', value: 1 }) as const;
  const cases: [string, string, readonly KeyRule[], Partial<ToolDescriptor>][] = [
    [
      'a setting that is asserted',
      '/a/b',
      [shared],
      { relocation: { isolation: 'complete', shape: 'variable', settings: [value('/a/b')] } },
    ],
    [
      'what keeps the tool from deleting',
      '/a/b',
      [shared],
      { retention: [{ ...value('/a/b'), governs: ['x'], safe: 0 }] },
    ],
    ['a part of a login', '/a/b', [shared], { login: [value('/a/b')] }],
    ['what beats a login', '/a/b', [shared], { environment: { outranksInSettings: [value('/a/b')] } }],
    ['what the file is known by', '/a/b', [shared], { birthmarks: [value('/a/b')] }],
    ['what lies below it', '/a/b/c', [shared, { ...shared, pointer: '/a/b/c' }], { login: [value('/a/b')] }],
    [
      'what a pattern reaches',
      '/a/b/c',
      [shared, { ...shared, pointer: '/a/*/c' }],
      { login: [value('/a/b')] },
    ],
    ['what it names by a pattern', '/a/b', [{ ...shared, pointer: '/a/b' }], { login: [value('/a/*')] }],
  ];

  test.each(cases)('%s', (_, pointer, rules, more) => {
    expect(classOf(rules, pointer)).toBe('shared');
    expect(classOf(rulesOf(rules, more), pointer)).toBe('identity');
    expect(classOf(rulesOf(rules, {}), pointer)).toBe('shared');
  });

  test('of the same key in another file nothing is said', () => {
    const more = { login: [{ ...value('/a/b'), file: 'other.json' }] };
    expect(classOf(rulesOf([shared], more), '/a/b')).toBe('shared');
  });
});

test('for every built-in tool the facts of a file are made once, so that its rules are taken apart once', () => {
  const registry = new AIToolRegistry();
  for (const tool of builtInTools) registry.register(tool);
  const entries = registry.all().flatMap((tool) => sharePlan(host, tool).map((entry) => ({ tool, entry })));
  const merged = entries.filter(({ entry }) => entry.how === 'mixed' || entry.how === 'mirror');
  expect(merged.length).toBeGreaterThan(10);
  for (const { tool, entry } of merged) {
    const facts = mergeFacts(host, tool, entry);
    expect(mergeFacts(host, tool, { ...entry })).toBe(facts);
    expect(Object.isFrozen(facts.rules)).toBe(true);
  }
});
