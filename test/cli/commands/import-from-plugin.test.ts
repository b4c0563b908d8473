import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Extensions, FoundDirectory } from '../../../src/accounts/index.ts';
import { extensionsOf } from '../../accounts/extensions-of.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

const login = (id: string) => JSON.stringify({ tokens: { access_token: 'sk-dummy-access', account_id: id } });

/** Somebody whose accounts another program keeps, of which a plugin knows. */
function kept(): CliWorld {
  const world = cliWorld();
  world.put('juggler/writing/auth.json', login('w'));
  world.put('juggler/me/auth.json', login('m'));
  return world;
}

function found(...directories: readonly FoundDirectory[]): Extensions {
  return extensionsOf({
    importer: [{ name: 'juggler', displayName: 'Juggler', find: async () => directories }],
  });
}

const ofCodex = (world: CliWorld, label: string): FoundDirectory => {
  return { tool: 'codex', label, directory: join(world.home, 'juggler', label) };
};

describe('tools import --from, of what a plugin finds', () => {
  test('shows what it would make, makes nothing, and asks before it does', async () => {
    const world = kept();
    const extensions = found(ofCodex(world, 'me'), ofCodex(world, 'writing'));
    const before = treeOf(world.home);
    const { code, stdout } = await world.run('import --from juggler --dry-run', { extensions });
    expect({ code, lines: stdout.replaceAll(world.home, '~').trim().split('\n') }).toEqual({
      code: 0,
      lines: [
        'would make codex#me of ~/juggler/me',
        '  it is logged in: m',
        'would make codex#writing of ~/juggler/writing',
        '  it is logged in: w',
      ],
    });
    expect(await world.run('import --from juggler', { extensions })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tools import --from juggler --yes'),
    });
    expect(treeOf(world.home)).toEqual(before);
  });

  test('takes them by reference, all as one change', async () => {
    const world = kept();
    const extensions = found(ofCodex(world, 'me'), ofCodex(world, 'writing'));
    const before = treeOf(join(world.home, 'juggler'));
    expect(await world.run('import codex --from juggler --only writing --yes', { extensions })).toMatchObject(
      { code: 0 },
    );
    expect(await world.homeOf('codex', 'writing')).toBe(join(world.home, 'juggler/writing'));
    expect(treeOf(join(world.home, 'juggler'))).toEqual(before);
    expect(await world.run('undo')).toMatchObject({ code: 0 });
    expect((await world.json('list codex')).accounts).toEqual([]);
    expect(treeOf(join(world.home, 'juggler'))).toEqual(before);
  });

  test('each directory is judged as one that somebody typed', async () => {
    const world = kept();
    mkdirSync(join(world.home, 'juggler/empty'));
    world.put('.codex/auth.json', login('own'));
    const extensions = found(
      ofCodex(world, 'me'),
      { tool: 'codex', label: 'own', directory: join(world.home, '.codex') },
      { tool: 'codex', label: 'gone', directory: join(world.home, 'nowhere') },
      { tool: 'nothing', label: 'x', directory: join(world.home, 'juggler/empty') },
      { tool: 'codex', label: 'here', directory: 'juggler/writing' },
      { tool: 'codex', label: '../up\u001b[31m', directory: join(world.home, 'juggler/writing') },
    );
    const { stdout, code } = await world.run('import --from juggler --dry-run', { extensions });
    const lines = stdout.replaceAll(world.home, '~');
    expect(code).toBe(0);
    expect(lines).toContain('would make codex#me of ~/juggler/me');
    expect(lines).toContain('codex#system (called own there) is here already');
    expect(lines).toMatch(/does not take codex#gone in ~\/nowhere: /);
    expect(lines).toContain('does not take over: x in ~/juggler/empty: no tool nothing is known here');
    expect(lines).toContain('does not take over: here in juggler/writing: it is no absolute path');
    expect(lines).toMatch(/would make codex#[\w.+@-]+ \(called \.\.\/up\\x1b\[31m there\)/);
  });

  test('a plugin that fails takes nothing, and is named', async () => {
    const world = kept();
    const find = async () => Promise.reject(new Error('its store is locked.'));
    const extensions = extensionsOf({ importer: [{ name: 'juggler', displayName: 'Juggler', find }] });
    expect(await world.run('import --from juggler --yes', { extensions })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'the plugin "acme", which looks for accounts of juggler, failed: its store is locked; nothing was taken.',
      ),
    });
    const { code, stdout } = await world.run('import', { extensions });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^juggler\t\tthe plugin "acme"\tthe plugin "acme", which looks for/),
    });
  });

  test('is listed with the others; a name of ours is never a plugin’s, and of two the first has it', async () => {
    const world = kept();
    world.put('.ccs/codex-instances/writing/auth.json', login('w'));
    const never = async () => Promise.reject(new Error('asked'));
    const extensions = extensionsOf({
      importer: [
        { name: 'ccs', displayName: 'not ccs', find: never },
        { name: 'juggler', displayName: 'Juggler', find: async () => [ofCodex(world, 'me')] },
        { name: 'juggler', displayName: 'another', find: never },
      ],
    });
    const { found: here } = await world.json('import', { extensions });
    expect(here.map(({ peer, store }: { peer: string; store: string }) => [peer, store])).toEqual([
      ['ccs', join(world.home, '.ccs')],
      ['juggler', 'the plugin "acme-2"'],
    ]);
    expect(await world.run('import --from ccs --dry-run', { extensions })).toMatchObject({ code: 0 });
    expect(await world.run('import --from juggle', { extensions })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('orrery, juggler'),
    });
  });
});
