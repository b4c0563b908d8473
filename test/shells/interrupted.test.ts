import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appPaths, type FileSystem, nodeFileSystem } from '../../src/platform/index.ts';
import { planInit, removeInit, restoreBlocks, type ShellContext, writeInit } from '../../src/shells/index.ts';
import { readJournal } from '../../src/state/index.ts';
import { quickFiles } from '../accounts/sharing/sharing-lab.ts';
import { Died, type FaultyFiles, faultyFiles } from '../support/faulty-files.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

const own = 'alias a=b\nlast';

interface World {
  readonly home: string;
  readonly rc: string;
  readonly ctx: ShellContext;
  contextOn(files?: FileSystem): ShellContext;
  /** Of a process that is gone by the time anybody asks. */
  victimOn(files: FileSystem): ShellContext;
}

function world(): World {
  const home = tempHome();
  const contextOn = (files: FileSystem = quickFiles): ShellContext => {
    const host = testHost({ home, files });
    return { host, paths: appPaths(host), tell: () => {} };
  };
  const victimOn = (files: FileSystem): ShellContext => {
    const ctx = contextOn(files);
    const { processes } = ctx.host;
    const self = { ...processes.self, pid: 2 ** 30 };
    return { ...ctx, host: { ...ctx.host, processes: { ...processes, self } } };
  };
  return { home, rc: join(home, '.zshrc'), contextOn, victimOn, ctx: contextOn() };
}

/** Each life dies at another step, in each way in turn, until one lives. */
async function eachDeath(
  before: (here: World) => Promise<unknown>,
  change: (ctx: ShellContext) => Promise<unknown>,
  after: (here: World) => Promise<unknown>,
): Promise<number> {
  for (let step = 1; ; step += 1) {
    const here = world();
    writeFileSync(here.rc, own);
    await before(here);
    const faulty: FaultyFiles = faultyFiles(quickFiles);
    faulty.dieAt(step, (['before', 'after', 'half'] as const)[step % 3] ?? 'after');
    const ended = await change(here.victimOn(faulty.files)).catch((error: unknown) => error);
    if (!(ended instanceof Died)) return step;
    await after(here);
  }
}

const isWhole = (text: string) =>
  text === own || /^alias a=b\nlast\n# >>>.*\n(?:.* # ai-tools\n)+# <<<.*\n$/.test(text);

describe('death at every step', () => {
  test('of writing: the file is as it was or has the whole block, which then leads somewhere; once more is all it takes', async () => {
    const steps = await eachDeath(
      async () => {},
      (ctx) => writeInit(ctx, { shell: 'zsh', hook: true }),
      async ({ rc, ctx }) => {
        const text = readFileSync(rc, 'utf8');
        expect(isWhole(text)).toBe(true);
        if (text !== own)
          for (const name of ['init.zsh', 'hook.zsh'])
            expect(existsSync(join(ctx.paths.shells, name))).toBe(true);
        await writeInit(ctx, { shell: 'zsh', hook: true });
        await removeInit(ctx, { shell: 'zsh' });
        expect(readFileSync(rc, 'utf8')).toBe(own);
      },
    );
    expect(steps).toBeGreaterThan(20);
  });

  test('of taking away: never half a block, and it can be taken away then', async () => {
    await eachDeath(
      ({ ctx }) => writeInit(ctx, { shell: 'zsh' }),
      (ctx) => removeInit(ctx, { shell: 'zsh' }),
      async ({ rc, ctx }) => {
        expect(isWhole(readFileSync(rc, 'utf8'))).toBe(true);
        await removeInit(ctx, { shell: 'zsh' });
        expect(readFileSync(rc, 'utf8')).toBe(own);
      },
    );
  });

  test('of taking back: it can be taken back then', async () => {
    const noteOf = (ctx: ShellContext) => readJournal(ctx.host, ctx.paths).records[0]?.what ?? {};
    await eachDeath(
      ({ ctx }) => writeInit(ctx, { shell: 'zsh' }),
      (ctx) => restoreBlocks(ctx, noteOf(ctx), 'was'),
      async ({ rc, ctx }) => {
        await restoreBlocks(ctx, noteOf(ctx), 'was');
        expect(readFileSync(rc, 'utf8')).toBe(own);
      },
    );
  });
});

test('a disk that refuses any step: said, and the file is as it was or has the whole block', async () => {
  for (let step = 1; ; step += 1) {
    const here = world();
    writeFileSync(here.rc, own);
    const faulty = faultyFiles(quickFiles);
    faulty.failAt(step, 'ENOSPC');
    const ended = await writeInit(here.contextOn(faulty.files), { shell: 'zsh' }).catch(
      (error: unknown) => error,
    );
    expect(isWhole(readFileSync(here.rc, 'utf8'))).toBe(true);
    expect(faulty.steps.length).toBeGreaterThan(0);
    if (step > faulty.steps.length) {
      expect(ended).not.toBeInstanceOf(Error);
      return;
    }
  }
});

test('several at once: one block, and all of it', async () => {
  const { ctx, rc, contextOn } = world();
  writeFileSync(rc, own);
  await Promise.all([1, 2, 3, 4].map(() => writeInit(contextOn(), { shell: 'zsh' })));
  expect(isWhole(readFileSync(rc, 'utf8'))).toBe(true);
  await removeInit(ctx, { shell: 'zsh' });
  expect(readFileSync(rc, 'utf8')).toBe(own);
});

test('what others put into the folders that we made stays, and the folders with it', async () => {
  const { ctx, home } = world();
  await writeInit(ctx, { shell: 'fish' });
  mkdirSync(join(home, '.config/fish/functions'));
  await removeInit(ctx, { shell: 'fish' });
  expect(existsSync(join(home, '.config/fish/functions'))).toBe(true);
  expect(existsSync(join(home, '.config/fish/conf.d'))).toBe(false);
});

test('Windows (simulated): the profile of PowerShell, in Documents or where OneDrive has it', () => {
  const { ctx } = world();
  const planned = (env: Record<string, string>, folders: readonly string[]) => {
    const files = {
      ...nodeFileSystem,
      lstat: () => undefined,
      stat: (path: string) => (folders.includes(path) ? nodeFileSystem.stat('/') : undefined),
      readFile: () => {
        throw Object.assign(new Error('no'), { code: 'ENOENT' });
      },
    };
    const host = testHost({ platform: 'win32', homeDir: 'C:\\Users\\u', env, files });
    return planInit({ ...ctx, host, paths: appPaths(host) }, { shell: 'pwsh' }).files.map(({ file, is }) => [
      file.path,
      is?.[0],
    ]);
  };
  const line = (script: string) => `if (Test-Path -LiteralPath ${script}) { . ${script} }`;
  const ours = line(`($HOME + '\\AppData\\Local\\ai-tools\\Data\\shells\\init.ps1')`);
  const profile = 'PowerShell\\Microsoft.PowerShell_profile.ps1';
  expect(planned({}, ['C:\\'])).toEqual([[`C:\\Users\\u\\Documents\\${profile}`, ours]]);
  expect(planned({ OneDrive: 'D:\\One' }, ['D:\\One\\Documents', 'C:\\'])).toEqual([
    [`D:\\One\\Documents\\${profile}`, ours],
  ]);
});
