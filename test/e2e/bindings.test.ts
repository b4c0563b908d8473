import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTool } from '../support/fake-tool.ts';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

test('a repository that is cloned names who it is for: trusted once, run as that account, and as nobody else', async () => {
  const home = tempHome();
  const bin = join(home, 'bin');
  const env = { PATH: [bin, process.env.PATH].join(delimiter) };
  const tools = (line: string, cwd = home, more: Record<string, string> = {}) =>
    spawnCli(line.split(' '), { home, cwd, env: { ...env, ...more } });
  const codex = fakeTool(bin, 'codex', ({ argv, env: given, write }) => {
    const tokens = { access_token: `A-${given.WHO}`, refresh_token: 'R', account_id: given.WHO };
    if (argv[0] === 'login') write(`${given.CODEX_HOME}/auth.json`, JSON.stringify({ tokens }));
  });
  for (const WHO of ['acme', 'me'])
    expect(await tools(`login codex -a ${WHO} --private`, home, { WHO })).toMatchObject({ code: 0 });
  await tools('use codex me --global');

  // Somebody of the team asks who they are, and commits it.
  const print = (await tools('whoami codex -a acme --organization')).stdout.trim();
  const team = join(home, 'team');
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      env: { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'pipe',
    });
  mkdirSync(team);
  git(team, 'init', '-q');
  appendFileSync(
    join(team, '.ai-tools.toml'),
    `[accounts]\ncodex = "client"\n\n[require.codex]\nfingerprint = "${print}"\n`,
  );
  git(team, 'add', '.ai-tools.toml');
  git(team, 'commit', '-q', '-m', 'who works here');
  const clone = join(home, 'clone');
  git(home, 'clone', '-q', team, clone);
  const inside = join(clone, 'src');
  mkdirSync(inside);

  // Nothing of it counts before it is trusted, and every start says so.
  const homeOf = (at: number) => codex.runs().at(at)?.env.CODEX_HOME;
  const path = join(clone, '.ai-tools.toml');
  for (let time = 0; time < 3; time += 1) {
    const untrusted = await tools('run codex -- hello', inside);
    expect(untrusted).toMatchObject({ code: 0 });
    expect(untrusted.stderr).toBe(
      `tools: ${path} is not trusted and decides nothing: tools trust "${path}"\n`,
    );
  }
  const mine = homeOf(-1);
  expect(await tools('trust', inside)).toMatchObject({ code: 2, stdout: '' });
  expect(await tools('trust --yes', inside)).toMatchObject({ code: 0 });
  const unknown = await tools('run codex -- hello', inside);
  expect(unknown).toMatchObject({ code: 3 });
  expect(unknown.stderr).toContain('tools settings set aliases.client.codex');
  await tools('settings set aliases.client.codex acme');
  expect((await tools('status --short', inside)).stdout).toBe('codex:acme\n');
  expect(await tools('run codex -- hello', inside)).toMatchObject({ code: 0, stderr: '' });
  const theirs = homeOf(-1);
  expect(theirs).not.toBe(mine);
  expect(codex.runs().at(-1)).toMatchObject({ argv: ['hello'], cwd: inside });

  // However another one is asked for.
  expect(await tools('run codex -- again', inside)).toMatchObject({ code: 0, stderr: '' });
  expect(homeOf(-1)).toBe(theirs);
  const starts = codex.runs().length;
  for (const [line, more] of [
    ['run codex -a me -- hello', {}],
    ['exec codex#me -- codex hello', {}],
    ['run codex', { AI_TOOLS_ACCOUNT_CODEX: 'me' }],
    ['env codex -a system', {}],
  ] as const) {
    const refused = await tools(line, inside, more);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain(`${path} requires codex to run as ${print.slice(0, 25)}`);
  }
  expect(codex.runs()).toHaveLength(starts);
  for (let time = 0; time < 2; time += 1) expect((await tools('run codex -a me -- elsewhere')).code).toBe(0);
  expect(await tools('run codex -a me', inside)).toMatchObject({ code: 4 });

  // A change that arrives by git counts for nothing until it was seen.
  appendFileSync(path, '# more\n');
  expect((await tools('run codex -- hello', inside)).stderr).toContain('changed since it was trusted');
  expect(homeOf(-1)).toBe(mine);
  await tools('trust --yes', inside);

  // A private link goes before the file, whose requirement holds all the same.
  await tools('link codex me --dir ..', inside);
  expect((await tools('which codex --why', inside)).stdout).toContain(`codex#me: ${clone} is linked to it`);
  expect(await tools('run codex', inside)).toMatchObject({ code: 4 });
  await tools('unlink codex --dir ..', inside);
  expect(await tools('undo', inside)).toMatchObject({ code: 0 });
  expect(JSON.parse((await tools('links --json')).stdout).links).toMatchObject([
    { directory: clone, label: 'me' },
  ]);

  // Nothing was written into the repository, and a clone that is gone is listed.
  expect(readdirSync(clone).sort()).toEqual(['.ai-tools.toml', '.git', 'src']);
  rmSync(clone, { recursive: true });
  expect((await tools('links')).stdout).toContain('there is no such directory now');
  expect(readFileSync(join(home, '.local/share/ai-tools/settings.json'), 'utf8')).toContain('"client"');
});
