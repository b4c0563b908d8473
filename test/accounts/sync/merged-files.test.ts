import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pushHome, syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { voidBase } from '../../../src/accounts/sync/void-base.ts';
import { listConflicts } from '../../../src/state/index.ts';
import { treeOf } from '../../support/tree.ts';
import { met, syncLab, textOf, writtenAt } from './sync-lab.ts';

const stateOf = (home: string): string => join(home, 'state.json');

describe('links of the user', () => {
  test('B020 a file that is a link into their dotfiles keeps being one, with its mode; its target is written', async () => {
    const lab = await met();
    const dot = join(lab.ctx.host.homeDir, 'dot');
    mkdirSync(dot);
    const file = stateOf(lab.personal.home);
    writeFileSync(join(dot, 'state.json'), readFileSync(file));
    chmodSync(join(dot, 'state.json'), 0o640);
    rmSync(file);
    symlinkSync('../../../../../dot/state.json', file);
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map.b = { own: 2 };
    });
    await lab.join(lab.personal);
    expect(readlinkSync(file)).toBe('../../../../../dot/state.json');
    expect(JSON.parse(readFileSync(join(dot, 'state.json'), 'utf8'))).toMatchObject({
      account: { who: 'personal' },
      map: { a: { own: 1 }, b: { own: 2 } },
    });
    expect(statSync(join(dot, 'state.json')).mode & 0o777).toBe(0o640);
  });

  test('B020 so does one in the root', async () => {
    const lab = await met();
    const dot = join(lab.ctx.host.homeDir, 'dot.json');
    const file = join(lab.root.folder, 'state.json');
    writeFileSync(dot, readFileSync(file));
    rmSync(file);
    symlinkSync(dot, file);
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map.b = { own: 2 };
    });
    await lab.join(lab.work);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(dot, 'utf8')).toContain('"b"');
  });

  test.each([
    ['home', 'work'],
    ['root', 'root'],
  ] as const)(
    'one in the %s that leads nowhere, as to a disk that is not there, is damage',
    async (_, side) => {
      const lab = await met();
      const file = join(side === 'root' ? lab.root.folder : lab.work.home, 'state.json');
      rmSync(file);
      symlinkSync('/nowhere/state.json', file);
      const report = await lab.join(lab.work);
      expect(report.damaged).toEqual([{ path: file, offset: 0, problem: 'it is a link that leads nowhere' }]);
      expect(readlinkSync(file)).toBe('/nowhere/state.json');
    },
  );

  test('a home whose keys would be one file with the root’s is refused', async () => {
    const lab = await met();
    const file = stateOf(lab.work.home);
    rmSync(file);
    symlinkSync(join(lab.root.folder, 'state.json'), file);
    const report = await lab.join(lab.work);
    expect(report.damaged).toMatchObject([
      { path: file, problem: 'it is a link to the file that is shared' },
    ]);
  });
});

describe('what was there', () => {
  const odd =
    '{"zeta": 1, "account": {"who": "work", "long": 12345678901234567890}, "userID": "w",\n  "alpha": 1e400, "map": {"a": {"own": 1.0}}}';

  test('B040 unknown keys, long numbers, 1.0 and order stay; a file with no change is not rewritten', async () => {
    const lab = await met(odd);
    expect(lab.text(lab.work, 'state.json')).toBe(odd);
    const [file, root] = [stateOf(lab.work.home), join(lab.root.folder, 'state.json')];
    const before = [writtenAt(file), writtenAt(root)];
    voidBase(lab.ctx, lab.work);
    await lab.join(lab.work);
    await lab.join(lab.work);
    expect([writtenAt(file), writtenAt(root)]).toEqual(before);
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.map.b = { own: 2 };
    });
    await lab.join(lab.work);
    const after = lab.text(lab.work, 'state.json');
    expect(after).toContain(
      '{"zeta": 1, "account": {"who": "work", "long": 12345678901234567890}, "userID": "w",\n  "alpha": 1e400,',
    );
    expect(after).toContain('{"own": 1.0}');
    expect(JSON.parse(after).map.b).toEqual({ own: 2 });
    expect(lab.text(lab.root, 'state.json')).not.toMatch(/zeta|alpha|1234/);
  });

  test('B045 keys such as __proto__ are data, and stay with the account', async () => {
    const lab = await met(
      '{"__proto__":{"isAdmin":true},"constructor":1,"userID":"w","map":{"__proto__":{"own":5},"a":{"own":1}}}',
    );
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.value = 3;
    });
    await lab.join(lab.work);
    expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined();
    expect(lab.text(lab.work, 'state.json')).toMatch(/^\{"__proto__":\{"isAdmin":true\},"constructor":1,/);
    expect(lab.text(lab.root, 'state.json')).not.toMatch(/isAdmin|constructor/);
    expect(lab.text(lab.personal, 'state.json')).toMatch(/"__proto__":\s*\{\s*"own":\s*5\s*\}/);
  });
});

describe('changes', () => {
  test('B041 what was deleted by hand stays gone, what was added arrives, the rest is untouched', async () => {
    const lab = await met({ map: { s1: { own: 1 }, s2: { own: 2 } } });
    lab.edit(lab.work, 'state.json', (draft) => {
      delete draft.map.s1;
      draft.map.s3 = { own: 3 };
    });
    await lab.join(lab.work);
    const [entry = ''] = readdirSync(lab.ctx.paths.trash);
    const kept = join(lab.ctx.paths.trash, entry, 'content', 'values.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual([{ pointer: '/map/s1', value: { own: 1 } }]);
    await lab.join(lab.personal);
    for (const side of [lab.work, lab.personal, lab.root])
      expect(lab.json(side).map).toEqual({ s2: { own: 2 }, s3: { own: 3 } });
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['work first', ['work', 'personal']],
    ['personal first', ['personal', 'work']],
  ] as const)('B042 of two sessions at once nothing is lost, in either order: %s', async (_, order) => {
    const lab = await met();
    const sessions = { work: lab.session(lab.work), personal: lab.session(lab.personal) };
    const memories = { work: lab.json(lab.work), personal: lab.json(lab.personal) };
    for (const label of ['work', 'personal'] as const) {
      memories[label].map[`/${label}`] = { own: 1 };
      lab.put(lab[label], 'state.json', memories[label]);
    }
    for (const label of order) {
      sessions[label].end();
      await lab.leave(lab[label]);
    }
    expect(Object.keys(lab.json(lab.root).map).sort()).toEqual(['/personal', '/work', 'a']);
    for (const label of order) await lab.join(lab[label]);
    for (const label of order)
      expect(Object.keys(lab.json(lab[label]).map).sort()).toEqual(['/personal', '/work', 'a']);
  });

  test('B051 a logout stays one: nothing that was an identity comes back', async () => {
    const lab = await met();
    const { account: _, ...rest } = lab.json(lab.work);
    lab.put(lab.work, 'state.json', rest);
    await lab.leave(lab.work);
    await lab.join(lab.work);
    expect(lab.json(lab.work)).not.toHaveProperty('account');
    expect(lab.json(lab.personal).account).toEqual({ who: 'personal' });
  });

  test('a key, a variable that carries one, a path of any home: none of them leaves its home', async () => {
    const lab = await met();
    const values = {
      key: { own: 'sk-dummy-0123456789abcdef0123' },
      name: { own: '$MIXER_KEY' },
      path: { own: join(lab.personal.home, 'plan.md') },
      ours: { own: join(lab.ctx.host.homeDir, '.mixer', 'x') },
      fine: { own: join(lab.ctx.host.homeDir, 'project') },
    };
    lab.edit(lab.work, 'state.json', (draft) => Object.assign(draft.map, values));
    const report = await lab.join(lab.work);
    expect(Object.keys(lab.json(lab.root).map)).toEqual(['a', 'fine']);
    expect(report.held.map(({ pointer, why, isNew }) => [pointer, why, isNew])).toEqual([
      ['/map/key', 'credential', true],
      ['/map/name', 'scrubbedName', true],
      ['/map/path', 'homePath', true],
      ['/map/ours', 'homePath', true],
    ]);
    expect((await lab.join(lab.work)).held).toEqual([]);
  });

  test('where both changed a value what is shared holds, and the other is kept and told once', async () => {
    const lab = await met({ value: 1 });
    lab.session(lab.work).end();
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = 2;
    });
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.value = 3;
    });
    await lab.leave(lab.personal);
    const told = await lab.join(lab.work);
    expect(lab.json(lab.work).value).toBe(3);
    const kept = listConflicts(lab.ctx.host, lab.ctx.paths)[0]?.kept as string;
    expect(told.conflicts).toEqual([
      { account: lab.work.id, label: 'work', path: 'state.json', pointer: '/value', kept, isNew: true },
    ]);
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual([{ pointer: '/value', value: 2 }]);
    expect((await lab.join(lab.work)).conflicts).toEqual([]);
  });

  test('the home’s side can be taken instead; then what was shared is kept', async () => {
    const lab = await met({ value: 1 });
    const session = lab.session(lab.work);
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = 2;
    });
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.value = 3;
    });
    await lab.leave(lab.personal);
    const first = await lab.leave(lab.work);
    expect(first.conflicts).toMatchObject([{ pointer: '/value', kept: stateOf(lab.work.home), isNew: true }]);
    expect((await lab.leave(lab.work)).conflicts).toEqual([]);
    session.end();
    await pushHome(lab.ctx, lab.tool, lab.work, { take: 'home' });
    expect([lab.json(lab.work).value, lab.json(lab.root).value]).toEqual([2, 2]);
    const [kept] = listConflicts(lab.ctx.host, lab.ctx.paths);
    expect(JSON.parse(readFileSync(kept?.kept as string, 'utf8'))).toEqual([{ pointer: '/value', value: 3 }]);
  });

  test('when most of a file vanishes it is held until somebody says that it was meant', async () => {
    const map = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, { own: 1 }]));
    const lab = await met({ map });
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map = { a: draft.map.a };
    });
    const report = await lab.leave(lab.work);
    expect(report.held.map(({ why }) => why)).toEqual(Array(5).fill('massDeletion'));
    expect(Object.keys(lab.json(lab.root).map)).toHaveLength(6);
    await pushHome(lab.ctx, lab.tool, lab.work, { accept: true });
    expect(lab.json(lab.root).map).toEqual({ a: { own: 1 } });
  });
});

describe('damage', () => {
  test.each([
    ['0 bytes', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['NUL bytes', `{}${'\0'.repeat(8)}`],
    ['half a file', '{"map": {"a"'],
    ['a key twice', '{"map": {}, "map": {}}'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('B049 a file of %s is reported with its path; neither side is touched', async (_, text) => {
    const lab = await met();
    lab.session(lab.work).end();
    lab.put(lab.work, 'state.json', text);
    const [file, root] = [stateOf(lab.work.home), join(lab.root.folder, 'state.json')];
    const before = [writtenAt(file), writtenAt(root)];
    const [left, joined] = [await lab.leave(lab.work), await lab.join(lab.work)];
    for (const { damaged } of [left, joined]) expect(damaged).toMatchObject([{ path: file }]);
    expect([writtenAt(file), writtenAt(root)]).toEqual(before);
    expect((await lab.join(lab.personal)).damaged).toMatchObject([{ path: file }]);
  });

  test('what takes the place of a damaged one deletes nothing: it may be a copy of last week’s', async () => {
    const lab = await met();
    const copy = JSON.parse(lab.text(lab.work, 'state.json'));
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map.late = { own: 2 };
    });
    await lab.leave(lab.work);
    lab.put(lab.work, 'state.json', '{"map": {"a"');
    await lab.join(lab.work);
    copy.map.own = { own: 3 };
    lab.put(lab.work, 'state.json', copy);
    await lab.join(lab.work);
    for (const side of [lab.work, lab.root])
      expect(Object.keys(lab.json(side, 'state.json').map).sort()).toEqual(['a', 'late', 'own']);
    lab.edit(lab.work, 'state.json', (draft) => {
      delete draft.map.late;
    });
    await lab.leave(lab.work);
    expect(Object.keys(lab.json(lab.root, 'state.json').map).sort()).toEqual(['a', 'own']);
  });

  test('so is one in the root', async () => {
    const lab = await met();
    lab.put(lab.root, 'state.json', '{"map": ');
    const report = await lab.join(lab.work);
    expect(report.damaged).toMatchObject([{ path: join(lab.root.folder, 'state.json'), offset: 8 }]);
    expect(lab.text(lab.root, 'state.json')).toBe('{"map": ');
  });

  test('a file that was deleted, or made anew by its tool, deletes nothing', async () => {
    const lab = await met({ map: { a: { own: 1 }, b: { own: 2 } }, value: 4 });
    rmSync(stateOf(lab.work.home));
    await lab.leave(lab.work);
    expect(Object.keys(lab.json(lab.root).map)).toEqual(['a', 'b']);
    lab.put(lab.work, 'state.json', { userID: 'new', value: 1 });
    await lab.leave(lab.work);
    await lab.join(lab.work);
    for (const side of [lab.work, lab.root])
      expect(lab.json(side)).toMatchObject({ map: { a: { own: 1 }, b: { own: 2 } }, value: 4 });
  });

  test('another account that is damaged, or whose home is gone, is reported and stops nobody', async () => {
    const lab = await met();
    const third = await lab.account('third');
    await lab.join(third);
    const file = join(dirname(lab.work.home), 'account.json');
    writeFileSync(file, '{');
    rmSync(third.home, { recursive: true });
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.value = 9;
    });
    const report = await lab.join(lab.personal);
    expect(report.damaged.map(({ path }) => path).sort()).toEqual([file, third.home].sort());
    expect(lab.json(lab.root).value).toBe(9);
  });

  test('what the root remembers, damaged, is reported and never made anew', async () => {
    const lab = await met();
    const file = join(lab.root.folder, '.root', 'files', 'state.json.json');
    writeFileSync(file, '{"gen":');
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = 5;
    });
    expect((await lab.join(lab.work)).damaged).toMatchObject([{ path: file, offset: 7 }]);
    expect(readFileSync(file, 'utf8')).toBe('{"gen":');
  });
});

describe('the root', () => {
  test('what one who died was writing there goes an hour later, with the next write', async () => {
    const lab = await met();
    const litter = join(lab.root.folder, '.state.json.abcd1234.tmp');
    writeFileSync(litter, '{"half":');
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = 2;
    });
    await lab.join(lab.work);
    expect([lab.json(lab.root).value, existsSync(litter)]).toEqual([2, false]);
  });

  test('one that was made and is not there is refused, and not made anew', async () => {
    const lab = await met();
    rmSync(lab.root.folder, { recursive: true });
    mkdirSync(lab.root.folder);
    for (const sync of [syncRoot, pushHome])
      await expect(sync(lab.ctx, lab.tool, lab.work)).rejects.toMatchObject({ code: 'ROOT_GONE' });
    expect(treeOf(lab.root.folder)).toEqual({});
  });

  test('one of an older backup, or another one, deletes nothing that a home has', async () => {
    const lab = await met({ map: { a: { own: 1 } } });
    const files = ['state.json', '.root/files/state.json.json'];
    const backup = files.map((path) => lab.text(lab.root, path));
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map.b = { own: 2 };
    });
    await lab.join(lab.work);
    await lab.join(lab.personal);
    for (const [nth, path] of files.entries()) lab.put(lab.root, path, backup[nth] as string);
    await lab.join(lab.personal);
    expect(Object.keys(lab.json(lab.root).map)).toEqual(['a', 'b']);
    const mark = JSON.parse(lab.text(lab.root, '.root.json'));
    lab.put(lab.root, '.root.json', { ...mark, id: 'another0another0', salt: 'other' });
    lab.put(lab.root, 'state.json', { map: { c: { own: 3 } } });
    await lab.join(lab.work);
    expect(Object.keys(lab.json(lab.work).map).sort()).toEqual(['a', 'b', 'c']);
  });

  test('an account that shares nothing is neither read nor written', async () => {
    const lab = await syncLab();
    const account = { ...(await lab.account('work')), sharing: { on: false, except: [] } };
    lab.put(account, 'state.json', { userID: 'w', value: 1 });
    expect(await syncRoot(lab.ctx, lab.tool, account)).toMatchObject({ pushed: [], pulled: [] });
    await pushHome(lab.ctx, lab.tool, account);
    expect(existsSync(join(lab.root.folder, 'state.json'))).toBe(false);
    expect(lab.text(account, 'state.json')).toBe(textOf({ userID: 'w', value: 1 }));
  });
});
