import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTool } from '../support/fake-tool.ts';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

test('whoever comes from ccs runs under the same logins as before, and can go back to the byte', async () => {
  const home = tempHome();
  const bin = join(home, 'bin');
  const env = { PATH: [bin, process.env.PATH].join(delimiter) };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const run = async (line: string, cwd?: string) => {
    const ended = await spawnCli(line.split(' '), { home, env, ...(cwd !== undefined && { cwd }) });
    expect({ line, ...ended }).toMatchObject({ line, code: 0 });
    return ended.stdout;
  };
  // As ccs 7 and caam 0.1.9 lay them out.
  put('.claude/settings.json', '{"model": "mine"}\n');
  put('.ccs/config.yaml', 'version: 13\ndefault: writing\naccounts:\n  writing: {}\n');
  put(
    '.ccs/instances/writing/.claude.json',
    '{"oauthAccount": {"accountUuid": "w", "emailAddress": "w@example.com"}}',
  );
  put(
    '.ccs/instances/writing/.credentials.json',
    '{"claudeAiOauth": {"accessToken": "sk-dummy", "refreshToken": "r"}}',
  );
  mkdirSync(join(home, '.ccs/shared'));
  symlinkSync(join(home, '.claude/settings.json'), join(home, '.ccs/shared/settings.json'));
  symlinkSync(join(home, '.ccs/shared/settings.json'), join(home, '.ccs/instances/writing/settings.json'));
  put('.ccs/codex-profiles.yaml', 'version: 1\ndefault: me\nprofiles:\n  me: {}\n');
  put('.ccs/codex-instances/me/auth.json', '{"tokens": {"access_token": "sk-dummy", "account_id": "m"}}');
  put('project/x', '');
  put('.local/share/caam/profiles/codex/lab/profile.json', '{"name": "lab", "provider": "codex"}');
  put(
    '.local/share/caam/profiles/codex/lab/codex_home/auth.json',
    '{"tokens": {"access_token": "sk-dummy", "account_id": "l"}}',
  );
  put(
    '.caam/projects.json',
    JSON.stringify({ version: 1, associations: { [join(home, 'project')]: { codex: 'lab' } } }),
  );
  const [codex, claude] = [fakeTool(bin, 'codex', () => 0), fakeTool(bin, 'claude', () => 0)];
  const homeOf = (tool: typeof codex, name: string) => tool.runs().at(-1)?.env[name];
  const theirs = () =>
    ['.ccs', '.caam', '.claude', '.local/share/caam'].map((name) => treeOf(join(home, name)));

  const before = theirs();
  expect(await run('import')).toMatch(/^caam\t.*\nccs\t/);
  await run('import --from ccs --yes --with-settings');
  await run('import --from caam --yes --with-settings');
  expect(theirs()).toEqual(before);

  await run('run codex');
  expect(homeOf(codex, 'CODEX_HOME')).toBe(join(home, '.ccs/codex-instances/me'));
  await run('run codex', join(home, 'project'));
  expect(homeOf(codex, 'CODEX_HOME')).toBe(join(home, '.local/share/caam/profiles/codex/lab/codex_home'));
  await run('run claude');
  expect(homeOf(claude, 'CLAUDE_CONFIG_DIR')).toBe(join(home, '.ccs/instances/writing'));
  // What a launch asserts it writes into homes, and through none of their links.
  expect(theirs()[2]).toEqual(before[2]);

  await run('undo');
  await run('undo');
  expect(JSON.parse(await run('list --json')).accounts).toEqual([]);
  expect(JSON.parse(await run('links --json')).links).toEqual([]);
});
