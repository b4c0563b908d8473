import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expandTemplate } from '../../src/accounts/home/templates.ts';
import { builtInOwner, registry } from '../../src/index.ts';
import {
  AIToolRegistry,
  checkDescriptor,
  classify,
  classifyKey,
  type ToolDescriptor,
} from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { testHost } from '../support/temp-home.ts';
import { evidenceFor, factsOf, namesFact } from './evidence.ts';

const folder = join(import.meta.dirname, '../../src/tools');

test('the files in src/tools are the tools, in the order of their ids', () => {
  const files = readdirSync(folder)
    .map((file) => file.replace(/\.ts$/u, ''))
    .filter((name) => name !== 'index');
  expect(builtInTools.map(({ id }) => id)).toEqual(files.sort());
});

test('the registry that the library brings holds them, and nobody else may replace one', () => {
  expect(registry.all().map(({ id }) => id)).toEqual(builtInTools.map(({ id }) => id));
  for (const tool of builtInTools) {
    expect(registry.ownerOf(tool.id)).toBe(builtInOwner);
    expect(() => registry.register(tool)).toThrow(/built in and cannot be replaced/u);
  }
});

describe.each(builtInTools.map((tool) => [tool.id, tool] as const))('%s', (id, tool) => {
  const mixed = (tool.directories ?? []).filter((fact) => fact.class === 'mixed');

  test('is what its file is called after', async () => {
    const module = await import(`../../src/tools/${id}.ts`);
    expect(module[id]).toBe(tool);
    expect(Object.keys(module)).toEqual([id]);
  });

  test('registers, and comes back whole', () => {
    expect(checkDescriptor(tool)).toEqual([]);
    const table = new AIToolRegistry();
    table.register(tool);
    expect(table.tool(id)).toMatchObject(tool);
  });

  test('is data: JSON gives it back', () => {
    expect(JSON.parse(JSON.stringify(tool))).toEqual(tool);
  });

  test.each([
    ['linux', '/home/u', '/home/u/.local/share/ai-tools/accounts/x/1/home'],
    ['darwin', '/Users/u', '/Users/u/.local/share/ai-tools/accounts/x/1/home'],
    ['win32', 'C:\\Users\\u', 'C:\\Users\\u\\AppData\\Local\\ai-tools\\accounts\\x\\1\\home'],
  ] as const)('gives a home as absolute, normalised paths on %s', (platform, homeDir, home) => {
    const host = testHost({ platform, homeDir });
    const values = { home, userHome: homeDir, xdgConfig: home, xdgData: home };
    const templates = templatesOf(tool);
    expect(templates.length).toBeGreaterThan(0);
    for (const template of templates) {
      const path = expandTemplate(host, template, values);
      expect(host.path.isAbsolute(path), path).toBe(true);
      expect(host.path.resolve(path)).toBe(path);
    }
  });

  test('every fact has evidence', () => {
    const proven = new Set((tool.evidence ?? []).map(({ fact }) => fact));
    expect(factsOf(tool).filter((fact) => evidenceFor(fact, proven) === undefined)).toEqual([]);
  });

  test('all evidence names a fact, once', () => {
    const facts = (tool.evidence ?? []).map(({ fact }) => fact);
    expect(facts.filter((fact) => !namesFact(tool, fact))).toEqual([]);
    expect(new Set(facts).size).toBe(facts.length);
  });

  test('what was observed says in which version, and when', () => {
    for (const { how, version, date } of tool.evidence ?? []) {
      expect(date).toMatch(/^2026-/u);
      if (how === 'observed') expect(version).toMatch(/^\d+\.\d+\.\d+$/u);
    }
  });

  test('logins and identities stay with the account', () => {
    const parts = [
      ...(tool.login ?? []),
      ...(tool.identity ?? []).map((source) => ({ ...source, pointer: '' })),
    ];
    expect(parts.length).toBeGreaterThan(0);
    for (const { file, root, pointer } of parts) {
      const name = `${file} ${pointer}`;
      if (pointer === '') expect(classify(tool, file, root), name).toMatch(/^(identity|mixed)$/u);
      else expect(classifyKey(tool, file, pointer, root).class, name).toBe('identity');
    }
    for (const { file, root, pointer } of (tool.login ?? []).filter((part) => part.pointer === '')) {
      expect(classify(tool, file, root), file + pointer).toBe('identity');
    }
  });

  test('a login can be told from none', () => {
    expect((tool.login ?? []).some(({ usable, format }) => usable !== undefined || format === 'binary')).toBe(
      true,
    );
  });

  test('law 9: keys, headers and helpers inside what is shared stay with the account', () => {
    for (const { path, root, rules = [] } of mixed) {
      for (const rule of rules) {
        if (lastOf(rule.pointer).match(secretName)) {
          expect(rule.class === 'identity' || rule.merge === 'private', `${path} ${rule.pointer}`).toBe(true);
        }
        const around = rule.pointer.replaceAll('*', 'x');
        for (const secret of rule.class === 'shared' ? secretPlaces : []) {
          for (const pointer of [`${around}/${secret}`, `${around}/x/${secret}`]) {
            expect(classifyKey(tool, path, pointer, root).class, `${path} ${pointer}`).not.toBe('shared');
          }
        }
      }
    }
  });

  test('law 9: a mixed file is never linked; only what is nobody’s own may be', () => {
    for (const { path, class: pathClass, linkSafe } of tool.directories ?? []) {
      if (linkSafe) expect(pathClass, path).toMatch(/^(shared|disposable)$/u);
    }
    expect(mixed.filter(({ linkSafe }) => linkSafe)).toEqual([]);
  });

  test('law 14: every shared key says how it merges', () => {
    const shared = mixed.flatMap(({ rules = [] }) => rules).filter((rule) => rule.class === 'shared');
    expect(shared.filter(({ merge }) => merge === undefined)).toEqual([]);
  });

  test('law 1: what the tool empties by itself is shared, and the value that keeps it is the account’s', () => {
    const wrong = (tool.retention ?? []).flatMap(({ governs, file, root, pointer }) => [
      ...governs.filter((path) => classify(tool, path, root) !== 'shared'),
      ...(classifyKey(tool, file, pointer, root).class === 'identity' ? [] : [pointer]),
    ]);
    expect(wrong).toEqual([]);
  });

  test('law 5: guards travel: they are shared themselves', () => {
    for (const { path, guardedBy = [], root } of tool.directories ?? []) {
      for (const guard of guardedBy)
        expect(classify(tool, guard, root), `${guard} of ${path}`).toBe('shared');
    }
    expect(tool.directories).not.toEqual([]);
  });

  test('sessions are shared', () => {
    expect(tool.sessionSubdirectories?.map((path) => classify(tool, path)) ?? []).not.toContain('identity');
  });

  test('B052: a variable that takes a key outranks a login, and a marker is no login', () => {
    const { apiKey = [], outranks = [], sessionMarkers = [] } = tool.environment ?? {};
    expect(outranks).toEqual(expect.arrayContaining([...apiKey]));
    expect(sessionMarkers.length).toBeGreaterThan(0);
    expect(sessionMarkers.filter((name) => outranks.includes(name))).toEqual([]);
    expect(Object.keys(tool.relocation?.own ?? {}).filter((name) => outranks.includes(name))).toEqual([]);
  });

  test('law 7: a leak that we close is closed by something we set', () => {
    const { own, borrowed, settings = [], leaks = [] } = tool.relocation ?? {};
    const set = [
      ...Object.keys({ ...own, ...borrowed, ...tool.environment?.set }),
      ...settings.map(({ pointer }) => pointer),
    ];
    for (const { what, action, closedBy = [] } of leaks) {
      if (action === 'set') expect(set, what).toEqual(expect.arrayContaining([...closedBy]));
    }
    expect(leaks.length).toBeGreaterThan(0);
  });

  test('what is partial says why', () => {
    expect(tool.relocation?.isolation).toBe('partial');
    expect(tool.relocation?.reason).toMatch(/\w/u);
  });
});

test('law 5: the sessions of Codex travel with the locks of their writers', () => {
  const codex = builtInTools.find(({ id }) => id === 'codex');
  const sessions = codex?.directories?.filter(({ path }) => /sessions$/u.test(path)) ?? [];
  expect(sessions.map(({ guardedBy }) => guardedBy)).toEqual([
    ['thread-writer-locks'],
    ['thread-writer-locks'],
  ]);
});

test('B118: the name of Claude’s keychain item is made from the home, and bare without one', () => {
  const claude = builtInTools.find(({ id }) => id === 'claude');
  expect(claude?.keychain?.[0]).toMatchObject({
    service: 'Claude Code-credentials-{sha256:home:8}',
    systemService: 'Claude Code-credentials',
  });
});

const secretPlaces = [
  'env',
  'headers',
  'headersHelper',
  'http_headers',
  'env_http_headers',
  'bearer_token',
  'apiKey',
  'api_key',
  'token',
  'accessToken',
  'oauth',
  'auth',
  'password',
  'secret',
];
const secretName = /^env$|^environment$|headers|helper$|bearer|tokens?$|(?:_|^api|Api)key$|Key$/iu;

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Every place that a descriptor gives as a template. */
function templatesOf({ relocation, executable }: ToolDescriptor): readonly string[] {
  const { own, borrowed, system } = relocation ?? {};
  return [
    ...Object.values({ ...own, ...borrowed }),
    ...Object.values(system?.roots ?? {}),
    ...Object.values(system?.files ?? {}),
    ...Object.values(executable?.knownPaths ?? {}).flat(),
  ];
}
