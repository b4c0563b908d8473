import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  adoptionOf,
  adoptSystem,
  planAdoption,
  removeInstallation,
  undoAdoption,
} from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { ensureRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { examine } from '../../../src/doctor/index.ts';
import { nodeHost } from '../../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../../src/registry/index.ts';
import { treeOf } from '../../support/tree.ts';
import { newAccount, quickFiles, textOf } from '../sharing/sharing-lab.ts';
import {
  files,
  type SharingLab,
  sharingLab,
  stampedTree,
  textsIn,
  tool,
  usedDirectory,
} from './adopt-lab.ts';

const request = { root: 'default', setRetention: true };
const adopt = (ctx: AccountsContext) => adoptSystem(ctx, tool, request);

function used(): { lab: SharingLab; ctx: AccountsContext; own: string } {
  const lab = sharingLab();
  return { lab, ctx: lab.process(), own: usedDirectory(lab) };
}

describe('adoptSystem', () => {
  test('moves what accounts share, and only that, and links it back', async () => {
    const { lab, ctx, own } = used();
    const inode = statSync(join(own, 'sessions/2020/01/a.jsonl')).ino;
    await adopt(ctx);
    for (const path of ['sessions', 'locks', 'commands', 'skills/s1', 'plugins/cache'])
      expect(readlinkSync(join(own, path))).toBe(join(lab.shared, path));
    expect(statSync(join(own, 'sessions/2020/01/a.jsonl')).ino).toBe(inode);
    for (const path of [
      'auth.json',
      'history.jsonl',
      'notes.md',
      'plugins/known.json',
      'skills/.system/x',
    ] as const)
      expect([lstatSync(join(own, path)).isFile(), textOf(own, path)]).toEqual([true, files[path]]);
    for (const [path, text] of Object.entries(files))
      if (path !== 'settings.json') expect(textOf(own, path)).toBe(text);
    const kept = textsIn(join(lab.home, 'ours')).join('\n');
    for (const text of ['sk-dummy', 'own history', 'own notes', 'own known', 'own system skill', 'dark'])
      expect(kept).not.toContain(text);
  });

  test('accounts of the root see it, and what they add is seen there', async () => {
    const { lab, ctx, own } = used();
    const work = await newAccount(ctx, 'work');
    await assembleHome(ctx, tool, work);
    lab.put(work.home, 'sessions/2026/w.jsonl', 'of work');
    await adopt(ctx);
    expect(textOf(work.home, 'sessions/2020/01/a.jsonl')).toBe('own session a');
    expect(textOf(own, 'sessions/2026/w.jsonl')).toBe('of work');
    expect(lstatSync(join(work.home, 'auth.json'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('law 1: what the tool deletes from by itself stays until its own settings keep it from that', async () => {
    const { lab, ctx, own } = used();
    const plan = await planAdoption(ctx, tool, { root: 'default' });
    expect(plan.left).toContainEqual({ path: 'sessions', why: 'retention' });
    await adoptSystem(ctx, tool, { root: 'default' });
    expect(lstatSync(join(own, 'sessions')).isDirectory()).toBe(true);
    expect(lstatSync(join(own, 'commands')).isSymbolicLink()).toBe(true);
    expect(textOf(own, 'settings.json')).toBe(files['settings.json']);
    await undoAdoption(ctx, tool);
    lab.put(own, 'settings.json', '{"cleanupDays": 36500}');
    expect((await planAdoption(ctx, tool, { root: 'default' })).settings).toEqual([]);
    await adoptSystem(ctx, tool, { root: 'default' });
    expect(lstatSync(join(own, 'sessions')).isSymbolicLink()).toBe(true);
    expect(textOf(own, 'settings.json')).toBe('{"cleanupDays": 36500}');
  });

  test('law 1: the value stands there before there is a link', async () => {
    const { lab, own } = used();
    const seen: boolean[] = [];
    const symlink: typeof quickFiles.symlink = (target, path, kind) => {
      seen.push(textOf(own, 'settings.json').includes('36500'));
      quickFiles.symlink(target, path, kind);
    };
    await adopt(lab.process({ files: { ...quickFiles, symlink } }));
    expect(seen).toContain(true);
    expect(seen).not.toContain(false);
  });

  test('law 5: without its guard a directory stays', async () => {
    const { lab, ctx, own } = used();
    writeFileSync(join(own, 'locks'), 'a file');
    const { left } = await planAdoption(ctx, tool, request);
    expect(left).toEqual([
      { path: 'locks', why: 'notADirectory' },
      { path: 'sessions', why: 'unguarded' },
    ]);
    await adopt(ctx);
    expect(lstatSync(join(own, 'sessions')).isDirectory()).toBe(true);
    expect(existsSync(join(lab.shared, 'sessions/2020'))).toBe(false);
  });

  test('B026: a link that somebody made stays, on either side', async () => {
    const { lab, ctx, own } = used();
    renameSync(join(own, 'commands'), join(lab.home, 'dot/commands'));
    symlinkSync(join(lab.home, 'dot/commands'), join(own, 'commands'));
    await ensureRoot(ctx, 'demo', 'default');
    mkdirSync(join(lab.shared, 'plugins'));
    symlinkSync(join(own, 'plugins/cache'), join(lab.shared, 'plugins/cache'));
    const { left } = await adopt(ctx);
    expect(left).toEqual([
      { path: 'commands', why: 'link' },
      { path: 'plugins/cache', why: 'link' },
    ]);
    expect(readlinkSync(join(own, 'commands'))).toBe(join(lab.home, 'dot/commands'));
    expect(textOf(own, 'plugins/cache/p1/x')).toBe('own plugin');
  });

  test.each([
    [
      'another content',
      (_: string, shared: string, lab: SharingLab) =>
        lab.put(shared, 'sessions/2020/01/b.jsonl', 'of an account'),
      'sessions/2020/01/b.jsonl',
      'different',
    ],
    [
      'a directory in a file’s place',
      (_: string, shared: string) => mkdirSync(join(shared, 'commands/one.md'), { recursive: true }),
      'commands/one.md',
      'different',
    ],
    [
      'a file in a directory’s place',
      (_: string, shared: string, lab: SharingLab) => lab.put(shared, 'skills/s1', 'x'),
      undefined,
      'notADirectory',
    ],
    [
      'another link',
      (_: string, shared: string) => {
        mkdirSync(join(shared, 'commands'));
        symlinkSync('/elsewhere', join(shared, 'commands/outside'));
      },
      'commands/outside',
      'different',
    ],
    [
      'a link back to the login',
      (own: string) => symlinkSync('../auth.json', join(own, 'commands/login')),
      'commands/login',
      'leadsBack',
    ],
  ])('%s is named, and nothing is moved', async (_what, make, path, why) => {
    const { lab, ctx, own } = used();
    await ensureRoot(ctx, 'demo', 'default');
    make(own, lab.shared, lab);
    const before = [stampedTree(own), treeOf(lab.shared)];
    const plan = await planAdoption(ctx, tool, request);
    if (path === undefined) return expect(plan.left.map((each) => each.why)).toContain(why);
    expect(plan.hindrances).toEqual([{ path: join(own, path), why }]);
    await expect(adopt(ctx)).rejects.toMatchObject({
      code: 'ADOPT_HINDERED',
      exit: 7,
      message: expect.stringContaining(join(own, path)),
    });
    expect([stampedTree(own), treeOf(lab.shared)]).toEqual(before);
    expect(adoptionOf(ctx, tool)).toBeUndefined();
  });

  test('another disk is refused: what can only be copied is never in one place', async () => {
    const { lab, own } = used();
    const lstat: typeof quickFiles.lstat = (path) => {
      const stat = quickFiles.lstat(path);
      return stat && path.startsWith(join(own, 'commands')) ? Object.assign(stat, { dev: 77 }) : stat;
    };
    const before = stampedTree(own);
    const ctx = lab.process({ files: { ...quickFiles, lstat } });
    await expect(adopt(ctx)).rejects.toMatchObject({
      code: 'ADOPT_HINDERED',
      message: expect.stringContaining(`${join(own, 'commands')} (it is on another disk)`),
      hint: 'tools share seed demo',
    });
    expect(stampedTree(own)).toEqual(before);
  });

  test.each([
    ['Windows', (lab: SharingLab) => ({ ctx: lab.process({ platform: 'win32' }), of: tool })],
    ['a tool of which no link was seen to work', (lab: SharingLab) => ({ ctx: lab.process(), of: unproven })],
    [
      'a directory that is a link',
      (lab: SharingLab) => {
        renameSync(join(lab.home, '.demo'), join(lab.home, 'dot/demo'));
        symlinkSync('dot/demo', join(lab.home, '.demo'));
        return { ctx: lab.process(), of: tool };
      },
    ],
    [
      'no directory at all',
      (lab: SharingLab) => {
        rmSync(join(lab.home, '.demo'), { recursive: true });
        return { ctx: lab.process(), of: tool };
      },
    ],
  ])('it is refused for %s, with the reason', async (_what, make) => {
    const { lab } = used();
    const { ctx, of } = make(lab);
    const before = treeOf(lab.home);
    const refused = { code: 'ADOPT_NOT_SUPPORTED', exit: 2 };
    await expect(planAdoption(ctx, of, request)).rejects.toMatchObject(refused);
    if (ctx.host.platform !== 'win32')
      await expect(adoptSystem(ctx, of, request)).rejects.toMatchObject(refused);
    expect(Object.keys(treeOf(lab.home)).filter((path) => !path.startsWith('ours'))).toEqual(
      Object.keys(before).filter((path) => !path.startsWith('ours')),
    );
  });

  test('what runs there stops it, and its undoing; an account that runs stops its undoing', async () => {
    const { lab, ctx, own } = used();
    lab.put(own, 'running/1.json', '{"pid": 4711}');
    const running = { code: 'ACCOUNT_RUNNING', exit: 5 };
    const before = stampedTree(own);
    await expect(adopt(ctx)).rejects.toMatchObject(running);
    expect(stampedTree(own)).toEqual(before);
    rmSync(join(own, 'running'), { recursive: true });
    await adopt(ctx);
    const work = await newAccount(ctx, 'work');
    const mark = writeLiveMark(lab.process(), work, lab.process().host.processes.self);
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ ...running, data: { label: 'work' } });
    expect(adoptionOf(ctx, tool)?.phase).toBe('adopted');
    mark.remove();
    lab.put(own, 'running/1.json', '{"pid": 4711}');
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ ...running, data: { label: 'system' } });
  });

  test.runIf(process.platform === 'linux')(
    'where the system tells, a program of the tool that runs without a home of ours is seen',
    async () => {
      const { lab, own } = used();
      const ctx = lab.process({ processes: nodeHost().processes });
      lab.put(lab.home, 'bin/demo', 'setInterval(() => {}, 1000); console.log("runs");');
      const started = async (env: object) => {
        const child = spawn(process.execPath, [join(lab.home, 'bin/demo')], {
          env: { HOME: lab.home, ...env },
        });
        await once(child.stdout, 'data');
        return child;
      };
      const elsewhere = await started({ DEMO_HOME: join(lab.home, 'other') });
      const here = await started({});
      try {
        const refused = { code: 'ACCOUNT_RUNNING', data: { label: 'system', who: [`process ${here.pid}`] } };
        await expect(adopt(ctx)).rejects.toMatchObject(refused);
        expect(lstatSync(join(own, 'sessions')).isDirectory()).toBe(true);
        here.kill();
        await once(here, 'exit');
        await adopt(ctx);
        expect(lstatSync(join(own, 'sessions')).isSymbolicLink()).toBe(true);
      } finally {
        for (const child of [here, elsewhere]) child.kill();
      }
    },
  );

  test('an installation whose root it is joined to is not removed', async () => {
    const { ctx } = used();
    await adopt(ctx);
    await expect(removeInstallation(ctx, tool, 'default', { withState: true })).rejects.toMatchObject({
      code: 'ADOPTED_ALREADY',
      hint: 'tools adopt demo --undo',
    });
    expect(adoptionOf(ctx, tool)?.broken).toEqual([]);
  });

  test('twice is refused, into another root too, with the way back; without one there is nothing to undo', async () => {
    const { ctx } = used();
    await expect(undoAdoption(ctx, tool)).rejects.toMatchObject({ code: 'NOT_ADOPTED', exit: 3 });
    await adopt(ctx);
    for (const root of ['default', 'other'])
      await expect(adoptSystem(ctx, tool, { root })).rejects.toMatchObject({
        code: 'ADOPTED_ALREADY',
        data: { root: 'default' },
        hint: 'tools adopt demo --undo',
      });
  });

  test('where a link is refused by the disk it is all back at once', async () => {
    const { lab, own } = used();
    const before = stampedTree(own);
    const symlink: typeof quickFiles.symlink = (target, path, kind) => {
      if (path === join(own, 'plugins/cache')) throw Object.assign(new Error('no'), { code: 'EPERM' });
      quickFiles.symlink(target, path, kind);
    };
    const ctx = lab.process({ files: { ...quickFiles, symlink } });
    await expect(adopt(ctx)).rejects.toMatchObject({ code: 'ADOPTION_DISTURBED' });
    expect(stampedTree(own)).toEqual(before);
    expect(adoptionOf(ctx, tool)).toBeUndefined();
  });

  test('what is told of it: where, since when, what is broken, what would delete again', async () => {
    const { ctx, own } = used();
    expect(adoptionOf(ctx, tool)).toBeUndefined();
    await adopt(ctx);
    expect(adoptionOf(ctx, tool)).toMatchObject({
      root: 'default',
      phase: 'adopted',
      joined: ['commands', 'locks', 'plugins/cache', 'sessions', 'skills/s1'],
      broken: [],
      unsafe: [],
    });
    const calm = await examine(ctx, [tool]);
    expect(calm.findings.filter(({ code }) => /^(?:ADOPTION|MODE)/.test(code))).toEqual([]);
    unlinkSync(join(own, 'commands'));
    writeFileSync(join(own, 'settings.json'), '{}');
    expect(adoptionOf(ctx, tool)).toMatchObject({
      broken: [join(own, 'commands')],
      unsafe: [{ path: join(own, 'settings.json'), pointer: '/cleanupDays', safe: 36500 }],
    });
    const { findings } = await examine(ctx, [tool]);
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['ADOPTION_BROKEN', 'ADOPTION_UNSAFE']),
    );
  });
});

const registry = new AIToolRegistry();
registry.register({
  id: 'demo',
  displayName: 'Demo',
  configDirEnvVar: 'DEMO_HOME',
  sessionSubdirectories: ['sessions'],
});
const unproven = registry.tool('demo') as AITool;
