import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { answersFolder } from '../../src/accounts/fast/answer-record.ts';
import { appPaths, type Host, nodeFileSystem } from '../../src/platform/index.ts';
import { pluginIn } from '../plugins/loader/world.ts';
import { deathsOf, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { expectSame, type KeptWorld, keptWorld, lines, namesIn } from './kept-world.ts';

describe('while an answer is kept', () => {
  const stepsOf = async ({ cli, host }: KeptWorld): Promise<readonly string[]> => {
    const faulty = faultyFiles(nodeFileSystem);
    await cli('list', host({ files: faulty.files }));
    return faulty.steps;
  };

  test.each(['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EDQUOT'])(
    '%s at any step costs nothing but it',
    async (errno) => {
      const made = await keptWorld();
      await sleep(60);
      const whole = await made.cli('list');
      rmSync(made.answers, { recursive: true });
      const steps = await stepsOf(made);
      expect(steps.length).toBeGreaterThan(2);
      for (const [at] of steps.entries()) {
        rmSync(made.answers, { recursive: true, force: true });
        const faulty = faultyFiles(nodeFileSystem);
        faulty.failAt(at + 1, errno);
        expect(await made.cli('list', made.host({ files: faulty.files }))).toEqual(whole);
        expectSame(await made.both('list'), { errno, at });
      }
    },
  );

  test('a death at any step leaves an answer or none, and the next is kept', async () => {
    const made = await keptWorld();
    await sleep(60);
    const steps = await stepsOf(made);
    for (const death of deathsOf(steps)) {
      rmSync(made.answers, { recursive: true, force: true });
      const faulty = faultyFiles(nodeFileSystem);
      faulty.dieAt(death.at, death.when);
      await made.cli('list', made.host({ files: faulty.files }));
      expectSame(await made.both('list'), death);
      expect(made.quick('list')).toBeDefined();
    }
  });

  test('a file where the folder would be is let be', async () => {
    const { answers, settle, quick, cli } = await keptWorld();
    mkdirSync(join(answers, '..'), { recursive: true });
    rmSync(answers, { recursive: true, force: true });
    writeFileSync(answers, 'mine');
    expect(await settle('list')).toMatchObject({ code: 0, stderr: '' });
    expect(quick('list')).toBeUndefined();
    expect(readFileSync(answers, 'utf8')).toBe('mine');
    await cli('list');
  });

  test('what changes before it is kept is seen', async () => {
    const made = await keptWorld();
    await sleep(60);
    const folder = made.folderOf('codex', 'play');
    const [file, away] = [join(folder, 'account.json'), join(folder, 'away')];
    for (const [from, to] of [
      [file, away],
      [away, file],
    ] as const) {
      let isDone = false;
      const then = <Answer>(path: string, answer: Answer): Answer => {
        if (path === file && !isDone) renameSync(from, to);
        isDone ||= path === file;
        return answer;
      };
      // It was read, or found to be absent; before that is said it is otherwise.
      const { lstat, stat, readFile, readText } = nodeFileSystem;
      const files =
        from === file
          ? {
              ...nodeFileSystem,
              readFile: (path: string) => then(path, readFile(path)),
              readText: (path: string) => then(path, readText(path)),
            }
          : {
              ...nodeFileSystem,
              lstat: (path: string) => then(path, lstat(path)),
              stat: (path: string) => then(path, stat(path)),
            };
      await made.cli('list', made.host({ files }));
      expect(isDone).toBe(true);
      expectSame(await made.both('list'), from);
    }
  });
});

test('there are never too many, and the one that was just asked for is there', async () => {
  const { host, home, cli, quick, answers } = await keptWorld();
  mkdirSync(answers, { recursive: true });
  for (let n = 0; n < 300; n += 1)
    writeFileSync(join(answers, `${n.toString(36).padStart(6, '0')}.json`), '{}');
  await sleep(60);
  for (let n = 0; n < 20; n += 1) {
    const cwd = join(home, 'work', String(n));
    mkdirSync(cwd);
    const here = host({ cwd });
    await cli('status --short', here);
    if (n > 0) expect(quick('status --short', here)).toBe('codex:work\n');
    expect(namesIn(answers).length).toBeLessThanOrEqual(256);
  }
  expect(namesIn(answers).length).toBeGreaterThan(200);
});

describe('with plugins', () => {
  const acme = { id: 'acme', displayName: 'Acme', configDirEnvVar: 'ACME_HOME' };
  const plugged = async (plugin: Parameters<typeof pluginIn>[1]) => {
    const made = await keptWorld();
    const folder = pluginIn({ host: made.host() }, plugin);
    for (const line of [`plugin link ${folder}`, `plugin enable ${plugin.id ?? 'acme'} --yes`])
      expect(await made.cli(line)).toMatchObject({ code: 0 });
    await sleep(60);
    return { ...made, folder };
  };

  test('an answer is kept where none of their code was asked, and says what they bring', async () => {
    const made = await plugged({ descriptors: [acme] });
    for (const [line, columns] of [...lines, ['info acme', undefined] as const]) {
      await made.cli(line, made.host(), columns);
      expectSame(await made.both(line, made.host(), columns), line);
    }
    expect(made.quick('tools')).toContain('acme');
    expect(made.quick('list')).toBeDefined();
    pluginIn({ host: made.host() }, { descriptors: [{ ...acme, displayName: 'Another' }] });
    for (const [line, columns] of lines) expectSame(await made.both(line, made.host(), columns), line);
    await sleep(60);
    await made.cli('tools');
    await made.cli('plugin disable acme');
    for (const [line, columns] of lines) expectSame(await made.both(line, made.host(), columns), line);
  });

  test('nothing is kept that a column of theirs stands in', async () => {
    const made = await plugged({
      permissions: ['point:listColumn'],
      module: "api.points.listColumn({ head: 'N', value: async () => String(Math.random()) })",
    }).catch(() => undefined);
    if (!made) return;
    await made.cli('list');
    expect(made.quick('list')).toBeUndefined();
  });

  test('what a plugin says in this run alone is for no other', async () => {
    const made = await keptWorld();
    const folder = pluginIn({ host: made.host() }, { descriptors: [acme] });
    await made.settle(`--plugin ${folder} tools`);
    await made.settle(`tools --plugin ${folder}`);
    for (const line of [`--plugin ${folder} tools`, `tools --plugin ${folder}`, 'tools'])
      expect(made.quick(line)).toBeUndefined();
  });
});

describe('the folder of answers', () => {
  const values = [
    undefined,
    '',
    '/h',
    '/h/',
    '/h//x',
    '/h/./x',
    '/h/../x',
    '/',
    'h',
    '~',
    '~/x',
    '/h/..',
    '/h/ü',
    'C:\\u',
    'C:/u',
    'c:\\u\\',
    'C:\\u\\..\\x',
    '\\u',
    'C:u',
    'D:\\',
  ];

  test.each(['linux', 'darwin', 'win32'] as const)(
    'on %s it is the one of appPaths, or none is found',
    (platform) => {
      const seen = new Set<string>();
      for (const AI_TOOLS_HOME of values)
        for (const home of values)
          for (const data of values) {
            const env =
              platform === 'win32'
                ? { USERPROFILE: home, LOCALAPPDATA: data }
                : { HOME: home, XDG_DATA_HOME: data };
            const found = answersFolder({ ...env, AI_TOOLS_HOME }, platform);
            if (found === undefined) continue;
            const path: Host['path'] = platform === 'win32' ? win32 : posix;
            const host = {
              ...testHost({ platform, homeDir: home ?? '/none' }),
              env: { ...env, AI_TOOLS_HOME },
            };
            const { cache, warnings } = appPaths(host);
            expect({ env, AI_TOOLS_HOME, found: path.normalize(found), warnings }).toEqual({
              env,
              AI_TOOLS_HOME,
              found: path.join(cache, 'answers'),
              warnings: [],
            });
            seen.add(found);
          }
      expect(seen.size).toBeGreaterThan(2);
    },
  );
});
