import { describe, expect, test } from 'vitest';
import type { MergeInput } from '../../src/merge/index.ts';
import { change, homeValue, me, put, textOf, two } from './lab.ts';

describe('law 3, step 5: who lives may not know', () => {
  /** An entry is gone from a home where somebody started so long after the home was last seen. */
  const gone = (start: number | undefined, more: Partial<MergeInput> = {}) => {
    const { lab, mine } = two({ projects: { a: { x: 1 }, b: {} } });
    const { seen } = mine.base!;
    change(mine, ({ projects }) => delete projects.a);
    const earliest = start === undefined ? {} : { earliestStart: seen + start };
    const step = lab.step(mine, { live: { state: 'none', ...earliest }, ...more });
    return { step, isGone: !Object.hasOwn(lab.sharedValue.projects as object, 'a'), lab, mine };
  };

  test.each<[string, boolean, number | undefined, Partial<MergeInput>]>([
    ['nobody lived', true, undefined, {}],
    ['all who lived had seen it', true, 1, {}],
    ['one started as it was seen', false, 0, {}],
    ['one started before it was seen', false, -1, {}],
    ['one started before, but reads again before it saves', true, -1, { rereads: true }],
    ['one lives, nobody knows since when', false, undefined, { live: { state: 'live' } }],
    ['nobody can tell who lives', false, undefined, { live: { state: 'unknown' } }],
    ['one started before, but the user takes the home', true, -1, { take: 'home' }],
  ])('%s: deleted is %s', (_, expected, start, more) => {
    const { step, isGone } = gone(start, more);
    expect(isGone).toBe(expected);
    expect(step.reports).toEqual(expected ? [] : [{ what: 'notBelieved', pointer: '/projects/a' }]);
  });

  test('what is not believed is not believed until it was seen again', () => {
    const { lab, mine, isGone } = gone(-1, { live: { state: 'live', earliestStart: 0 } });
    expect(isGone).toBe(false);
    lab.step(mine);
    expect(homeValue(mine).projects).toHaveProperty('a');
    change(mine, ({ projects }) => delete projects.a);
    lab.step(mine);
    expect(lab.sharedValue.projects).not.toHaveProperty('a');
  });

  test('whoever is dead since the last step says nothing about the next', () => {
    const { lab, mine } = two({ projects: { a: { x: 1 }, b: {} } });
    lab.step(mine, { live: { state: 'live', earliestStart: 0 } });
    lab.step(mine, { live: { state: 'none', earliestStart: 0 } });
    const { began } = mine.base!;
    expect(began).toBe(lab.now - 10);
    change(mine, ({ projects }) => delete projects.a);
    lab.step(mine);
    expect(lab.sharedValue.projects).not.toHaveProperty('a');
  });

  test.each([
    [-1, 'b'],
    [1, 'a'],
  ])('a value goes back, one who lives having started at %i: %s holds', (start, expected) => {
    const { lab, mine, yours } = two({ model: 'a' });
    change(yours, (draft) => Object.assign(draft, { model: 'b' }));
    lab.step(yours);
    lab.step(mine);
    const { seen } = mine.base!;
    change(mine, (draft) => Object.assign(draft, { model: 'a' }));
    lab.step(mine, { live: { state: 'none', earliestStart: seen + start } });
    expect([lab.sharedValue.model, homeValue(mine).model]).toEqual([expected, expected]);
  });

  test.each<[number, boolean, Record<string, unknown>]>([
    [-1, true, { allowedTools: ['t'] }],
    [1, false, { allowedTools: ['t'] }],
    [-1, true, {}],
    [1, false, {}],
  ])('an entry is emptied, one who lives having started at %i: it stays is %s', (start, stays, rest) => {
    const { lab, mine } = two({ projects: { a: { x: 1, ...rest } } });
    const { seen } = mine.base!;
    change(mine, ({ projects }) => Object.assign(projects, { a: rest }));
    lab.step(mine, { live: { state: 'none', earliestStart: seen + start } });
    const { projects } = homeValue(mine);
    expect(projects).toEqual({ a: stays ? { x: 1, ...rest } : rest });
    expect(lab.sharedValue.projects).toEqual(projects);
  });

  test('what was deleted and is written back by one who lived then is gone still', () => {
    const { lab, mine, yours } = two({ projects: { a: { x: 1 }, b: {} } });
    change(yours, ({ projects }) => delete projects.a);
    lab.step(yours);
    lab.step(mine);
    change(mine, ({ projects }) => Object.assign(projects, { a: { x: 1 } }));
    const { removed } = lab.step(mine, { live: { state: 'none', earliestStart: 0 } });
    expect([lab.sharedValue, homeValue(mine)]).toEqual([
      { projects: { b: {} } },
      { ...me, projects: { b: {} } },
    ]);
    expect(removed).toMatchObject([{ pointer: '/projects/a', from: 'home' }]);
  });

  test('a root that lost a leaf without a deletion on record gets it again', () => {
    const { lab, mine, yours } = two({ projects: { a: { x: 1 }, b: {} } });
    lab.shared = textOf({ projects: { b: {} } });
    expect(lab.step(yours).reports).toEqual([{ what: 'restored', pointer: '/projects/a' }]);
    lab.step(mine);
    expect(lab.sharedValue).toEqual({ projects: { b: {}, a: { x: 1 } } });
  });
});

describe('more than three leaves and over half of them vanish', () => {
  const entries = (...names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));

  test('it is held, told once, until it is accepted', () => {
    const { lab, mine } = two({ projects: entries('a', 'b', 'c', 'd', 'e', 'f', 'g') });
    put(mine, { ...me, projects: entries('e', 'f', 'g') });
    const { held, shared } = lab.step(mine);
    expect(held).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => ({
        pointer: `/projects/${name}`,
        why: 'massDeletion',
        isNew: true,
      })),
    );
    expect([shared, homeValue(mine).projects]).toEqual([undefined, entries('e', 'f', 'g')]);
    expect(lab.step(mine).held.map(({ isNew }) => isNew)).toEqual([false, false, false, false]);
    expect(lab.step(mine, { accept: true }).held).toEqual([]);
    expect(lab.sharedValue).toEqual({ projects: entries('e', 'f', 'g') });
  });

  test('--take shared brings them back', () => {
    const { lab, mine } = two({ projects: entries('a', 'b', 'c', 'd') });
    put(mine, { ...me, projects: {} });
    expect(lab.step(mine).held).toHaveLength(4);
    lab.step(mine, { take: 'shared' });
    expect(homeValue(mine)).toEqual({ ...me, projects: entries('a', 'b', 'c', 'd') });
  });

  test.each([
    ['three', entries('a', 'b', 'c'), {}],
    ['half', entries('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), entries('e', 'f', 'g', 'h')],
  ])('%s is not so much', (_, before, after) => {
    const { lab, mine } = two({ projects: before });
    put(mine, { ...me, projects: after });
    expect(lab.step(mine).held).toEqual([]);
    expect(lab.sharedValue).toEqual({ projects: after });
  });

  test('what a tool drops while it is the default has not vanished', () => {
    const { lab, mine } = two({ theme: 'dark', projects: entries('a', 'b', 'c', 'd') });
    put(mine, { ...me, projects: entries('d') });
    expect(lab.step(mine).held).toEqual([]);
    expect(lab.sharedValue).toEqual({ theme: 'dark', projects: entries('d') });
  });
});

test('an old value against a new one is no conflict when an older process may have written it', () => {
  const { lab, mine, yours } = two({ model: 'a' });
  for (const model of ['b', 'c']) {
    change(yours, (draft) => Object.assign(draft, { model }));
    lab.step(yours);
    if (model === 'b') lab.step(mine);
  }
  change(mine, (draft) => Object.assign(draft, { model: 'a' }));
  const { conflicts, reports } = lab.step(mine, { live: { state: 'none', earliestStart: 0 } });
  expect([conflicts, reports]).toEqual([[], [{ what: 'notBelieved', pointer: '/model' }]]);
  expect(homeValue(mine)).toEqual({ ...me, model: 'c' });
});

test('law 14: a denial that one took out stays while another adds one', () => {
  const { lab, mine, yours } = two({ permissions: { deny: ['a', 'b'] } });
  change(mine, ({ permissions }) => permissions.deny!.pop());
  change(yours, ({ permissions }) => permissions.deny!.push('c'));
  for (const home of [mine, yours, mine]) lab.step(home);
  const { deny } = homeValue(mine).permissions as { deny: string[] };
  expect(deny.toSorted()).toEqual(['a', 'b', 'c']);
});

test('what is not written yet is not for the trash yet', () => {
  const { lab, mine, yours } = two({ projects: { a: {}, b: {} } });
  change(mine, ({ projects }) => delete projects.a);
  lab.step(mine);
  expect(lab.step(yours, { live: { state: 'live', earliestStart: 0 } }).removed).toEqual([]);
  expect(lab.step(yours).removed).toMatchObject([{ pointer: '/projects/a', from: 'home' }]);
});
