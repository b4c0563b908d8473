import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../support/tree.ts';
import { cliWorld } from '../cli-world.ts';

const login = (id: string) => JSON.stringify({ tokens: { access_token: 'sk-dummy-access', account_id: id } });

describe('tools import', () => {
  test('makes an account of a directory, says who is in it, and starts the tool with that very path', async () => {
    const world = cliWorld();
    world.put('.codex-work/auth.json', login('w'));
    const program = world.fake('codex', ({ env, note }) => note('home', env.CODEX_HOME));
    const before = treeOf(join(world.home, '.codex-work'));
    const dry = await world.run('import codex --from ~/.codex-work --dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('would make codex#work') });
    expect((await world.json('list codex')).accounts).toEqual([]);
    const { code, stderr } = await world.run('import codex --from ~/.codex-work');
    expect(code).toBe(0);
    const home = join(world.home, '.codex-work');
    expect(stderr.split('\n')).toEqual([
      `made codex#work of ${home}, which stays there`,
      'it is logged in: w',
      'it shares nothing; to change that: tools share on codex -a work',
      'next: tools run codex -a work',
      '',
    ]);
    expect(treeOf(join(world.home, '.codex-work'))).toEqual(before);
    expect((await world.run('run codex -a work')).code).toBe(0);
    expect(program.runs().at(-1)?.notes.home).toBe(join(world.home, '.codex-work'));
  });

  test('--json prints the account; what is refused prints nothing', async () => {
    const world = cliWorld();
    world.put('.codex-work/auth.json', login('w'));
    world.put('.codex/auth.json', login('s'));
    expect(await world.json('import codex --from ~/.codex-work -a mine')).toMatchObject({
      account: { label: 'mine', home: join(world.home, '.codex-work'), sharing: { on: false } },
    });
    const { code, stdout, stderr } = await world.run('import codex --from ~/.codex --json');
    expect({ code, stdout, error: JSON.parse(stderr).error.code }).toEqual({
      code: 2,
      stdout: '',
      error: 'IMPORT_IS_SYSTEM',
    });
  });

  test('without a directory it says what is missing', async () => {
    const { code, stderr } = await cliWorld().run('import codex');
    expect(code).toBe(2);
    expect(stderr).toContain('"import" needs more: tools import codex --from DIRECTORY');
  });

  test('the login that system has needs --yes, and nobody is asked without a terminal', async () => {
    const world = cliWorld();
    world.put('.codex/auth.json', login('me'));
    world.put('.codex-copy/auth.json', login('me'));
    const refused = await world.run('import codex --from ~/.codex-copy');
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('codex#system') });
    expect(refused.stderr).toContain('tools import codex --from "~/.codex-copy" --yes');
    const { code, stderr } = await world.run('import codex --from ~/.codex-copy --yes');
    expect(code).toBe(0);
    expect(stderr).toContain('codex#system has the same login');
  });

  test('removing it says that the directory stays, and leaves it', async () => {
    const world = cliWorld();
    const file = world.put('.codex-work/auth.json', login('w'));
    await world.run('import codex --from ~/.codex-work');
    const dry = await world.run('remove codex work --dry-run');
    expect(dry.stdout).toContain(`(${join(world.home, '.codex-work')} stays)`);
    const { code, stderr } = await world.run('remove codex work --yes');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        `its directory is where it always was: ${join(world.home, '.codex-work')}`,
      ),
    });
    expect(readFileSync(file, 'utf8')).toBe(login('w'));
  });

  test.each([
    ['import codex', 2],
    ['import codex --from', 2],
    ['import codex --from ~/nowhere -a x', 3],
    ['import nothing --from ~/x', 3],
    ['import codex#a --from ~/x -a b', 2],
  ])('%s ends with %d', async (line, code) => {
    expect((await cliWorld().run(line)).code).toBe(code);
  });

  test('B138: whoever never types it finds his own directory as it was', async () => {
    const world = cliWorld();
    world.fake('codex', ({ env, write }) => write(`${env.CODEX_HOME}/auth.json`, '{}'), {
      mayRest: true,
    });
    world.put('.codex/auth.json', login('s'));
    world.put('.codex/config.toml', 'model = "x" # mine\n');
    world.put('.codex/sessions/a.jsonl', '{}');
    const before = treeOf(join(world.home, '.codex'));
    const times = () =>
      Object.keys(before).map((path) => lstatSync(join(world.home, '.codex', path)).mtimeMs);
    const minutes = times();
    for (const line of [
      'account add codex work',
      'list',
      'use codex work --global',
      'run codex -a work',
      'status',
      'doctor',
      'adopt codex --dry-run',
      'remove codex work --yes',
    ])
      await world.run(line);
    expect(treeOf(join(world.home, '.codex'))).toEqual(before);
    expect(times()).toEqual(minutes);
  });
});
