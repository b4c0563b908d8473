import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { StoredAccount } from '../../src/accounts/index.ts';
import { type SharedEntry, sharePlan } from '../../src/accounts/sharing/share-plan.ts';
import { readRoot } from '../../src/accounts/sharing/shared-root.ts';
import { markDirty } from '../../src/accounts/sync/mark-dirty.ts';
import { pushHome, syncRoot } from '../../src/accounts/sync/sync-root.ts';
import type { KeyRule } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { type AuditWorld, auditWorld, verdictsOf } from '../audit/audit-world.ts';
import { Lab } from '../merge/lab.ts';
import { testHost } from '../support/temp-home.ts';

/** Files of each tool that homes merge. */
const merged = builtInTools.flatMap((tool) => {
  const world = auditWorld(testHost());
  return sharePlan(world.ctx.host, world.tool(tool.id))
    .filter(({ how, path }) => (how === 'mixed' || how === 'mirror') && !path.includes('*'))
    .map((entry) => [tool.id, entry.path, entry] as const);
});

interface Planted {
  readonly document: object;
  readonly secrets: readonly string[];
}

/** Keys and tokens in every place and disguise that settings have for them, under each shared rule. */
function planted(rules: readonly KeyRule[]): Planted {
  const secrets: string[] = [];
  /** One that nothing but its place tells. */
  const word = (): string => secrets[secrets.push(`hunter-${secrets.length}-word`) - 1] ?? '';
  const key = (): string => secrets[secrets.push(`sk-dummy-${secrets.length}-aB3dE5gH7jK9mN1p`) - 1] ?? '';
  const login = () => ({
    env: { GITHUB: word(), list: [word()] },
    environment: { X: word() },
    headers: { 'X-Custom': word() },
    http_headers: { Authorization: `Bearer ${word()}` },
    headersHelper: `echo ${word()}`,
    apiKeyHelper: `/bin/echo ${word()}`,
    bearer_token: word(),
    oauth: { any: { deep: word() } },
    githubToken: word(),
    DB_PASSWORD: word(),
    'x-api-key': word(),
    clientSecret: word(),
    cookies: [word()],
    note: key(),
    url: `https://me:${word()}@host.example/x`,
    args: ['--api-key', word()],
    flag: `--token=${word()}`,
    deep: { er: [{ still: [{ accessToken: word() }, key()] }] },
  });
  const document = {};
  for (const { pointer, class: ruleClass, merge } of rules) {
    const way = pointer
      .split('/')
      .slice(1)
      .map((segment) => segment.replaceAll('*', 'x'));
    if (ruleClass !== 'shared' || merge === 'private') put(document, way, word());
    else if (merge === 'map') put(document, way, { harmless: { plain: 'benign' }, mine: login() });
    else if (merge === 'value') put(document, way, key());
    else put(document, way, ['benign', key(), `npm_${key()}`]);
  }
  // In a file that is one map of all it holds, each key is known.
  if (rules.some(({ pointer }) => pointer === '/*')) put(document, ['harmless'], 'benign');
  else put(document, ['nobodyKnows'], { token: word(), any: [word()] });
  return { document, secrets };
}

/** Around what stands there already; a rule of a list has no room for what is below it. */
function put(document: object, way: readonly string[], value: unknown): void {
  const [key = '', ...rest] = way;
  const here = document as Record<string, unknown>;
  if (Array.isArray(here) || (key in here && (typeof here[key] !== 'object' || Array.isArray(here[key]))))
    return;
  if (rest.length > 0) {
    here[key] ??= {};
    put(here[key] as object, rest, value);
  } else if (isPlain(here[key]) && isPlain(value)) Object.assign(here[key] as object, value);
  else here[key] = value;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(document: object, { fact }: SharedEntry): string {
  return fact.format === 'toml' ? stringify(document) : JSON.stringify(document, null, 2);
}

/** Two accounts; what the first has is brought to the root, and from there to the second. */
async function shared(world: AuditWorld, tool: string, path: string, text: string): Promise<StoredAccount> {
  const [one, other] = [await world.sharing(tool, 'one'), await world.sharing(tool, 'other')];
  const root = readRoot(world.ctx, tool, 'default');
  world.put(join(one.home, path), text);
  for (const wish of [{}, { take: 'home' }, { accept: true }] as const) {
    await pushHome(world.ctx, world.tool(tool), one, wish);
    if (root) for (const account of [one, other]) markDirty(world.ctx, root, account);
    await syncRoot(world.ctx, world.tool(tool), other);
    await syncRoot(world.ctx, world.tool(tool), one);
  }
  return one;
}

/** Of everything of ours but that home. */
function textsBut(folder: string, home: string): string {
  if (folder === home) return '';
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory()) return textsBut(path, home);
      return stats?.isFile() ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

describe('law 9: no key rides in what is shared', () => {
  test.each(merged.filter(([, , { how }]) => how === 'mixed'))(
    '%s %s: each in its place, in every disguise; what is harmless beside it travels',
    async (tool, path, entry) => {
      const world = auditWorld();
      const { document, secrets } = planted(entry.fact.rules ?? []);
      const one = await shared(world, tool, path, textOf(document, entry));
      const elsewhere = textsBut(world.ctx.paths.root, one.home);
      expect(secrets.filter((secret) => elsewhere.includes(secret))).toEqual([]);
      expect(secrets.every((secret) => readFileSync(join(one.home, path), 'utf8').includes(secret))).toBe(
        true,
      );
      const hasPlain = readFileSync(join(one.home, path), 'utf8').includes('benign');
      expect(readFileSync(join(world.rootOf(tool), path), 'utf8').includes('benign')).toBe(hasPlain);
      // The file was written over, and with it what a launch asserts there.
      const { retained: _, ...verdicts } = verdictsOf(await world.audit(tool));
      expect(verdicts).toEqual({});
    },
  );

  test.each(merged.filter(([, , { how }]) => how === 'mirror'))(
    '%s %s: a file that is shared whole stays at home while there is a key in it, but for places of keys, which stay alone',
    async (tool, path, entry) => {
      const world = auditWorld();
      const secret = 'sk-dummy-7-aB3dE5gH7jK9mN1p';
      const one = await shared(world, tool, path, textOf({ a: { b: [secret] } }, entry));
      expect(textsBut(world.ctx.paths.root, one.home)).not.toContain(secret);
      expect(existsSync(join(world.rootOf(tool), path))).toBe(false);
      const other = auditWorld();
      const kept = {
        plain: 'benign',
        deep: { env: { X: 'hunter-1-word' }, headers: { Y: 'hunter-2-word' } },
      };
      const text = textOf(entry.fact.format === 'json' ? kept : { plain: 'benign' }, entry);
      const two = await shared(other, tool, path, text);
      expect(readFileSync(join(other.rootOf(tool), path), 'utf8')).toContain('benign');
      expect(textsBut(other.ctx.paths.root, two.home)).not.toContain('hunter');
    },
  );

  const secret = 'sk-dummy-7-aB3dE5gH7jK9mN1p';
  const disguise = fc.constantFrom(
    (text: string) => text,
    (text: string) => `Bearer ${text}`,
    (text: string) => `https://me:${text}@host.example/`,
    (text: string) => `curl -H "Authorization: ${text}" host.example`,
    (text: string) => `--key=${text}`,
    (text: string) => `a ${text} b`,
  );
  const name = fc.constantFrom(
    'a',
    'mcpServers',
    'command',
    'args',
    'hooks',
    '0',
    'x y',
    'url',
    '__proto__',
    'é',
  );
  type Wrap = (inner: unknown) => unknown;
  const wrap: fc.Arbitrary<Wrap> = fc.oneof(
    name.map(
      (key): Wrap =>
        (inner) => ({ plain: 1, [key]: inner }),
    ),
    fc.constant<Wrap>((inner) => ['first', inner, 3]),
    fc.constant<Wrap>((inner) => (typeof inner === 'string' ? { [inner]: true } : { inner })),
  );
  const mixed = merged.filter(([, , { how }]) => how === 'mixed');
  const placed = fc.record({
    file: fc.constantFrom(...mixed.map(([, , entry]) => entry.fact.rules ?? [])),
    at: fc.nat(),
    names: fc.array(name, { minLength: 6, maxLength: 6 }),
    wraps: fc.array(wrap, { maxLength: 4 }),
    dress: disguise,
  });

  test('a key anywhere at or below any rule of any tool, in any disguise, never leaves its home', () => {
    void fc.assert(
      fc.property(placed, ({ file, at, names, wraps, dress }) => {
        const { pointer = '' } = file[at % file.length] ?? {};
        const way = pointer
          .split('/')
          .slice(1)
          .map((segment, index) => segment.replaceAll('*', names[index] ?? 'x'));
        const value = wraps.reduce<unknown>((inner, each) => each(inner), dress(secret));
        const document = way.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
        const lab = new Lab();
        const [mine, other] = [lab.home(document as object as Record<string, unknown>), lab.home({})];
        for (const more of [{}, { accept: true }, { take: 'home' }] as const) {
          lab.step(mine, { rules: file, ...more });
          lab.step(other, { rules: file, ...more });
        }
        expect(`${lab.shared} ${other.text} ${JSON.stringify([lab.root, mine.base])}`).not.toContain(secret);
        expect(mine.text).toContain(secret);
      }),
      { numRuns: 1000 },
    );
  });
});
