// Homes to measure in, as a user's are after some use.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const cli = new URL('../dist/cli/main.cjs', import.meta.url).pathname;
/** Past the quick way in. */
export const program = new URL('../dist/cli/program.cjs', import.meta.url).pathname;

/**
 * A home with accounts a1, a2 … shared out among the tools, the first of them with a login and a program on PATH that does
 * nothing, and directories linked to its first account. The accounts are written here: thousands of adds would take minutes.
 */
export function homeWith(home, count, { tools = ['codex'], links = 0 } = {}) {
  const data = join(home, '.local', 'share', 'ai-tools');
  emptyHome(home, tools[0]);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'layout.json'), '{"schemaVersion":1,"layout":1}\n', { mode: 0o600 });
  for (const tool of tools) mkdirSync(join(data, 'labels', tool), { recursive: true, mode: 0o700 });
  for (let n = 1; n <= count; n += 1) {
    const tool = tools[(n - 1) % tools.length];
    const id = `b${String(n).padStart(7, '0')}`;
    const folder = join(data, 'accounts', tool, id);
    mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 });
    const account = {
      schemaVersion: 1,
      id,
      tool,
      label: `a${n}`,
      createdAt: '2026-01-01T00:00:00.000Z',
      home: join(folder, 'home'),
      root: 'default',
      installation: 'default',
      kind: 'login',
      identity: null,
      environment: {},
    };
    writeFileSync(join(folder, 'account.json'), JSON.stringify(account), { mode: 0o600 });
    writeFileSync(join(data, 'labels', tool, `a${n}`), id, { mode: 0o600 });
  }
  const loggedIn = join(data, 'accounts', tools[0], 'b0000001', 'home', 'auth.json');
  writeFileSync(loggedIn, '{"OPENAI_API_KEY":"sk-dummy-bench"}', { mode: 0o600 });
  const directories = Array.from({ length: links }, (_, n) => [
    join(home, `w${n}`),
    { [tools[0]]: 'b0000001' },
  ]);
  const table = { schemaVersion: 1, links: Object.fromEntries(directories) };
  if (links > 0) writeFileSync(join(data, 'links.json'), JSON.stringify(table), { mode: 0o600 });
  return home;
}

/** A home with two accounts as a user makes them: the first begins the shared root, the second shares it. */
export function sharingHome(home, tool) {
  emptyHome(home, tool);
  run(home, 'account', 'add', tool, 'a1');
  run(home, 'account', 'add', tool, 'a2', '--share');
  return home;
}

function emptyHome(home, tool) {
  mkdirSync(join(home, 'bin'), { recursive: true });
  copyFileSync('/bin/true', join(home, 'bin', tool));
}

/** The first starts put the home in order and record what the next ones rely on. */
export async function startBefore(home, tool) {
  run(home, 'use', tool, 'a1', '--global');
  for (let start = 0; start < 3; start += 1) {
    // What was written within one tick of the disk's clock is not relied on.
    await sleep(100);
    run(home, 'run', tool, '-a', 'a1');
  }
}

export function environmentOf(home, cwd = home) {
  return { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, PWD: cwd };
}

function run(home, ...argv) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...argv], {
    env: environmentOf(home),
    cwd: home,
  });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
}
