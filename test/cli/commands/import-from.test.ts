import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

const login = (id: string) => JSON.stringify({ tokens: { access_token: 'sk-dummy-access', account_id: id } });

/** Somebody who used ccs and codex-auth. */
function moved(): CliWorld {
  const world = cliWorld();
  world.put('.ccs/codex-instances/writing/auth.json', login('w'));
  world.put('.ccs/codex-instances/me/auth.json', login('m'));
  world.put('.ccs/codex-profiles.yaml', 'version: 1\ndefault: writing\nprofiles:\n  writing: {}\n  me: {}\n');
  world.put('.codex/config.toml', '');
  symlinkSync(
    join(world.home, '.codex/config.toml'),
    join(world.home, '.ccs/codex-instances/writing/config.toml'),
  );
  world.put(
    '.codex/accounts/registry.json',
    JSON.stringify({ schema_version: 4, accounts: [{ email: 'x@example.com' }] }),
  );
  return world;
}

const stores = (world: CliWorld) => [treeOf(join(world.home, '.ccs')), treeOf(join(world.home, '.codex'))];

describe('tools import, from another account manager', () => {
  test('without anything it lists what is here', async () => {
    const world = moved();
    const { code, stdout } = await world.run('import');
    expect({
      code,
      rows: stdout
        .trim()
        .split('\n')
        .map((row) => row.split('\t')),
    }).toEqual({
      code: 0,
      rows: [
        ['ccs', '2 to take', join(world.home, '.ccs'), 'tools import --from ccs --dry-run'],
        [
          'codex-auth',
          '1 to log in',
          join(world.home, '.codex/accounts'),
          'tools import --from codex-auth --dry-run',
        ],
      ],
    });
    const { found } = await world.json('import');
    expect(found.map(({ peer }: { peer: string }) => peer)).toEqual(['ccs', 'codex-auth']);
    expect(await cliWorld().run('import')).toMatchObject({ code: 0, stdout: '' });
  });

  test('a store that is damaged is listed with what is wrong, and the others beside it', async () => {
    const world = moved();
    world.put('.ccs/codex-profiles.yaml', 'version: [');
    const { code, stdout } = await world.run('import');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ccs\t\t.*codex-profiles\.yaml, which belongs to ccs, can't be understood/m);
    expect(stdout).toContain('codex-auth');
    expect(await world.run('import --from ccs')).toMatchObject({ code: 1 });
  });

  test('shows what it would make, and makes nothing', async () => {
    const world = moved();
    const before = treeOf(world.home);
    const { code, stdout } = await world.run('import --from ccs --dry-run');
    expect({ code, lines: stdout.replaceAll(world.home, '~').split('\n') }).toEqual({
      code: 0,
      lines: [
        'would make codex#me of ~/.ccs/codex-instances/me',
        '  it is logged in: m',
        'would make codex#writing of ~/.ccs/codex-instances/writing',
        '  it is logged in: w',
        '  links in it lead elsewhere, and stay as they are: config.toml to ~/.codex/config.toml',
        'does not take over 1 default; with --with-settings it does',
        '',
      ],
    });
    expect((await world.run('import --from ccs --dry-run --with-settings')).stdout).toContain(
      'would make the default codex#writing',
    );
    expect(treeOf(world.home)).toEqual(before);
  });

  test('without a terminal it wants --yes, and then makes the accounts that the tool runs under', async () => {
    const world = moved();
    const program = world.fake('codex', ({ env, note }) => note('home', env.CODEX_HOME));
    const before = stores(world);
    const refused = await world.run('import --from ccs');
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') });
    expect((await world.json('list codex')).accounts).toEqual([]);
    const { code, stdout, stderr } = await world.run('import --from ccs --yes --with-settings');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(
      `made codex#writing of ${join(world.home, '.ccs/codex-instances/writing')}, which stays there`,
    );
    expect(stderr).toContain('writing is the global default of codex');
    expect(stderr).toContain('to take all of it back: tools undo');
    expect(stores(world)).toEqual(before);
    expect((await world.run('run codex')).code).toBe(0);
    expect(program.runs().at(-1)?.notes.home).toBe(join(world.home, '.ccs/codex-instances/writing'));
    expect(await world.run('undo')).toMatchObject({ code: 0 });
    expect((await world.json('list codex')).accounts).toEqual([]);
    expect((await world.run('undo --list')).stdout).toContain('import from ccs');
  });

  test('a copy of a login is not taken: the command is shown that makes the account', async () => {
    const world = moved();
    const { code, stdout } = await world.run('import --from codex-auth --yes');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `does not take codex#x@example.com in ${join(world.home, '.codex/accounts')}: a copy of what renews itself would log the original out; to have it: tools login codex -a x@example.com`,
      '  it is x@example.com, by what was noted there',
      "as long as codex-auth is used, it decides whose login codex's own directory (codex#system) has",
      '',
    ]);
  });

  test('--only takes some, -a calls one of them otherwise, --json says it all', async () => {
    const world = moved();
    const done = await world.json('import codex --from ccs --only me -a mine --yes');
    expect(done).toMatchObject({
      plan: { peer: 'ccs', accounts: [{ name: 'me', label: 'mine', standing: 'take' }] },
      accounts: [{ tool: 'codex', label: 'mine', home: join(world.home, '.ccs/codex-instances/me') }],
      failed: [],
    });
    expect(await world.json('import --from ccs --dry-run')).toMatchObject({
      dryRun: true,
      plan: {
        accounts: [
          { standing: 'there', label: 'mine' },
          { standing: 'take', label: 'writing' },
        ],
      },
    });
    expect(await world.run('import codex --from ccs --only nobody --yes')).toMatchObject({ code: 3 });
    expect(await world.run('import --from ccs -a two --dry-run')).toMatchObject({ code: 0 });
    expect(await world.run('import claude --from ccs --dry-run')).toMatchObject({ code: 0, stdout: '' });
  });

  test('what fails is said, the rest is made, and the exit code is that of the failure', async () => {
    const world = moved();
    const plan = await world.run('import --from ccs --yes --only writing');
    expect(plan.code).toBe(0);
    const again = await world.run('import --from ccs --yes --only writing');
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('codex#writing is here already'),
    });
  });

  test.each([
    ['import --from nowhere', 2, 'no account manager that is known here (agents, aisw, caam'],
    ['import --from caam', 3, 'caam has stored nothing here'],
    ['import codex --from ./ccs', 3, 'there is no such directory'],
    ['import codex --from ~/.ccs/codex-instances/me --only x', 2, '--only'],
    ['import codex --from ~/.ccs/codex-instances/me --with-settings', 2, '--with-settings'],
  ])('%s ends with %d', async (line, code, said) => {
    const { code: ended, stderr } = await moved().run(line);
    expect({ code: ended, stderr }).toEqual({ code, stderr: expect.stringContaining(said) });
  });

  test('of directories made by hand', async () => {
    const world = cliWorld();
    world.put('.codex-writing/auth.json', login('w'));
    world.put('.codex-notes/x.md', '');
    const { stdout } = await world.run('import --from homes --dry-run');
    expect(stdout).toContain(`would make codex#writing of ${join(world.home, '.codex-writing')}`);
    expect(stdout).not.toContain('notes');
  });
});
