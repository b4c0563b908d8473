import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLinux } from '../support/linux-tools.ts';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/** HUP, INT and QUIT, as the mask of a process says it. */
const ignored = 0b111;

describe.runIf(isLinux)('what whoever starts a tool has its signals ignore', () => {
  const home = tempHome();
  const bin = join(home, 'bin');
  const env = { HOME: home, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` };
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\nexec grep SigIgn /proc/self/status\n');
  chmodSync(join(bin, 'codex'), 0o755);
  const tools = (line: string) => spawnCli(line.split(' '), { home, env });
  const maskOf = (command: string) => {
    const script = `trap '' HUP INT QUIT; exec ${command}`;
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    return Number.parseInt(/SigIgn:\s*(\w+)/.exec(stdout)?.[1] ?? 'none', 16) & ignored;
  };

  test('a shim hands it on', async () => {
    for (const line of ['account add codex work', 'use codex work --global', 'shim enable codex'])
      expect(await tools(line)).toMatchObject({ code: 0 });
    for (let nth = 0; nth < 3; nth += 1) await tools('run codex');
    expect(maskOf(join(home, '.local/share/ai-tools/shims/codex'))).toBe(ignored);
  });

  test('run can’t: in Node it is gone before a line of ours is read', () => {
    const itself = `${process.execPath} -e 'console.log(fs.readFileSync("/proc/self/status", "utf8"))'`;
    expect(maskOf(itself)).toBe(0);
    expect(maskOf(`${process.execPath} ${builtCli} run codex`)).toBe(0);
  });

  test('exec starts a program that ignores it again', () => {
    const { stdout } = spawnSync(process.execPath, [builtCli, 'exec', 'codex', '--', 'nohup', 'codex'], {
      env,
      encoding: 'utf8',
    });
    expect(Number.parseInt(/SigIgn:\s*(\w+)/.exec(stdout)?.[1] ?? 'none', 16) & 1).toBe(1);
  });
});
