import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileBase, MergeInput, MergeStep } from '../../src/merge/index.ts';
import { unpacked } from '../../src/merge/packed-base.ts';
import { holds } from '../support/holds.ts';
import { change, type Document, type Draft, type Home, homeValue, Lab, me, two, you } from './lab.ts';

/** A large file, whatever its length. */
const byParts = { partsFrom: 0 };

const packsOf = ({ base }: Home): number =>
  Object.values(base?.packs ?? {}).reduce(
    (sum, parts) => sum + parts.filter((pack) => pack !== null).length,
    0,
  );

/** What a step comes to, without the way it took. */
function said({ input: _, base: __, unsettled: ___, outcomes, ...rest }: MergeStep): unknown {
  return {
    ...rest,
    outcomes: outcomes.filter(({ move }) => move !== 'agree').map(({ name, move }) => [name, move]),
  };
}

function flat(base: FileBase | undefined): unknown {
  if (base === undefined) return undefined;
  const { began: _, seen: __, gen: ___, ...rest } = unpacked(base);
  return rest;
}

const entry = fc.constantFrom(
  'a',
  'b',
  'c',
  '/p~q',
  '__proto__',
  'é',
  'a"b\\c',
  '(as it was when all was in step) 0',
);
const scalar = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('x', null, 1.5, '(as it was)', 'two\nlines'),
);
const value = fc.record(
  {
    own: scalar,
    lastCost: scalar,
    env: fc.constant({ K: 'mine' }),
    allowedTools: fc.uniqueArray(fc.constantFrom('t1', 't2', 't3'), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
type Event = (lab: Lab, homes: readonly Home[]) => unknown;
const nth = fc.nat({ max: 1 });
const map = fc.constantFrom('projects' as const, 'mcpServers' as const);
const edit =
  (act: (draft: Draft) => unknown, home: number): Event =>
  (_, homes) =>
    change(homes[home] as Home, act);
const put = (draft: Draft, which: 'projects' | 'mcpServers', key: string, to: unknown): void => {
  const entries = Object.entries(draft[which] ?? {}).filter(([each]) => each !== key);
  draft[which] = Object.fromEntries([...entries, [key, to]]) as Draft['projects'];
};
const event: fc.Arbitrary<Event> = fc.oneof(
  fc
    .tuple(nth, map, entry, value)
    .map(([home, which, key, to]) => edit((draft) => put(draft, which, key, to), home)),
  fc.tuple(nth, map, entry).map(([home, which, key]) => edit((draft) => delete draft[which]?.[key], home)),
  fc.tuple(nth, map).map(([home, which]) => edit((draft) => delete (draft as Partial<Draft>)[which], home)),
  fc.tuple(nth, scalar).map(([home, to]) => edit((draft) => (draft.model = to), home)),
  nth.map((home) => edit((draft) => (draft.userID = `again ${String(draft.userID)}`), home)),
  nth.map(
    (home): Event =>
      (_, homes) =>
        ((homes[home] as Home).text = '{"projects": {"a": 1,}}'),
  ),
  fc
    .tuple(nth, map)
    .map(([home, which]) => edit((draft) => ((draft as Record<string, unknown>)[which] = 'no map'), home)),
  fc.constant<Event>((lab) => (lab.shared = JSON.stringify(lab.sharedValue))),
);

describe('a file that is looked at by parts', () => {
  test('comes to the same as one that is read whole, step by step', () => {
    const start = fc.dictionary(entry, value, { maxKeys: 5 });
    const steps = fc.array(
      fc.tuple(
        fc.array(event, { maxLength: 2 }),
        nth,
        fc.constantFrom<Partial<MergeInput>>(
          {},
          { pull: false },
          { take: 'home' },
          { live: { state: 'none', earliestStart: 0 } },
        ),
      ),
      { maxLength: 8 },
    );
    let packs = 0;
    holds(
      fc.property(start, start, steps, (shared, own, all) => {
        const worlds = [{ partsFrom: Number.POSITIVE_INFINITY }, byParts].map((parts) => {
          const lab = new Lab({ projects: shared, mcpServers: {} });
          return {
            lab,
            parts,
            homes: [lab.home({ ...me, projects: own }), lab.home({ ...you, mcpServers: own })],
          };
        });
        for (const [events, home, more] of [[[], 0, {}], [[], 1, {}], [[], 0, {}], ...all] as const) {
          const [whole, parted] = worlds.map(({ lab, parts, homes }) => {
            try {
              for (const act of events) act(lab, homes);
            } catch {
              // Nobody edits a damaged file.
            }
            const step = lab.step(homes[home] as Home, { ...more, ...parts });
            packs += packsOf(homes[home] as Home);
            return [
              said(step),
              lab.shared,
              lab.root,
              homes.map(({ text }) => text),
              homes.map(({ base }) => flat(base)),
            ];
          });
          expect(parted).toEqual(whole);
        }
      }),
      400,
    );
    expect(packs).toBeGreaterThan(1000);
  });

  const projects = (count: number): Document =>
    Object.fromEntries(
      Array.from({ length: count }, (_, each) => [`/p${each}`, { own: each, lastCost: each }]),
    );

  function met(count = 50): { lab: Lab; mine: Home; yours: Home } {
    const worlds = two({ projects: projects(count), mcpServers: {} });
    for (const home of [worlds.mine, worlds.yours]) {
      change(home, (draft) => (draft.seen = 1));
      home.base = undefined;
      worlds.lab.step(home, byParts);
    }
    return worlds;
  }

  test('is not read where nothing changed', () => {
    const { lab, mine } = met();
    expect(packsOf(mine)).toBeGreaterThan(20);
    expect(Object.keys(mine.base?.leaves ?? {})).toEqual([]);
    change(mine, ({ projects: all }) => Object.assign(all['/p7'] as object, { own: 'new' }));
    const step = lab.step(mine, byParts);
    expect(step.outcomes.length).toBeLessThan(10);
    expect(lab.sharedValue.projects).toMatchObject({ '/p7': { own: 'new' }, '/p8': { own: 8 } });
  });

  test('keeps every byte of what it did not read', () => {
    const { lab, mine } = met();
    const odd = (lab.shared as string).replace('"own": 8', '"own" :  8.0e0');
    expect(odd).not.toBe(lab.shared);
    lab.shared = odd;
    lab.step(mine, byParts);
    mine.base = undefined;
    lab.step(mine, byParts);
    change(mine, ({ projects: all }) => Object.assign(all['/p7'] as object, { own: 'new' }));
    lab.step(mine, byParts);
    expect(lab.shared).toBe(odd.replace('"own": 7', '"own": "new"'));
  });

  test('has over half of its leaves gone only when that is so of all of them', () => {
    const { lab, mine } = met();
    change(mine, ({ projects: all }) => {
      for (const key of ['/p1', '/p2', '/p3', '/p4', '/p5']) delete all[key];
    });
    const step = lab.step(mine, byParts);
    expect(step.held).toEqual([]);
    expect(Object.keys(lab.sharedValue.projects as object)).toHaveLength(45);
  });

  test('whose shared text goes back to what it said when something was pushed is not in step', () => {
    const { lab, mine } = met();
    const { shared } = lab;
    change(mine, ({ projects: all }) => Object.assign(all['/p7'] as object, { own: 'new' }));
    lab.step(mine, byParts);
    lab.shared = shared;
    lab.step(mine, byParts);
    expect(homeValue(mine).projects).toMatchObject({ '/p7': { own: 7 } });
  });

  test('may hold the very words that stand for what is left out', () => {
    const { lab, mine } = met();
    const words = '(as it was when all was in step) 0';
    change(mine, ({ projects: all }) => Object.assign(all, { '/p7': words }));
    lab.step(mine, byParts);
    change(mine, ({ projects: all }) => Object.assign(all['/p8'] as object, { own: words }));
    lab.step(mine, byParts);
    change(mine, ({ projects: all }) => delete all['/p7']);
    lab.step(mine, byParts);
    expect(lab.sharedValue.projects).toMatchObject({ '/p8': { own: words } });
    expect(lab.sharedValue.projects).not.toHaveProperty(['/p7']);
    expect(Object.keys(lab.sharedValue.projects as object)).toHaveLength(49);
  });

  test('is read whole under other rules', () => {
    const { lab, mine } = met();
    const rules = [
      { pointer: '/projects', class: 'shared', merge: 'map' },
      { pointer: '/projects/*/own', class: 'identity' },
    ] as const;
    expect(lab.step(mine, { ...byParts, rules }).outcomes.length).toBeGreaterThanOrEqual(50);
  });

  test('that says a key twice in what is settled is damaged all the same', () => {
    const { lab, mine } = met();
    mine.text = mine.text?.replace('"/p8": {', '"/p8": {"own": 1, "own": 8, ');
    expect(lab.step(mine, byParts).damage).toMatchObject({ side: 'home' });
  });

  test.each(['}', ',', '"', '{', ': 1', ' 1', ']'])(
    'with %s where it does not belong is damaged, and not read for ever',
    (piece) => {
      const { lab, mine } = met(8);
      const text = mine.text as string;
      for (let at = 0; at < text.length; at += 7) {
        mine.text = text.slice(0, at) + piece + text.slice(at);
        const whole = lab.step({ ...mine });
        const parted = lab.step({ ...mine }, byParts);
        expect(parted.damage).toEqual(whole.damage);
      }
    },
  );

  test('is looked at whole when a base of before is met', () => {
    const { lab, mine } = two({ projects: projects(5) });
    expect(mine.base?.packs).toBeUndefined();
    expect(homeValue(mine).projects).toMatchObject({ '/p1': { own: 1 } });
    change(mine, (draft) => (draft.model = 'm2'));
    lab.step(mine, byParts);
    expect(packsOf(mine)).toBe(5);
  });
});
