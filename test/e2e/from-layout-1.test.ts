import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

/** Says where it is, with whose login, and its environment; `make` leaves a session. */
const program = `#!/bin/sh
home="\${CODEX_HOME:-$CLAUDE_CONFIG_DIR}"
case "$1" in
  make) mkdir -p "$home/sessions" && echo "$2" > "$home/sessions/$2.jsonl" ;;
  *) echo "$home" && cat "$home/auth.json" 2>/dev/null; env ;;
esac
`;

/** As that release left it after a login. */
const config = `model = "own"
cli_auth_credentials_store = "file"

[features]
daemon_auto_start = false
`;

let home: string;
let ours: string;

const run = (...argv: readonly string[]) => {
  const PATH = [join(home, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return spawnCli(argv, { home, env: { PATH } });
};
const put = (path: string, content: string | object, mode = 0o600) => {
  mkdirSync(dirname(join(ours, path)), { recursive: true, mode: 0o700 });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(join(ours, path), text, { mode });
};
const layout = () => JSON.parse(readFileSync(join(ours, 'layout.json'), 'utf8'));
const homeOf = (tool: string, id: string) => join(ours, 'accounts', tool, id, 'home');

/** An account as the release before wrote it: it knew of no sharing. */
function account(tool: string, id: string, label: string, more: object): void {
  put(`labels/${tool}/${label}`, `${id}\n`);
  put(`accounts/${tool}/${id}/account.json`, {
    schemaVersion: 1,
    id,
    tool,
    label,
    createdAt: '2026-11-30T18:54:28.244Z',
    home: homeOf(tool, id),
    root: 'default',
    installation: 'default',
    ...more,
    environment: {},
  });
  mkdirSync(homeOf(tool, id), { mode: 0o700 });
}

const login = (email: string) => {
  const claims = Buffer.from(JSON.stringify({ email, sub: `sub-${email}` })).toString('base64url');
  const tokens = {
    id_token: `e30.${claims}.x`,
    access_token: `sk-dummy-${email}`,
    account_id: `acc-${email}`,
  };
  return { OPENAI_API_KEY: null, tokens, last_refresh: '2026-11-30T18:54:28.000Z' };
};
const who = (email: string) => ({ organization: `acc-${email}`, email, asOf: '2026-11-30T18:54:28.199Z' });

beforeEach(() => {
  home = tempHome();
  ours = join(home, '.local/share/ai-tools');
  for (const name of ['codex', 'claude']) {
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', name), program);
    chmodSync(join(home, 'bin', name), 0o755);
  }
  put('layout.json', '{"layout":1}\n');
  put('defaults/codex', { schemaVersion: 1, account: 'sr31v8g2', at: '2026-11-30T18:54:39.520Z' });
  put('journal/20261130T185438Z-bjje6chm.json', {
    schemaVersion: 1,
    at: '2026-11-30T18:54:38.869Z',
    verb: 'rename',
    tool: 'codex',
    account: 'sr31v8g2',
    what: { from: 'home', to: 'office' },
    doneAt: '2026-11-30T18:54:38.984Z',
  });
  account('codex', 'xozkpkg6', 'work', { kind: 'login', identity: who('work@x') });
  account('codex', 'sr31v8g2', 'office', { kind: 'login', identity: who('home@x') });
  for (const [id, email] of [
    ['xozkpkg6', 'work@x'],
    ['sr31v8g2', 'home@x'],
  ]) {
    put(`accounts/codex/${id}/home/auth.json`, login(email as string));
    put(`accounts/codex/${id}/home/config.toml`, config);
    put(`accounts/codex/${id}/home/sessions/${email}.jsonl`, 'a session\n');
  }
  const key = { keyFingerprint: 'local:11910956c5be0204', asOf: '2026-11-30T18:54:38.292Z' };
  account('codex', '6gh56kqg', 'ci', { kind: 'key', identity: key });
  put('accounts/codex/6gh56kqg/secret.json', { schemaVersion: 1, key: 'sk-dummy-key-000000000000' });
  account('claude', 'vnj5w4bo', 'plain', { kind: 'login', identity: null });
});

describe('a folder of the release before, of layout 1', () => {
  test('is read as it is: accounts, logins, keys, default, and nothing is shared', async () => {
    // What is kept of an answer, to give it again at once, can be made anew at any time.
    const kept = () => Object.entries(treeOf(ours)).filter(([path]) => !/^cache(?:\/|$)/.test(path));
    const before = kept();
    const { accounts } = JSON.parse((await run('list', '--json')).stdout);
    expect(
      accounts.map((each: { tool: string; label: string }) => `${each.tool}#${each.label}`).sort(),
    ).toEqual(['claude#plain', 'codex#ci', 'codex#office', 'codex#work']);
    const { code, stdout } = await run('status', 'codex', '--json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('home@x')]);
    expect((await run('share', 'status', 'codex')).stdout).toMatch(/office\s+private\s+it shares nothing/);
    expect(await run('doctor')).toMatchObject({ code: 0, stderr: 'nothing is wrong\n' });
    expect(kept()).toEqual(before);
  });

  test('runs on: each account in its own home, with its own login or key; no link is made unasked', async () => {
    const office = await run('run', 'codex');
    expect(office.stdout).toContain(`${homeOf('codex', 'sr31v8g2')}\n`);
    expect(office.stdout).toContain('sk-dummy-home@x');
    expect((await run('run', 'codex', '-a', 'work')).stdout).toContain('sk-dummy-work@x');
    expect((await run('run', 'codex', '-a', 'ci')).stdout).toContain('sk-dummy-key-000000000000');
    expect((await run('run', 'claude', '-a', 'plain')).stdout).toContain(homeOf('claude', 'vnj5w4bo'));
    await run('run', 'codex', '-a', 'work', '--', 'make', 'new');
    expect(existsSync(join(homeOf('codex', 'xozkpkg6'), 'sessions/new.jsonl'))).toBe(true);
    const links = Object.entries(treeOf(ours)).filter(([, entry]) => entry.startsWith('link'));
    expect([links, existsSync(join(ours, 'installations'))]).toEqual([[], false]);
  });

  test('becomes layout 4 by the first account that is made, which is private and says so', async () => {
    const added = await run('account', 'add', 'codex', 'third');
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('codex#third is private') });
    // The release before reads no more than this number, and refuses.
    expect(layout()).toEqual({ layout: 4 });
    expect((await run('run', 'codex')).stdout).toContain('sk-dummy-home@x');
    expect(await run('doctor')).toMatchObject({ code: 0 });
  });

  test('an old account shares once it is asked to; what it had is there for others', async () => {
    expect(await run('share', 'on', 'codex', '-a', 'office', '--yes')).toMatchObject({ code: 0 });
    await run('account', 'add', 'codex', 'third', '--share');
    const { accounts } = JSON.parse((await run('list', 'codex', '--json')).stdout);
    const third = accounts.find((each: { label: string }) => each.label === 'third').home;
    expect(readFileSync(join(third, 'sessions/home@x.jsonl'), 'utf8')).toBe('a session\n');
    expect(existsSync(join(third, 'sessions/work@x.jsonl'))).toBe(false);
    expect(existsSync(join(third, 'auth.json'))).toBe(false);
    expect((await run('audit')).code).toBe(0);
  });

  test('rename, default, logout and remove work on what is old', async () => {
    expect((await run('rename', 'codex', 'office', 'job')).code).toBe(0);
    expect((await run('run', 'codex')).stdout).toContain('sk-dummy-home@x');
    expect((await run('use', 'codex', 'work')).code).toBe(0);
    expect((await run('remove', 'codex', 'job', '--yes')).code).toBe(0);
    expect((await run('run', 'codex')).stdout).toContain('sk-dummy-work@x');
    expect(layout()).toEqual({ layout: 4 });
  });
});
