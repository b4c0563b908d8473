import { describe, expect, test } from 'vitest';
import type { StoredAccount } from '../../../src/accounts/index.ts';
import { sharedEntries, sharePlan } from '../../../src/accounts/sharing/share-plan.ts';
import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { testHost } from '../../support/temp-home.ts';
import { demo } from './sharing-lab.ts';

const host = testHost({ home: '/home/u', platform: 'linux' });

function toolOf(descriptor: ToolDescriptor): AITool {
  const registry = new AIToolRegistry();
  registry.register(descriptor);
  return registry.tool(descriptor.id) as AITool;
}

function waysOf(descriptor: ToolDescriptor, platform: 'linux' | 'win32' = 'linux'): Record<string, string> {
  const plan = sharePlan({ ...host, platform }, toolOf(descriptor));
  return Object.fromEntries(plan.map(({ path, how }) => [path, how]));
}

function withFacts(directories: ToolDescriptor['directories'], more: Partial<ToolDescriptor> = {}) {
  return { id: 'x', displayName: 'X', ...(directories && { directories }), ...more };
}

describe('how each thing is shared', () => {
  test('directories and files that survive it are links; other files are merged', () => {
    expect(waysOf(demo)).toEqual({
      commands: 'link',
      'history.jsonl': 'link',
      locks: 'link',
      'notes.md': 'mirror',
      plugins: 'children',
      sessions: 'link',
      'settings.json': 'mixed',
      skills: 'children',
    });
  });

  test('B113: on Windows a file is never a link', () => {
    expect(waysOf(demo, 'win32')).toMatchObject({ 'history.jsonl': 'mirror', commands: 'link' });
  });

  const shared = { class: 'shared', kind: 'directory' } as const;
  const own = { class: 'identity', kind: 'file' } as const;

  test.each<{
    readonly what: string;
    readonly facts: ToolDescriptor['directories'];
    readonly more?: Partial<ToolDescriptor>;
    readonly ways: Readonly<Record<string, string>>;
  }>([
    {
      what: 'a tool of which nothing else is known shares its sessions',
      facts: undefined,
      more: { sessionSubdirectories: ['chats', 'logs/old'] },
      ways: { chats: 'link', 'logs/old': 'link' },
    },
    { what: 'a tool of which nothing at all is known shares nothing', facts: undefined, ways: {} },
    {
      what: 'each directory on the way to what is not shared is real',
      facts: [
        { path: 'a', ...shared },
        { path: 'a/b/c/key', ...own },
      ],
      ways: { a: 'children', 'a/b': 'children', 'a/b/c': 'children' },
    },
    {
      what: 'also where its name is only half known',
      facts: [
        { path: 'a', ...shared },
        { path: 'a/*/key', ...own },
      ],
      ways: { a: 'children', 'a/*': 'children' },
    },
    {
      what: 'what is shared inside of what is shared goes with it',
      facts: [
        { path: 'a', ...shared },
        { path: 'a/b', ...shared },
        { path: 'a/f.json', class: 'shared', kind: 'file', format: 'json' },
      ],
      ways: { a: 'link' },
    },
    {
      what: 'a file inside of a real directory is merged in its own way',
      facts: [
        { path: 'a', ...shared },
        { path: 'a/key', ...own },
        { path: 'a/m.json', class: 'mixed', kind: 'file', format: 'json', rules: [] },
        { path: 'a/f.json', class: 'shared', kind: 'file', format: 'json' },
        { path: 'a/b', ...shared },
      ],
      ways: { a: 'children', 'a/f.json': 'mirror', 'a/m.json': 'mixed' },
    },
    {
      what: 'a shared thing below something private is shared all the same',
      facts: [
        { path: 'a', class: 'identity', kind: 'directory' },
        { path: 'a/b', ...shared },
      ],
      ways: { 'a/b': 'link' },
    },
    {
      what: 'what holds paths of its own home is not shared at all',
      facts: [
        { path: 'a', ...shared, holdsAbsolutePaths: true },
        { path: 'f', class: 'shared', kind: 'file', holdsAbsolutePaths: true },
      ],
      ways: {},
    },
    {
      what: 'what lies in another directory of the tool has the way that leads there in the home',
      facts: [
        { path: 'a', ...shared },
        { path: 'b', root: 'data', ...shared },
        { path: 'c', root: 'home', ...shared },
      ],
      more: {
        relocation: {
          shape: 'set',
          own: { X_HOME: '{home}' },
          configDir: '.x',
          roots: { data: 'share/x' },
          isolation: 'complete',
        },
      },
      ways: { '.x/a': 'link', c: 'link', 'share/x/b': 'link' },
    },
  ])('$what', ({ facts, more, ways }) => {
    expect(waysOf(withFacts(facts, more))).toEqual(ways);
  });
});

test('what deletes from a directory governs it, and so does what deletes inside of it or around it', () => {
  const tool = toolOf(demo);
  const governed = sharePlan(host, tool).filter(({ retention }) => retention.length > 0);
  expect(governed.map(({ path }) => path)).toEqual(['history.jsonl', 'sessions']);
});

describe('what one account shares', () => {
  const tool = toolOf(demo);
  const pathsOf = (on: boolean, except: readonly string[]) =>
    sharedEntries(host, tool, { sharing: { on, except } } as StoredAccount).map(
      ({ path, how }) => `${path} ${how}`,
    );

  test('nothing while sharing is off', () => expect(pathsOf(false, [])).toEqual([]));

  test('all of it else', () => expect(pathsOf(true, [])).toHaveLength(8));

  test('not what it keeps to itself, nor what lies below that', () => {
    expect(pathsOf(true, ['commands', 'settings.json'])).toEqual([
      'history.jsonl link',
      'locks link',
      'notes.md mirror',
      'plugins children',
      'sessions link',
      'skills children',
    ]);
  });

  test('no session without the lock of whoever writes it', () => {
    expect(pathsOf(true, ['locks'])).not.toContain('sessions link');
    expect(pathsOf(true, ['locks'])).toContain('commands link');
  });

  test('a directory of which it keeps a part is real', () => {
    expect(pathsOf(true, ['commands/mine/secret.md'])).toEqual(
      expect.arrayContaining(['commands children', 'commands/mine children']),
    );
  });
});

describe('B023: the built-in tools', () => {
  const tools = builtInTools.map((descriptor) => toolOf(descriptor));

  test.each(tools)('$id shares nothing but what is declared, and no identity', (tool) => {
    for (const { path, fact } of sharePlan(host, tool)) {
      expect(['shared', 'mixed'], path).toContain(fact.class);
      expect(path).not.toMatch(/auth|cred|oauth|token|\.env|\.sqlite|\.db/);
    }
  });

  test('every guard of what is shared is shared', () => {
    const unguarded = tools.flatMap((tool) => {
      const plan = sharePlan(host, tool);
      const guards = plan.flatMap((entry) => entry.guards);
      return guards.filter((guard) => !plan.some(({ path }) => path === guard));
    });
    expect(unguarded).toEqual([]);
  });

  test.each([
    ['claude', 'plugins', 'children'],
    ['claude', 'projects', 'link'],
    ['claude', '.claude.json', 'mixed'],
    ['codex', 'sessions', 'link'],
    ['codex', 'skills', 'children'],
    ['gemini', '.gemini/tmp', 'link'],
    ['gemini', '.agents/skills', 'link'],
  ])('%s: %s is shared as %s', (id, path, how) => {
    const tool = tools.find((each) => each.id === id) as AITool;
    expect(sharePlan(host, tool).find((entry) => entry.path === path)?.how).toBe(how);
  });
});
