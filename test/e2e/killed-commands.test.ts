import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySync } from 'fs-extra/esm';
import { describe, expect, test } from 'vitest';
import { demandProgram, isLinux } from '../support/linux-tools.ts';
import { builtCli, runCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

/**
 * Every call by which a file of ours is made, changed or taken away; each is a moment to die at. A file that was
 * written is flushed next, so `fsync` stands for `write`, of which nine in ten are node waking its own threads.
 */
const writingCalls =
  'mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,fsync,fchmod,chmod,fchmodat,utimensat';

const login = `#!/bin/sh
[ "$1 $2" = 'login --with-api-key' ] && read -r key && umask 077 && printf '{"OPENAI_API_KEY":"%s"}' "$key" > "$CODEX_HOME/auth.json"
`;

interface Command {
  readonly name: string;
  readonly argv: readonly string[];
  readonly input?: string;
  /** What the world says before and after: labels and the default. */
  readonly before: string;
  readonly after: string;
}

const commands: readonly Command[] = [
  { name: 'account add', argv: ['account', 'add', 'codex', 'c'], before: 'a* b', after: 'a* b c' },
  {
    name: 'login',
    argv: ['login', 'codex', '-a', 'c', '--with-api-key'],
    input: 'sk-dummy-0001\n',
    before: 'a* b',
    after: 'a* b c',
  },
  { name: 'rename', argv: ['rename', 'codex', 'b', 'c'], before: 'a* b', after: 'a* c' },
  { name: 'remove', argv: ['remove', 'codex', 'b', '--yes'], before: 'a* b', after: 'a*' },
  { name: 'default', argv: ['default', 'codex', 'b'], before: 'a* b', after: 'a b*' },
];

describe.runIf(isLinux)('killed by SIGKILL at every writing system call', () => {
  test.each(commands)(
    '$name leaves the old state or the new one, and works the next time',
    async (command) => {
      demandProgram('strace', 'apt-get install strace');
      const template = await homeWithTwoAccounts();
      const states = new Set<string>();
      for (let call = 1; ; call += 1) {
        const home = copyOf(template);
        const wasKilled = await killedAt(call, command, home);
        const state = await stateOf(home);
        expect([command.before, command.after], `killed at call ${call}`).toContain(state);
        states.add(state);
        if (!wasKilled) break;
        if (state === command.before) {
          const again = await runCli(command.argv, optionsOf(home, command));
          expect(again, `killed at call ${call}, then: ${again.stderr}`).toMatchObject({ code: 0 });
          expect(await stateOf(home)).toBe(command.after);
        }
        const next = await runCli(['account', 'add', 'codex', 'z'], optionsOf(home, {}));
        expect(next, `killed at call ${call}, then: ${next.stderr}`).toMatchObject({ code: 0 });
        expect(litterIn(home), `killed at call ${call}`).toEqual([]);
      }
      expect([...states].sort()).toEqual([command.before, command.after].sort());
    },
  );
});

async function homeWithTwoAccounts(): Promise<string> {
  const home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/codex'), login, { mode: 0o755 });
  for (const argv of [
    ['account', 'add', 'codex', 'a'],
    ['account', 'add', 'codex', 'b'],
    ['default', 'codex', 'a'],
  ]) {
    expect(await runCli(argv, optionsOf(home, {}))).toMatchObject({ code: 0 });
  }
  return home;
}

function copyOf(template: string): string {
  const home = tempHome();
  copySync(template, home);
  const accounts = join(home, '.local/share/ai-tools/accounts/codex');
  for (const id of readdirSync(accounts)) {
    const file = join(accounts, id, 'account.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(template, home));
  }
  return home;
}

/**
 * The labels in order, the default one starred. Accounts hold their home's path, so homes are compared by label.
 * Only what is killed is the built program: what looks and goes on afterwards runs in here, which is quicker.
 */
async function stateOf(home: string): Promise<string> {
  const { stdout, stderr } = await runCli(['list', 'codex', '--json'], optionsOf(home, {}));
  if (stdout === '') return `unreadable: ${stderr}`;
  const { accounts } = JSON.parse(stdout) as { accounts: { label: string; active: boolean }[] };
  const labels = accounts
    .filter(({ label }) => label !== 'system')
    .map(({ label, active }) => `${label}${active ? '*' : ''}`);
  return labels.sort().join(' ');
}

/** Half-made accounts and claims that nobody holds; temporaries of a dead process go by themselves later. */
function litterIn(home: string): readonly string[] {
  const root = join(home, '.local/share/ai-tools');
  const claims = readdirSync(join(root, 'labels/codex')).filter((name) => !name.startsWith('.'));
  const accounts = Object.keys(treeOf(join(root, 'accounts/codex'))).filter((path) =>
    path.endsWith('account.json'),
  );
  const half = Object.keys(treeOf(join(root, 'accounts'))).filter((path) => path.endsWith('pending.json'));
  const labels = accounts.map(
    (path) => JSON.parse(readFileSync(join(root, 'accounts/codex', path), 'utf8')).label,
  );
  return [...claims.filter((claim) => !labels.includes(claim)), ...half];
}

function killedAt(call: number, command: Command, home: string): Promise<boolean> {
  const { env, input } = optionsOf(home, command);
  return new Promise((resolve, reject) => {
    const child = spawn(
      'strace',
      [
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        `trace=${writingCalls}`,
        '-e',
        `inject=${writingCalls}:signal=KILL:when=${call}`,
        process.execPath,
        builtCli,
        ...command.argv,
      ],
      { env: { ...env, HOME: home }, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal === 'SIGKILL' || code === 137));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

function optionsOf(home: string, { input }: { readonly input?: string }) {
  return {
    home,
    env: { PATH: `${join(home, 'bin')}:${process.env.PATH}` },
    ...(input === undefined ? {} : { stdin: input }),
    input,
  };
}
