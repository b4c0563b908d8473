import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeHost } from '../../src/platform/index.ts';
import { bundleChild } from '../support/child-script.ts';
import { tempHome } from '../support/temp-home.ts';

let script: string;

beforeAll(async () => {
  script = await bundleChild(join(import.meta.dirname, 'children', 'host-child.ts'));
});

const ask = (cwd: string, env: Record<string, string>) =>
  JSON.parse(
    execFileSync(process.execPath, [script], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    }),
  );

describe('B058 the home, in a process of that environment', () => {
  const home = '/home/of/a/test';

  test.each([
    ['HOME given', { HOME: home }, home, `${home}/.local/share/ai-tools`],
    ['HOME unset: the passwd home', {}, userInfo().homedir, `${userInfo().homedir}/.local/share/ai-tools`],
    ['HOME empty', { HOME: '' }, { code: 'HOME_UNUSABLE' }, { code: 'HOME_UNUSABLE' }],
    ['HOME relative', { HOME: 'rel' }, { code: 'HOME_UNUSABLE' }, { code: 'HOME_UNUSABLE' }],
    ['XDG_DATA_HOME empty', { HOME: home, XDG_DATA_HOME: '' }, home, `${home}/.local/share/ai-tools`],
    ['XDG_DATA_HOME relative', { HOME: home, XDG_DATA_HOME: 'rel' }, home, `${home}/.local/share/ai-tools`],
    ['XDG_DATA_HOME given', { HOME: home, XDG_DATA_HOME: '/c' }, home, '/c/ai-tools'],
  ])('%s', (_case, env, homeDir, root) => {
    const cwd = tempHome();
    expect(ask(cwd, env)).toMatchObject({ homeDir, root, cwd });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('a current directory that is gone stops only what needs one', () => {
  const cwd = join(tempHome(), 'gone');
  mkdirSync(cwd);
  const leave = 'rmdir "$PWD"; exec "$@"';
  const said = execFileSync('sh', ['-c', leave, 'sh', process.execPath, script], {
    cwd,
    env: { PATH: process.env.PATH, HOME: '/h' },
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toMatchObject({
    cwd: { code: 'CWD_MISSING' },
    root: '/h/.local/share/ai-tools',
  });
});

describe('names by chance', () => {
  const { randomName } = nodeHost();

  test.each([0, 1, 8, 200])('of %i lower-case letters and digits', (length) => {
    expect(randomName(length)).toMatch(new RegExp(`^[a-z0-9]{${length}}$`));
  });

  test('never the same twice, and every letter comes about as often', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => randomName(8))).size).toBe(10_000);
    const counts = new Map<string, number>();
    for (const letter of randomName(72_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(36);
    // 2,000 each is expected, give or take 45; ten times that is never chance.
    expect(Math.min(...counts.values())).toBeGreaterThan(1550);
    expect(Math.max(...counts.values())).toBeLessThan(2450);
  });
});

test('this process is known to be alive', () => {
  const { processes } = nodeHost();
  expect(processes.self.pid).toBe(process.pid);
  expect(processes.stateOf(processes.self)).toBe('alive');
});
