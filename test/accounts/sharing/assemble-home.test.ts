import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { removeTree } from '../../../src/state/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { treeOf } from '../../support/tree.ts';
import { demoTool, newAccount, type SharingLab, sharingLab, textOf } from './sharing-lab.ts';

let lab: SharingLab;
let ctx: AccountsContext;
beforeEach(() => {
  lab = sharingLab();
  ctx = lab.process();
});

const assemble = (account: StoredAccount, process = ctx) => assembleHome(process, demoTool, account);
const target = (path: string) => join(lab.shared, path);
const linkOf = (account: StoredAccount, path: string) => readlinkSync(join(account.home, path));
/** What was read of the home and of the root, but for times. */
const everything = (account: StoredAccount) => [treeOf(account.home), treeOf(lab.shared)];

async function assembled(label = 'work'): Promise<StoredAccount> {
  const account = await newAccount(ctx, label);
  await assemble(account);
  return account;
}

describe('a fresh home', () => {
  test('gets links into the shared root, whose folders are there first', async () => {
    const account = await newAccount(ctx, 'work');
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    const made = await assemble(account);
    expect(made).toMatchObject({ kept: [], drained: [], conflicts: [], copied: [] });
    expect([...made.linked].sort()).toEqual([
      'commands',
      'history.jsonl',
      'locks',
      'plugins',
      'sessions',
      'skills',
    ]);
    expect(treeOf(account.home)).toMatchObject({
      commands: `link -> ${target('commands')}`,
      'history.jsonl': `link -> ${target('history.jsonl')}`,
      locks: `link -> ${target('locks')}`,
      plugins: 'dir 0700',
      sessions: `link -> ${target('sessions')}`,
      skills: 'dir 0700',
    });
    for (const name of ['commands', 'locks', 'sessions', 'plugins', 'skills'])
      expect(statSync(target(name)).mode & 0o7777).toBe(0o700);
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  test('once more changes nothing', async () => {
    const account = await assembled();
    const before = everything(account);
    const faulty = faultyFiles(ctx.host.files);
    const again = await assemble(account, lab.process({ files: faulty.files }));
    expect(again.repaired).toEqual([]);
    expect(faulty.steps).toEqual([]);
    expect(everything(account)).toEqual(before);
  });

  test('of an account that shares nothing is not touched, and no root is made', async () => {
    const account = await newAccount(ctx, 'own', { on: false, except: [] });
    expect((await assemble(account)).linked).toEqual([]);
    expect(readdirSync(account.home)).toEqual([]);
    expect(existsSync(lab.shared)).toBe(false);
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  test('keeps what it is to keep, and what that leaves unguarded', async () => {
    const account = await newAccount(ctx, 'work', { on: true, except: ['locks', 'commands'] });
    const made = await assemble(account);
    expect(made.kept).toEqual([
      { path: 'locks', why: 'excepted' },
      { path: 'commands', why: 'excepted' },
      { path: 'sessions', why: 'unguarded' },
    ]);
    for (const path of ['locks', 'commands', 'sessions'])
      expect(existsSync(join(account.home, path))).toBe(false);
  });
});

test('law 5: without the lock of whoever writes them sessions are not shared, and their link goes', async () => {
  await assembled('other');
  const account = await newAccount(ctx, 'work');
  lab.put(lab.shared, 'sessions/s.jsonl', 'session');
  symlinkSync(target('sessions'), join(account.home, 'sessions'));
  mkdirSync(join(lab.home, 'locks'));
  symlinkSync(join(lab.home, 'locks'), join(account.home, 'locks'));
  const user = lab.process();
  writeLiveMark(user, account);
  const kept = [
    { path: 'locks', why: 'conflict' },
    { path: 'sessions', why: 'unguarded' },
  ];
  expect((await assemble(account)).kept).toEqual(kept);
  expect(linkOf(account, 'sessions')).toBe(target('sessions'));
  lab.end(user);
  expect((await assemble(account)).kept).toEqual(kept);
  expect(existsSync(join(account.home, 'sessions'))).toBe(false);
  expect(textOf(lab.shared, 'sessions/s.jsonl')).toBe('session');
  unlinkSync(join(account.home, 'locks'));
  expect((await assemble(account)).kept).toEqual([]);
  expect(textOf(account.home, 'sessions/s.jsonl')).toBe('session');
});

test('a socket in the way stays, and that is said', async () => {
  const account = await newAccount(ctx, 'work');
  lab.put(account.home, 'commands/x.md', 'x');
  const server = createServer().listen(join(account.home, 'commands', 'sock'));
  await once(server, 'listening');
  const made = await assemble(account);
  expect(made.kept).toEqual([{ path: 'commands', why: 'conflict' }]);
  expect(lstatSync(join(account.home, 'commands', 'sock')).isSocket()).toBe(true);
  expect(textOf(lab.shared, 'commands/x.md')).toBe('x');
  server.close();
  await once(server, 'close');
  expect((await assemble(account)).kept).toEqual([]);
});

describe('law 1: retention', () => {
  test('is safe before there is a link', async () => {
    const account = await newAccount(ctx, 'work');
    const faulty = faultyFiles(ctx.host.files);
    await assemble(account, lab.process({ files: faulty.files }));
    expect(JSON.parse(textOf(account.home, 'settings.json'))).toEqual({ cleanupDays: 36500 });
    const settings = faulty.steps.indexOf(`rename ${join(account.home, 'settings.json')}`);
    const links = faulty.steps.findIndex((step) => step.startsWith('symlink'));
    expect(settings).toBeGreaterThanOrEqual(0);
    expect(settings).toBeLessThan(links);
  });

  test('where it can’t be, nothing that it governs is a link', async () => {
    const account = await newAccount(ctx, 'work');
    lab.put(account.home, 'settings.json', '{"cleanupDays": 3,');
    const made = await assemble(account);
    expect(made.kept).toEqual([
      { path: 'history.jsonl', why: 'retention' },
      { path: 'sessions', why: 'retention' },
    ]);
    expect(existsSync(join(account.home, 'sessions'))).toBe(false);
    expect(linkOf(account, 'commands')).toBe(target('commands'));
    expect(textOf(account.home, 'settings.json')).toBe('{"cleanupDays": 3,');
  });
});

describe('B032: what is not as it was', () => {
  test('the working directory is nothing to a link', async () => {
    const account = await assembled();
    const before = everything(account);
    const again = await assemble(account, lab.process({ cwd: '/tmp' }));
    expect(again.repaired).toEqual([]);
    expect(everything(account)).toEqual(before);
  });

  test('a link that is missing, leads nowhere, or into another place of ours is repaired, and that is said', async () => {
    const account = await assembled();
    unlinkSync(join(account.home, 'commands'));
    rmSync(join(account.home, 'locks'));
    symlinkSync(join(lab.home, 'nowhere'), join(account.home, 'locks'));
    rmSync(join(account.home, 'sessions'));
    mkdirSync(join(lab.home, 'ours', 'installations', 'demo', 'old', 'shared', 'sessions'), {
      recursive: true,
    });
    symlinkSync(
      join(lab.home, 'ours', 'installations', 'demo', 'old', 'shared', 'sessions'),
      join(account.home, 'sessions'),
    );
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    expect((await assemble(account)).repaired).toEqual(['commands', 'locks', 'sessions']);
    for (const path of ['commands', 'locks', 'sessions']) expect(linkOf(account, path)).toBe(target(path));
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  test('a link whose folder is gone from the root gets it again, empty', async () => {
    const account = await assembled();
    rmSync(target('sessions'), { recursive: true });
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    expect((await assemble(account)).repaired).toEqual(['sessions']);
    expect(readdirSync(target('sessions'))).toEqual([]);
  });

  test('one that took the place of ours is kept as a conflict, and ours is there again', async () => {
    const account = await assembled();
    mkdirSync(join(lab.home, 'elsewhere'));
    rmSync(join(account.home, 'commands'));
    symlinkSync(join(lab.home, 'elsewhere'), join(account.home, 'commands'));
    const user = lab.process();
    writeLiveMark(user, account);
    expect((await assemble(account)).kept).toEqual([{ path: 'commands', why: 'busy' }]);
    lab.end(user);
    const { repaired, conflicts } = await assemble(account);
    expect(repaired).toEqual(['commands']);
    expect(conflicts).toEqual([{ path: 'commands', kept: expect.any(String) }]);
    expect(readlinkSync(conflicts[0]?.kept as string)).toBe(join(lab.home, 'elsewhere'));
    expect(linkOf(account, 'commands')).toBe(target('commands'));
  });

  test('a link that somebody made to a place of his own is left, and that is said', async () => {
    const account = await newAccount(ctx, 'work');
    mkdirSync(join(lab.home, 'dot', 'commands'), { recursive: true });
    symlinkSync('../../../../../dot/commands', join(account.home, 'commands'));
    for (const _time of [1, 2])
      expect((await assemble(account)).kept).toEqual([{ path: 'commands', why: 'conflict' }]);
    expect(linkOf(account, 'commands')).toBe('../../../../../dot/commands');
  });

  test('a real directory in the place of a link is moved into the root, and nothing in it is lost', async () => {
    const account = await assembled();
    lab.put(lab.shared, 'commands/x.md', 'shared x');
    unlinkSync(join(account.home, 'commands'));
    lab.put(account.home, 'commands/x.md', 'own x');
    lab.put(account.home, 'commands/deep/y.md', 'own y');
    const made = await assemble(account);
    expect(made.drained).toEqual(['commands']);
    expect(linkOf(account, 'commands')).toBe(target('commands'));
    expect(textOf(lab.shared, 'commands/x.md')).toBe('shared x');
    expect(textOf(lab.shared, 'commands/deep/y.md')).toBe('own y');
    expect(made.conflicts.map(({ path }) => path)).toEqual(['commands/x.md']);
    expect(readFileSync(made.conflicts[0]?.kept ?? '', 'utf8')).toBe('own x');
  });

  test('while something runs in the home nothing that is real is moved', async () => {
    const account = await assembled();
    unlinkSync(join(account.home, 'commands'));
    lab.put(account.home, 'commands/x.md', 'own');
    const other = lab.process();
    writeLiveMark(other, account);
    expect((await assemble(account)).kept).toEqual([{ path: 'commands', why: 'busy' }]);
    expect(textOf(account.home, 'commands/x.md')).toBe('own');
    lab.end(other);
    expect((await assemble(account)).drained).toEqual(['commands']);
    expect(textOf(lab.shared, 'commands/x.md')).toBe('own');
  });
});

test('a folder on the way that is somebody’s link leads out of the home: nothing is made there', async () => {
  const account = await newAccount(ctx, 'work', { on: true, except: [] });
  mkdirSync(join(lab.home, 'dot'));
  symlinkSync(join(lab.home, 'dot'), join(account.home, 'plugins'));
  expect((await assemble(account)).kept).toContainEqual({ path: 'plugins', why: 'conflict' });
  expect(readdirSync(join(lab.home, 'dot'))).toEqual([]);
});

test('B023: what no one declared is never a link, nor in the root, whenever it appears', async () => {
  const [work, personal] = [await assembled('work'), await assembled('personal')];
  for (const account of [work, personal]) {
    lab.put(account.home, 'auth.json', `login of ${account.label}`);
    lab.put(account.home, 'token-v2.json', `token of ${account.label}`);
    await assemble(account);
    expect(textOf(account.home, 'auth.json')).toBe(`login of ${account.label}`);
    expect(lstatSync(join(account.home, 'token-v2.json')).isFile()).toBe(true);
  }
  const names = ['.root.json', 'commands', 'history.jsonl', 'locks', 'plugins', 'sessions', 'skills'];
  expect(readdirSync(lab.shared).sort()).toEqual(names);
});

test('B026: an entry of the root may itself be a link that leads on and on', async () => {
  mkdirSync(join(lab.home, 'dot', 'commands'), { recursive: true });
  lab.put(lab.home, 'dot/commands/go.md', 'go');
  mkdirSync(join(lab.home, '.demo'));
  symlinkSync(join(lab.home, 'dot', 'commands'), join(lab.home, '.demo', 'commands'));
  mkdirSync(lab.shared, { recursive: true });
  symlinkSync(join(lab.home, '.demo', 'commands'), target('commands'));
  const [work, personal] = [await assembled('work'), await assembled('personal')];
  const before = [everything(work), everything(personal)];
  for (const account of [work, personal]) {
    expect(textOf(account.home, 'commands/go.md')).toBe('go');
    expect(await assemble(account)).toMatchObject({ kept: [], repaired: [] });
  }
  expect([everything(work), everything(personal)]).toEqual(before);
});

test('an entry of the root that leads nowhere is not taken for an empty one', async () => {
  const account = await assembled();
  rmSync(target('commands'), { recursive: true });
  symlinkSync(join(lab.home, 'unmounted'), target('commands'));
  expect(isAssembled(ctx, demoTool, account)).toBe(false);
  await expect(assemble(account)).rejects.toMatchObject({
    code: 'ROOT_GONE',
    data: { path: target('commands') },
  });
});

test('B028: no link leads to another account or to where it was made', async () => {
  const elsewhere = join(lab.home, 'worktree');
  mkdirSync(elsewhere);
  const a = await newAccount(lab.process({ cwd: elsewhere }), 'a');
  await assemble(a, lab.process({ cwd: elsewhere }));
  lab.put(a.home, 'skills/made-by-a/SKILL.md', 'skill');
  await assemble(a, lab.process({ cwd: elsewhere }));
  const b = await newAccount(ctx, 'b');
  await assemble(b, lab.process({ cwd: elsewhere }));
  rmSync(elsewhere, { recursive: true });
  removeTree(ctx.host, ctx.paths.accountFolder('demo', a.id));
  for (const [path, entry] of Object.entries(treeOf(b.home))) {
    if (!entry.startsWith('link')) continue;
    expect(existsSync(join(b.home, path)), path).toBe(true);
    expect(entry).not.toContain(a.id);
    expect(entry).not.toContain('worktree');
  }
  expect(textOf(b.home, 'skills/made-by-a/SKILL.md')).toBe('skill');
});

describe('a directory in which something is an account’s own', () => {
  test('B029: what holds paths of one home is read by that one only; the rest is everybody’s', async () => {
    const [a, b] = [await assembled('a'), await assembled('b')];
    lab.put(a.home, 'plugins/known.json', JSON.stringify({ m: join(a.home, 'plugins/m') }));
    lab.put(a.home, 'plugins/m/plugin.json', '{}');
    expect(isAssembled(ctx, demoTool, a)).toBe(false);
    expect(await assemble(a)).toMatchObject({ drained: ['plugins/m'], repaired: [] });
    expect(isAssembled(ctx, demoTool, b)).toBe(false);
    expect(await assemble(b)).toMatchObject({ drained: [], repaired: [] });
    expect(textOf(b.home, 'plugins/m/plugin.json')).toBe('{}');
    expect(existsSync(join(b.home, 'plugins/known.json'))).toBe(false);
    expect(existsSync(target('plugins/known.json'))).toBe(false);
    expect(lstatSync(join(a.home, 'plugins/known.json')).isFile()).toBe(true);
    for (const account of [a, b]) expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  describe('B029: a file that no descriptor knows, with paths of a home in it', () => {
    const noted = (account: StoredAccount) => JSON.stringify({ m: join(account.home, 'plugins/m') });
    const file = 'plugins/other.json';

    test('stays the account’s own, and its other files go on being everybody’s', async () => {
      const [a, b] = [await assembled('a'), await assembled('b')];
      lab.put(a.home, file, noted(a));
      lab.put(a.home, 'plugins/plain.json', '{}');
      expect((await assemble(a)).drained).toEqual(['plugins/plain.json']);
      await assemble(b);
      expect(readdirSync(join(b.home, 'plugins'))).toEqual(['plain.json']);
      lab.put(b.home, file, noted(b));
      for (const account of [a, b]) {
        expect(await assemble(account)).toMatchObject({ drained: [], conflicts: [] });
        expect(textOf(account.home, file)).toBe(noted(account));
        expect(isAssembled(ctx, demoTool, account)).toBe(true);
      }
    });

    test('is given back where the paths were written through our link', async () => {
      const [a, b] = [await assembled('a'), await assembled('b')];
      lab.put(a.home, file, '{}');
      for (const account of [a, b]) await assemble(account);
      writeFileSync(join(a.home, file), noted(a));
      for (const account of [b, a]) {
        expect(isAssembled(ctx, demoTool, account)).toBe(false);
        await assemble(account);
        expect(isAssembled(ctx, demoTool, account)).toBe(true);
      }
      expect(lstatSync(join(a.home, file)).isFile()).toBe(true);
      expect(textOf(a.home, file)).toBe(noted(a));
      for (const place of [join(b.home, file), target(file)]) expect(existsSync(place)).toBe(false);
    });
  });

  test.each(['known.json', 'KNOWN.json'])('%s of the root is given to nobody', async (name) => {
    const account = await assembled();
    lab.put(lab.shared, `plugins/${name}`, 'of somebody');
    symlinkSync(target('plugins/known.json'), join(account.home, 'plugins', 'known.json'));
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    await assemble(account);
    expect(readdirSync(join(account.home, 'plugins'))).toEqual([]);
  });

  test('a link whose child is gone from the root goes; one made by hand stays', async () => {
    const account = await assembled();
    lab.put(lab.shared, 'skills/shared/SKILL.md', '');
    mkdirSync(join(lab.home, 'mine'));
    symlinkSync(join(lab.home, 'mine'), join(account.home, 'skills', 'mine'));
    await assemble(account);
    expect(readdirSync(join(account.home, 'skills')).sort()).toEqual(['mine', 'shared']);
    rmSync(target('skills/shared'), { recursive: true });
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    expect((await assemble(account)).kept).toEqual([]);
    expect(readdirSync(join(account.home, 'skills'))).toEqual(['mine']);
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  });

  test('was one link before: it becomes real, and what is shared in it stays where it is', async () => {
    const account = await newAccount(ctx, 'work');
    lab.put(lab.shared, 'skills/one/SKILL.md', 'one');
    symlinkSync(target('skills'), join(account.home, 'skills'));
    await assemble(account);
    expect(lstatSync(join(account.home, 'skills')).isDirectory()).toBe(true);
    expect(linkOf(account, 'skills/one')).toBe(target('skills/one'));
    expect(textOf(lab.shared, 'skills/one/SKILL.md')).toBe('one');
  });
});

test('a file that is merged is never a link to the root’s: its keys of one account would be everybody’s', async () => {
  const account = await assembled();
  lab.put(lab.shared, 'settings.json', '{"theme":"dark"}');
  unlinkSync(join(account.home, 'settings.json'));
  symlinkSync(target('settings.json'), join(account.home, 'settings.json'));
  expect(isAssembled(ctx, demoTool, account)).toBe(false);
  await assemble(account);
  expect(lstatSync(join(account.home, 'settings.json')).isFile()).toBe(true);
  expect(JSON.parse(textOf(account.home, 'settings.json'))).toEqual({ cleanupDays: 36500 });
  expect(textOf(lab.shared, 'settings.json')).toBe('{"theme":"dark"}');
});

describe('B022: a tool that saves by renaming puts a file in the place of a link', () => {
  const path = 'history.jsonl';
  const save = (account: StoredAccount, content: string, seconds: number) => {
    lab.put(account.home, `${path}.tmp`, content);
    utimesSync(join(account.home, `${path}.tmp`), seconds, seconds);
    renameSync(join(account.home, `${path}.tmp`), join(account.home, path));
  };
  const share = (content: string, seconds: number) => {
    writeFileSync(target(path), content);
    utimesSync(target(path), seconds, seconds);
  };

  test('what it saved is the next version of what is shared, and the link is there again', async () => {
    const account = await assembled();
    share('{"theme":"y"}', 1000);
    save(account, '{"theme":"x"}', 2000);
    expect(isAssembled(ctx, demoTool, account)).toBe(false);
    expect(await assemble(account)).toMatchObject({ drained: [path], conflicts: [] });
    expect(textOf(lab.shared, path)).toBe('{"theme":"x"}');
    expect(linkOf(account, path)).toBe(target(path));
    expect(isAssembled(ctx, demoTool, await assembled('personal'))).toBe(true);
  });

  test.each([
    ['before', 1000],
    ['after', 3000],
  ])('of a log that another wrote on %s it was saved nothing is lost', async (_, seconds) => {
    const account = await assembled();
    share('{"n":1}\n{"n":2}\n', seconds);
    save(account, '{"n":1}\n{"n":3}\n', 2000);
    expect(await assemble(account)).toMatchObject({ drained: [path], conflicts: [] });
    expect(textOf(lab.shared, path)).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(linkOf(account, path)).toBe(target(path));
  });

  test('also while another session runs in the home: it is judged when that one has ended', async () => {
    const account = await assembled();
    share('{"theme":"y"}', 1000);
    const user = lab.process();
    writeLiveMark(user, account);
    save(account, '{"theme":"x"}', 2000);
    expect((await assemble(account)).kept).toEqual([{ path, why: 'busy' }]);
    lab.end(user);
    expect(await assemble(account)).toMatchObject({ drained: [path], conflicts: [] });
    expect(textOf(lab.shared, path)).toBe('{"theme":"x"}');
  });

  test('also a log that was written on, whatever the clocks say', async () => {
    const account = await assembled();
    share('one\n', 3000);
    save(account, 'one\ntwo\n', 2000);
    expect(await assemble(account)).toMatchObject({ conflicts: [] });
    expect(textOf(lab.shared, path)).toBe('one\ntwo\n');
  });

  test('if the shared one was written later both are kept, and that is said', async () => {
    const account = await assembled();
    save(account, 'of the home', 2000);
    share('of the root', 3000);
    const made = await assemble(account);
    expect(textOf(lab.shared, path)).toBe('of the root');
    expect(made.conflicts.map((conflict) => conflict.path)).toEqual([path]);
    expect(readFileSync(made.conflicts[0]?.kept ?? '', 'utf8')).toBe('of the home');
    expect(linkOf(account, path)).toBe(target(path));
  });

  test('a file that never was a link does not win over what is shared', async () => {
    const account = await newAccount(ctx, 'work');
    await assembled('other');
    share('of the root', 1000);
    save(account, 'of the home', 2000);
    const made = await assemble(account);
    expect(textOf(lab.shared, path)).toBe('of the root');
    expect(made.conflicts.map((conflict) => conflict.path)).toEqual([path]);
  });
});
