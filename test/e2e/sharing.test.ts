import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/** Makes a session like the real one does, or says which there are. */
const codex = `#!/bin/sh
case "$1" in
  make) mkdir -p "$CODEX_HOME/sessions/2026" && echo "$2" > "$CODEX_HOME/sessions/2026/$2.jsonl" ;;
  list) ls "$CODEX_HOME/sessions/2026" ;;
  model) printf 'model = "%s"\\n' "$2" >> "$CODEX_HOME/config.toml" ;;
  config) cat "$CODEX_HOME/config.toml" ;;
esac
`;

let home: string;

beforeEach(() => {
  home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/codex'), codex);
  chmodSync(join(home, 'bin/codex'), 0o755);
});

const run = (...argv: readonly string[]) => {
  const PATH = [join(home, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return spawnCli(argv, { home, env: { PATH } });
};

async function homeOf(label: string): Promise<string> {
  const { accounts } = JSON.parse((await run('list', 'codex', '--json')).stdout);
  return accounts.find((account: { label: string }) => account.label === label).home;
}

test('two accounts: sharing is chosen at the second, and each sees what the other made', async () => {
  expect(await run('account', 'add', 'codex', 'work')).toMatchObject({
    code: 0,
    stderr: 'made codex#work\nnext: tools run codex -a work\n',
  });
  expect(await run('account', 'add', 'codex', 'home', '--share')).toMatchObject({
    code: 0,
    stderr: 'made codex#home\nnext: tools run codex -a home\n',
  });
  expect((await run('run', 'codex', '-a', 'work', '--', 'make', 'one')).code).toBe(0);
  expect(await run('run', 'codex', '-a', 'home', '--', 'list')).toMatchObject({
    code: 0,
    stdout: 'one.jsonl\n',
  });
  await run('run', 'codex', '-a', 'home', '--', 'model', 'gpt-x');
  expect((await run('run', 'codex', '-a', 'work', '--', 'config')).stdout).toContain('model = "gpt-x"');
  expect((await run('account', 'add', 'codex', 'client')).stderr).toContain('codex#client is private');
  expect((await run('run', 'codex', '-a', 'client', '--', 'list')).stdout).toBe('');
});

test('eight runs at once, of two accounts: nothing is lost, and each ends as its program did', async () => {
  await run('account', 'add', 'codex', 'work');
  await run('account', 'add', 'codex', 'home', '--share');
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const codes = await Promise.all(
    names.map(async (name, at) => {
      const label = at % 2 === 0 ? 'work' : 'home';
      return (await run('run', 'codex', '-a', label, '--', 'make', name)).code;
    }),
  );
  expect(codes).toEqual(names.map(() => 0));
  const sessions = join(await homeOf('work'), 'sessions/2026');
  expect(readdirSync(sessions).sort()).toEqual(names.map((name) => `${name}.jsonl`));
});

describe('at a terminal', () => {
  function atTerminal(argv: readonly string[], typed: string) {
    const pty = spawn(process.execPath, [builtCli, ...argv], {
      cwd: home,
      cols: 1000,
      rows: 24,
      env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm' },
    });
    let screen = '';
    let isAnswered = false;
    pty.onData((data) => {
      screen += data;
      if (isAnswered || !screen.includes('Logins are never shared')) return;
      isAnswered = true;
      setTimeout(() => pty.write(typed), 50);
    });
    return new Promise<{ code: number; screen: string; isAnswered: boolean }>((done) =>
      pty.onExit(({ exitCode }) => done({ code: exitCode, screen, isAnswered })),
    );
  }

  const sharedBy = async (label: string): Promise<boolean> => {
    const { accounts } = JSON.parse((await run('share', 'status', 'codex', '-a', label, '--json')).stdout);
    return accounts[0].on;
  };

  test.each([
    ['y', true],
    ['n', false],
  ])(
    'the second account asks once what becomes visible; %s holds for the third as well',
    async (typed, on) => {
      await run('account', 'add', 'codex', 'work');
      const second = await atTerminal(['account', 'add', 'codex', 'home'], typed);
      expect(second).toMatchObject({ code: 0, isAnswered: true });
      expect(second.screen).toContain('codex#home, codex#work');
      expect(second.screen).toContain('each session names the user and the account that made it');
      expect(second.screen).toMatch(/of config\.toml: .*model/);
      expect(await sharedBy('home')).toBe(on);
      const third = await atTerminal(['account', 'add', 'codex', 'third'], '');
      expect(third).toMatchObject({ code: 0, isAnswered: false });
      expect(third.screen).toContain('as was answered before');
      expect(await sharedBy('third')).toBe(on);
    },
  );

  test('Ctrl-C at the question makes no account, and asks again the next time', async () => {
    await run('account', 'add', 'codex', 'work');
    expect(await atTerminal(['account', 'add', 'codex', 'home'], '\x03')).toMatchObject({ code: 130 });
    const { accounts } = JSON.parse((await run('list', 'codex', '--json')).stdout);
    expect(accounts.map(({ label }: { label: string }) => label)).toEqual(['work']);
    expect(await atTerminal(['account', 'add', 'codex', 'home'], 'y')).toMatchObject({
      code: 0,
      isAnswered: true,
    });
    expect(readFileSync(join(await homeOf('home'), '../account.json'), 'utf8')).toContain('"on": true');
  });
});
