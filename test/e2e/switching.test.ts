import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTool } from '../support/fake-tool.ts';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

test('B018: switching to and fro makes no home and touches no login', async () => {
  const home = tempHome();
  const bin = join(home, 'bin');
  const env = { PATH: [bin, process.env.PATH].join(delimiter) };
  const run = async (line: string) => {
    const ended = await spawnCli(line.split(' '), { home, env });
    expect({ line, code: ended.code, stderr: ended.stderr }).toMatchObject({ line, code: 0 });
    return ended.stdout;
  };
  fakeTool(bin, 'codex', ({ env: given, write }) => {
    const tokens = { access_token: `A-${given.WHO}`, refresh_token: `R-${given.WHO}`, account_id: given.WHO };
    write(`${given.CODEX_HOME}/auth.json`, JSON.stringify({ tokens }));
  });
  for (const WHO of ['a', 'b']) {
    const login = await spawnCli(['login', 'codex', '-a', WHO], { home, env: { ...env, WHO } });
    expect(login).toMatchObject({ code: 0 });
  }
  const accounts = join(home, '.local/share/ai-tools/accounts');
  const before = treeOf(accounts);
  const homes = await run('list --json');
  for (let turn = 0; turn < 5; turn += 1) {
    await run('use codex a');
    await run('use codex b');
  }
  await run('use codex system');
  await run('use codex b');
  expect(treeOf(accounts)).toEqual(before);
  const placesOf = (text: string) =>
    JSON.parse(text).accounts.map((account: { home: string }) => account.home);
  expect(placesOf(await run('list --json'))).toEqual(placesOf(homes));
  expect(await run('which codex --why')).toContain('codex#b');
});
