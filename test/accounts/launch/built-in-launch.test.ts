import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathsOf } from '../../../src/accounts/home/home-paths.ts';
import { relocationOf } from '../../../src/accounts/home/relocation.ts';
import {
  type AccountsContext,
  addAccount,
  environmentOf,
  launch,
  planLaunch,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { parseDocument, readPointer } from '../../../src/formats/index.ts';
import { registry } from '../../../src/index.ts';
import { appPaths } from '../../../src/platform/index.ts';
import { type Tree, treeOf } from '../../support/tree.ts';
import { loginWorld } from '../login-world.ts';

const tools = registry.all().map((tool) => [tool.id, tool] as const);

describe.each(tools)('%s, as it is built in', (id, tool) => {
  const world = () => {
    const base = loginWorld();
    return { ...base, ctx: { ...base.ctx, registry } satisfies AccountsContext };
  };
  const names = Object.keys({ ...relocationOf(tool).own, ...relocationOf(tool).borrowed });

  test('two accounts are launched in two homes, and nothing is written outside them', async () => {
    const { ctx, home, fake } = world();
    const program = fake(tool.executable?.names[0] ?? id, () => 0);
    const accounts = [await addAccount(ctx, id, 'work'), await addAccount(ctx, id, 'personal')];
    for (const account of accounts) await launch(ctx, await planLaunch(ctx, tool, account));
    expect(names.length).toBeGreaterThan(0);
    for (const [index, account] of accounts.entries()) {
      const env = program.runs()[index]?.env ?? {};
      for (const name of names) {
        expect(env[name]?.startsWith(account.home), `${name}=${env[name]}`).toBe(true);
        expect(env[name]).not.toMatch(/\/$|[{}]/u);
      }
      for (const other of registry.all().filter((each) => each.id !== id)) {
        for (const name of Object.keys(relocationOf(other).own ?? {})) expect(env).not.toHaveProperty(name);
      }
      const written = Object.keys(treeOf(account.home)).filter(
        (path) => !/^(?:dir|link)/.test(treeOf(account.home)[path] ?? ''),
      );
      const asserted = (relocationOf(tool).settings ?? []).map(({ file }) => file);
      expect(new Set(written.map((path) => path.split('/').at(-1)))).toEqual(new Set(asserted));
    }
    expect(readdirSync(home).sort()).toEqual(['.local', 'bin', 'work']);
  });

  test('under system, none of its variables is set', async () => {
    const { ctx, fake } = world();
    const program = fake(tool.executable?.names[0] ?? id, () => 0);
    await launch(ctx, await planLaunch(ctx, tool, { kind: 'system', tool: id, label: 'system' }));
    for (const name of names) expect(program.runs()[0]?.env).not.toHaveProperty(name);
  });

  test('a launch after one that changed nothing writes nothing but that there is one', async () => {
    const { ctx, fake } = world();
    fake(tool.executable?.names[0] ?? id, () => 0, { mayRest: true });
    const account = await addAccount(ctx, id, 'work');
    await planLaunch(ctx, tool, account);
    // What was written within a tick of the disk's clock is looked at once more.
    await new Promise((done) => setTimeout(done, 50));
    await planLaunch(ctx, tool, account);
    const before = unmarked(treeOf(ctx.paths.root));
    await planLaunch(ctx, tool, account);
    expect(unmarked(treeOf(ctx.paths.root))).toEqual(before);
  });

  test('what it needs to heed a held key is in the home of an account that holds one, and in no other', async () => {
    const { ctx, fake } = world();
    fake(tool.executable?.names[0] ?? id, () => 0, { mayRest: true });
    const forKeys = (relocationOf(tool).settings ?? []).filter(({ only }) => only === 'key');
    const held = await addAccount(ctx, id, 'held', { key: 'sk-dummy-1' });
    const plain = await addAccount(ctx, id, 'plain');
    for (const account of [held, plain]) await planLaunch(ctx, tool, account);
    const found = (account: StoredAccount) =>
      forKeys.map((setting) => {
        const text = readFileSync(pathsOf(ctx, tool, account).fileOf(setting), 'utf8');
        return readPointer(parseDocument(text, setting.format), setting.pointer);
      });
    expect(found(held)).toEqual(forKeys.map(({ value }) => value));
    expect(found(plain)).toEqual(forKeys.map(() => undefined));
  });

  test('law 8: whoever runs under it, or stands in a shell of it, finds our folder where we have it', async () => {
    const { ctx, fake } = world();
    fake(tool.executable?.names[0] ?? id, () => 0, { mayRest: true });
    const account = await addAccount(ctx, id, 'work');
    const { env } = await planLaunch(ctx, tool, account);
    const { set } = await environmentOf(ctx, tool, account);
    for (const given of [env, { ...ctx.host.env, ...set }]) {
      const host = { ...ctx.host, env: given, homeDir: given.HOME ?? ctx.host.homeDir };
      expect(appPaths(host).root).toBe(ctx.paths.root);
      // Nested once more, under an account of another tool.
      const inner = await planLaunch({ ...ctx, host, paths: appPaths(host) }, tool, account);
      expect(inner.env.AI_TOOLS_HOME).toBe(ctx.paths.root);
    }
  });

  test('its variables are what a shell is given', async () => {
    const { ctx } = world();
    const account = await addAccount(ctx, id, 'work');
    const { set } = await environmentOf(ctx, tool, account);
    for (const name of names) expect(set[name]?.startsWith(account.home)).toBe(true);
    expect(existsSync(join(account.home, '..', 'account.json'))).toBe(true);
  });
});

/** Without the marks of launches that may have changed something, each of which has a name of its own. */
function unmarked(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/\/\.root\/dirty\//.test(path)));
}
