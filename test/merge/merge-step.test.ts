import { describe, expect, test } from 'vitest';
import { type MergeInput, wholeFile } from '../../src/merge/index.ts';
import {
  change,
  type Document,
  type Draft,
  type Home,
  homeValue,
  Lab,
  me,
  put,
  rules,
  two,
  you,
} from './lab.ts';

type Change = (draft: Draft) => unknown;
const server = (command: string) => ({ command });

describe('a first meeting', () => {
  test('B039: a new home gets what is shared, and nothing that names anybody', () => {
    const lab = new Lab();
    const mine = lab.home({
      oauthAccount: { emailAddress: 'a@x' },
      userID: 'U1',
      theme: 'dark',
      projects: { '/p': {} },
      futureKey: 7,
    });
    lab.step(mine);
    const yours = lab.home();
    expect(lab.step(yours)).toMatchObject({ firstMeeting: 'new' });
    expect(homeValue(yours)).toEqual({ theme: 'dark', projects: { '/p': {} } });
    expect(homeValue(mine)).toHaveProperty('futureKey', 7);
  });

  test('is a union: the root wins, the other value is kept, nothing is deleted', () => {
    const lab = new Lab({ model: 'a', projects: { '/p': { x: 1 } } });
    const mine = lab.home({ ...me, model: 'b', mcpServers: { s: server('s') } });
    const { conflicts } = lab.step(mine);
    expect(lab.sharedValue).toEqual({
      model: 'a',
      projects: { '/p': { x: 1 } },
      mcpServers: { s: server('s') },
    });
    expect(homeValue(mine)).toEqual({ ...me, ...lab.sharedValue });
    expect(conflicts).toEqual([{ pointer: '/model', home: 'b', shared: 'a', isNew: true }]);
  });

  const reasons: [string, string, (lab: Lab, mine: Home) => Partial<MergeInput> | undefined][] = [
    ['the file was made anew', 'remade', (_, mine) => put(mine, { ...me, userID: 'new' })],
    ['the file was made anew without its mark', 'remade', (_, mine) => put(mine, { theme: 'x' })],
    ['the file is gone', 'noFile', () => ({ home: undefined })],
    [
      'the file comes from a backup',
      'fromBackup',
      (_, mine) => {
        mine.base = { ...mine.base!, homeChangedAt: 500 };
        put(mine, me);
        return { homeChangedAt: 400 };
      },
    ],
    [
      'the root is another one',
      'otherRoot',
      (lab, mine) => {
        lab.root = { ...lab.root, id: 'other' };
        return put(mine, me);
      },
    ],
    [
      'the root comes from a backup',
      'olderRoot',
      (lab, mine) => {
        lab.root = { ...lab.root, gen: lab.root.gen - 1 };
        return put(mine, me);
      },
    ],
  ];
  test.each(reasons)('law 2: nothing is deleted when %s', (_, firstMeeting, happens) => {
    const lab = new Lab();
    const mine = lab.home({ ...me, model: 'm', projects: { '/p': {}, '/q': {} } });
    lab.step(mine);
    const before = lab.sharedValue;
    expect(lab.step(mine, happens(lab, mine))).toMatchObject({ firstMeeting });
    expect(lab.sharedValue).toMatchObject(before);
    expect(homeValue(mine)).toMatchObject(before);
  });

  test('law 2: nothing is deleted by an empty object, though the file never had a mark to lose', () => {
    const lab = new Lab({ model: 'm', projects: { '/p': {} } });
    const [mine] = lab.met({}) as [Home];
    put(mine, {});
    expect(lab.step(mine)).toMatchObject({ firstMeeting: 'remade' });
    for (const value of [lab.sharedValue, homeValue(mine)])
      expect(value).toEqual({ model: 'm', projects: { '/p': {} } });
  });

  test('a root whose file is gone is filled again', () => {
    const { lab, mine } = two({ model: 'm', projects: { '/p': {} } });
    lab.shared = undefined;
    lab.step(mine);
    expect(lab.sharedValue).toEqual({ model: 'm', projects: { '/p': {} } });
  });

  test('what was deleted on record does not come back from a backup', () => {
    const { lab, mine, yours } = two({ projects: { '/p': { x: 1 }, '/q': {} } });
    const backup = yours.text;
    change(mine, ({ projects }) => delete projects['/p']);
    lab.step(mine);
    lab.step(yours);
    yours.text = backup;
    yours.base = undefined;
    const { removed } = lab.step(yours);
    expect(lab.sharedValue).toEqual({ projects: { '/q': {} } });
    expect(homeValue(yours)).toEqual({ ...you, projects: { '/q': {} } });
    expect(removed).toEqual([{ pointer: '/projects/~1p', from: 'home', value: { x: 1 } }]);
  });
});

describe('B049, step 2: from a damaged file nothing is concluded', () => {
  test.each(['', ' \n', 'null', '[]', '"x"', '{}\0', '{"a":1', '{"model":1,"model":2}'])('%j', (text) => {
    const { lab, mine } = two({ model: 'm' });
    const before = [lab.shared, lab.root, mine.base];
    mine.text = text;
    const step = lab.step(mine);
    expect(step).toMatchObject({
      damage: { side: 'home' },
      shared: undefined,
      home: undefined,
      outcomes: [],
    });
    expect([lab.shared, lab.root, mine.base, mine.text]).toEqual([...before, text]);
  });

  test('nor from a damaged root', () => {
    const { lab, mine } = two({ model: 'm' });
    lab.shared = '{';
    expect(lab.step(mine)).toMatchObject({ damage: { side: 'shared' }, home: undefined, shared: undefined });
  });
});

describe('one side changed', () => {
  const rows: [string, Document, Change, Document][] = [
    ['a value', { model: 'a' }, (draft) => Object.assign(draft, { model: 'b' }), { model: 'b' }],
    [
      'an entry is added',
      { projects: { a: {} } },
      ({ projects }) => Object.assign(projects, { b: { x: 1 } }),
      { projects: { a: {}, b: { x: 1 } } },
    ],
    [
      'an entry is changed',
      { projects: { a: { x: 1 } } },
      ({ projects }) => Object.assign(projects, { a: { x: 2 } }),
      { projects: { a: { x: 2 } } },
    ],
    [
      'an entry is deleted',
      { projects: { a: {}, b: {} } },
      ({ projects }) => delete projects.a,
      { projects: { b: {} } },
    ],
    [
      'an item is added',
      { permissions: { allow: ['a'] } },
      ({ permissions }) => permissions.allow!.push('b'),
      { permissions: { allow: ['a', 'b'] } },
    ],
    [
      'an item is taken out',
      { permissions: { allow: ['a', 'b'] } },
      ({ permissions }) => permissions.allow!.shift(),
      { permissions: { allow: ['b'] } },
    ],
    [
      'a denial is taken out',
      { permissions: { deny: ['a', 'b'] } },
      ({ permissions }) => permissions.deny!.shift(),
      { permissions: { deny: ['b'] } },
    ],
    [
      'a list inside an entry',
      { projects: { a: { x: 1 } } },
      ({ projects }) => Object.assign(projects.a!, { allowedTools: ['t'] }),
      { projects: { a: { x: 1, allowedTools: ['t'] } } },
    ],
    [
      'a private part, which stays',
      { projects: { a: { x: 1 } } },
      ({ projects }) => Object.assign(projects.a!, { lastCost: 5 }),
      { projects: { a: { x: 1 } } },
    ],
    [
      'what no rule names, which stays',
      { model: 'a' },
      (draft) => Object.assign(draft, { futureKey: { model: 'x' } }),
      { model: 'a' },
    ],
    [
      'a disposable key, which stays',
      { model: 'a' },
      (draft) => Object.assign(draft, { tips: { t: 1 } }),
      { model: 'a' },
    ],
    [
      'an entry with its list',
      { projects: { a: { allowedTools: ['t'] }, b: {} } },
      ({ projects }) => delete projects.a,
      { projects: { b: {} } },
    ],
  ];
  test.each(rows)('%s', (_, document, edit, expected) => {
    const { lab, mine, yours } = two(document);
    change(mine, edit);
    const kept = mine.text;
    lab.step(mine);
    lab.step(yours);
    expect(lab.sharedValue).toEqual(expected);
    expect(homeValue(yours)).toEqual({ ...you, ...expected });
    expect(mine.text).toBe(kept);
    expect(lab.step(mine)).toMatchObject({ shared: undefined, home: undefined });
  });

  test('B041: what was deleted by hand stays gone, what was added beside it arrives', () => {
    const { lab, mine, yours } = two({ mcpServers: { s1: server('1'), s2: server('2') } });
    const expected = { mcpServers: { s2: server('2'), s3: server('3') } };
    change(mine, (draft) => Object.assign(draft, expected));
    for (const home of [mine, yours, mine]) lab.step(home);
    expect([lab.sharedValue, homeValue(yours)]).toEqual([expected, { ...you, ...expected }]);
  });

  test('an accepted deletion leaves its value for the trash, and is on record', () => {
    const { lab, mine } = two({ projects: { a: { x: 1 }, b: {} } });
    change(mine, ({ projects }) => delete projects.a);
    const { removed, root } = lab.step(mine);
    expect(removed).toEqual([{ pointer: '/projects/a', from: 'shared', value: { x: 1 } }]);
    expect(root.tombstones['/projects/a']).toMatchObject({ gen: root.gen });
  });
});

describe('both sides changed', () => {
  const rows: [string, Document, Change, Change, Document, string[]][] = [
    [
      'different entries, as in B042',
      { projects: { z: {} } },
      ({ projects }) => Object.assign(projects, { w: {} }),
      ({ projects }) => Object.assign(projects, { p: {} }),
      { projects: { z: {}, w: {}, p: {} } },
      [],
    ],
    [
      'one entry: the root stays',
      { projects: { a: { x: 1 } } },
      ({ projects }) => Object.assign(projects, { a: { x: 2 } }),
      ({ projects }) => Object.assign(projects, { a: { x: 3 } }),
      { projects: { a: { x: 2 } } },
      ['/projects/a'],
    ],
    [
      'to the same',
      { model: 'a' },
      (draft) => Object.assign(draft, { model: 'b' }),
      (draft) => Object.assign(draft, { model: 'b' }),
      { model: 'b' },
      [],
    ],
    [
      'deletion meets change',
      { projects: { a: { x: 1 }, b: {} } },
      ({ projects }) => Object.assign(projects, { a: { x: 2 } }),
      ({ projects }) => delete projects.a,
      { projects: { a: { x: 2 }, b: {} } },
      [],
    ],
    [
      'change meets deletion',
      { projects: { a: { x: 1 }, b: {} } },
      ({ projects }) => delete projects.a,
      ({ projects }) => Object.assign(projects, { a: { x: 2 } }),
      { projects: { a: { x: 2 }, b: {} } },
      [],
    ],
    [
      'a set, three ways',
      { permissions: { allow: ['a', 'b'] } },
      ({ permissions }) => permissions.allow!.splice(0, 1, 'c'),
      ({ permissions }) => permissions.allow!.splice(1, 1, 'd'),
      { permissions: { allow: ['c', 'd'] } },
      [],
    ],
    [
      'law 14: denials only grow',
      { permissions: { deny: ['a', 'b'] } },
      ({ permissions }) => permissions.deny!.push('c'),
      ({ permissions }) => permissions.deny!.splice(1, 1),
      { permissions: { deny: ['a', 'b', 'c'] } },
      [],
    ],
  ];
  test.each(rows)('%s', (_, document, first, second, expected, conflicts) => {
    const { lab, mine, yours } = two(document);
    change(mine, first);
    change(yours, second);
    lab.step(mine);
    const step = lab.step(yours);
    lab.step(mine);
    const sorted = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (__, each) => (Array.isArray(each) ? each.toSorted() : each));
    expect([lab.sharedValue, homeValue(mine), homeValue(yours)].map(sorted)).toEqual([
      expected,
      { ...me, ...expected },
      { ...you, ...expected },
    ]);
    expect(step.conflicts.map(({ pointer }) => pointer)).toEqual(conflicts);
  });

  test('a conflict is new once; --take home takes the home', () => {
    const { lab, mine, yours } = two({ model: 'a' });
    change(mine, (draft) => Object.assign(draft, { model: 'b' }));
    change(yours, (draft) => Object.assign(draft, { model: 'c' }));
    lab.step(mine);
    const live = { live: { state: 'live', earliestStart: 0 } } as const;
    const isNew = (more: Partial<MergeInput>) =>
      lab.step(yours, more).conflicts.map((conflict) => conflict.isNew);
    expect([isNew(live), isNew(live)]).toEqual([[true], [false]]);
    expect(isNew({ take: 'home' })).toEqual([]);
    expect(lab.sharedValue).toEqual({ model: 'c' });
  });
});

describe('a home in use', () => {
  test.each(['live', 'unknown'] as const)('is read, and not written, while it is %s', (state) => {
    const { lab, mine, yours } = two({ model: 'a', projects: { z: {} } });
    change(yours, (draft) => Object.assign(draft, { model: 'b' }));
    lab.step(yours);
    change(mine, ({ projects }) => Object.assign(projects, { p: {} }));
    const before = mine.text;
    const more = { live: { state, earliestStart: 0 }, pull: state === 'live' };
    expect(lab.step(mine, more)).toMatchObject({ home: undefined });
    expect([lab.sharedValue, mine.text]).toEqual([{ model: 'b', projects: { z: {}, p: {} } }, before]);
    lab.step(mine);
    expect(homeValue(mine)).toEqual({ ...me, model: 'b', projects: { z: {}, p: {} } });
  });

  test('that nobody can look into is written where the caller says so', () => {
    const { lab } = two({ model: 'a' });
    const fresh = lab.home(me);
    lab.step(fresh, { live: { state: 'unknown' } });
    expect(homeValue(fresh)).toEqual({ ...me, model: 'a' });
  });
});

describe('law 17: values, not text', () => {
  test('B040: no change writes nothing, whatever the text looks like', () => {
    const lab = new Lab('{"projects": {"a": {"y": 1, "x": 1.0}},\n "model": 12345678901234567890}');
    const text =
      '{ "z": 12345678901234567890, "e": 1e400,\r\n"model":12345678901234567890,\t"projects":{"a":{"x":1,"y":1.0e0}}, "userID": "me"}';
    const mine = lab.home(text);
    expect(lab.step(mine)).toMatchObject({ shared: undefined, home: undefined });
    expect(mine.text).toBe(text);
    const { base } = mine;
    lab.step(mine);
    expect(mine.base).toBe(base);
  });

  test('what is written keeps the bytes of everything else', () => {
    const { lab, mine, yours } = two({ model: 'a' });
    mine.text = '{\r\n\t"userID": "me", "n": 12345678901234567890,\r\n\t"model": "a", "x": 1.0\r\n}';
    change(yours, (draft) => Object.assign(draft, { model: 'b', theme: 'dark' }));
    lab.step(yours);
    lab.step(mine);
    expect(mine.text).toBe(
      '{\r\n\t"userID": "me", "n": 12345678901234567890,\r\n\t"model": "b", "x": 1.0,\r\n\t"theme": "dark"\r\n}',
    );
  });

  test('absence of a key that its tool drops while it is the default is no opinion', () => {
    const { lab, mine, yours } = two({ theme: 'light' });
    change(mine, (draft) => delete draft.theme);
    for (const home of [mine, yours])
      expect(lab.step(home)).toMatchObject({ shared: undefined, home: undefined });
    change(yours, (draft) => Object.assign(draft, { theme: 'blue' }));
    lab.step(yours);
    lab.step(mine);
    expect([lab.sharedValue, homeValue(mine)]).toEqual([{ theme: 'blue' }, { ...me, theme: 'blue' }]);
  });

  test('B045: __proto__ stays where it is, as what it is', () => {
    const lab = new Lab({ model: 'a' });
    const mine = lab.home(
      '{"__proto__":{"isAdmin":true},"constructor":1,"userID":"me","projects":{"__proto__":{"x":1}}}',
    );
    const yours = lab.home(you);
    for (const home of [mine, yours, mine]) lab.step(home);
    expect(mine.text).toContain('"__proto__":{"isAdmin":true}');
    expect(JSON.stringify(lab.sharedValue)).toBe('{"model":"a","projects":{"__proto__":{"x":1}}}');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf(homeValue(yours))).toBe(Object.prototype);
  });

  test.each<[string, Document, string]>([
    ['a map is a text', { projects: 'x' }, '/projects/a'],
    ['a set is a map', { permissions: { allow: {} } }, '/permissions/allow'],
    ['what holds a set is a number', { permissions: 7 }, '/permissions/allow'],
  ])('another shape than the rules expect is held: %s', (_, document, pointer) => {
    const { lab, mine } = two({ projects: { a: {} }, permissions: { allow: ['x'] } });
    change(mine, (draft) => Object.assign(draft, document));
    const before = [lab.shared, mine.text];
    expect(lab.step(mine, { take: 'shared' }).held).toMatchObject([{ pointer, why: 'shape' }]);
    expect([lab.shared, mine.text]).toEqual(before);
  });
});

describe('other formats', () => {
  test('TOML: what is shared travels, comments and dates stay', () => {
    const lab = new Lab();
    const more = { format: 'toml', rules, birthmarks: [] } as const;
    const mine = lab.home(
      '# mine\nmodel = "a" # why\nsince = 2026-01-01\n\n[mcpServers.s]\ncommand = "x"\nwhen = 2026-01-01\nenv = { K = "CANARY" }\n\n[mcpServers.t]\ncommand = "y"\n',
    );
    const yours = lab.home('model = "a"\n');
    expect(lab.step(mine, more).held).toMatchObject([{ pointer: '/mcpServers/s', why: 'unwritable' }]);
    lab.step(yours, more);
    expect(lab.shared).toContain('[mcpServers.t]\ncommand = "y"\n');
    expect(lab.shared).not.toContain('CANARY');
    expect(yours.text).toContain('command = "y"');
    yours.text = yours.text!.replace('"a"', '"b"');
    lab.step(yours, more);
    lab.step(mine, more);
    expect(mine.text).toContain('# mine\nmodel = "b" # why\nsince = 2026-01-01\n');
  });

  test('TOML: an integer too long for a number arrives exactly', () => {
    const lab = new Lab();
    const more = { format: 'toml', rules, birthmarks: [] } as const;
    const mine = lab.home(
      'model = 9007199254740993\n\n[mcpServers.s]\nids = [-9223372036854775808, 1]\nin = { n = 9007199254740993 }\n',
    );
    const yours = lab.home('# yours\nmodel = "a"\n');
    expect(lab.step(mine, more).held).toEqual([]);
    lab.step(yours, more);
    for (const text of [lab.shared, yours.text]) {
      expect(text).toContain('model = 9007199254740993\n');
      expect(text).toContain('ids = [-9223372036854775808, 1]\n');
      expect(text).toMatch(/\bn = 9007199254740993\b/);
    }
  });

  test('a file that is mirrored whole, secret keys aside', () => {
    const lab = new Lab();
    const more = { rules: wholeFile, birthmarks: [] };
    const mine = lab.home({ a: 1, nested: { headers: { K: 'CANARY' }, b: 2 } });
    const yours = lab.home();
    for (const home of [mine, yours]) lab.step(home, more);
    expect(homeValue(yours)).toEqual({ a: 1, nested: { b: 2 } });
    put(yours, { a: 2, nested: { b: 2 } });
    for (const home of [yours, mine]) lab.step(home, more);
    expect(homeValue(mine)).toEqual({ a: 2, nested: { headers: { K: 'CANARY' }, b: 2 } });
  });

  test('a text is one value; an empty one says nothing', () => {
    const lab = new Lab('# Memory\n');
    const more = { format: 'text', rules: wholeFile, birthmarks: [] } as const;
    const [mine, yours] = [lab.home(), lab.home()];
    for (const home of [mine, yours]) lab.step(home, more);
    expect(mine.text).toBe('# Memory\n');
    mine.text = '# Memory\n\n- more\n';
    for (const home of [mine, yours]) lab.step(home, more);
    expect([lab.shared, yours.text]).toEqual([mine.text, mine.text]);
    yours.text = '';
    expect(lab.step(yours, more)).toMatchObject({ damage: { side: 'home', problem: 'it is empty' } });
  });

  test.each([
    [
      'what a key is',
      'token: something\n\nSet ANTHROPIC_API_KEY before you start; auth: use OAuth.\n',
      undefined,
    ],
    ['a gap to be filled', 'ANTHROPIC_API_KEY=<your key> npm start\n', undefined],
    ['a key', `Use sk-dummy-${'0'.repeat(20)} here.\n`, 'credential'],
    ['a variable with its value', 'ANTHROPIC_API_KEY=dummy npm start\n', 'scrubbedName'],
  ])('a text that tells %s', (_, text, why) => {
    const lab = new Lab('# Memory\n');
    const more = { format: 'text', rules: wholeFile, birthmarks: [] } as const;
    const mine = lab.home();
    lab.step(mine, more);
    mine.text = text;
    expect(lab.step(mine, more).held).toEqual(why === undefined ? [] : [{ pointer: '', why, isNew: true }]);
    expect(lab.shared).toBe(why === undefined ? text : '# Memory\n');
  });
});
