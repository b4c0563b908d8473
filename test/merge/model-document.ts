import type { KeyRule } from '../../src/registry/index.ts';

/** What the models' people work on: one document with keys of every kind. */
export interface Document {
  userID: string;
  account: { who: string };
  map?: Record<string, Entry>;
  /** A map of maps: of an empty one that it is there is all that it says. */
  deep?: Record<string, Record<string, number>>;
  set?: string[];
  grow?: string[];
  value?: number;
}

export interface Entry {
  own?: number;
  env?: { KEY: string };
  lastCost?: number;
  tools?: string[];
}

export const modelRules: readonly KeyRule[] = Object.freeze<KeyRule[]>([
  { pointer: '/account', class: 'identity' },
  { pointer: '/userID', class: 'identity' },
  { pointer: '/map', class: 'shared', merge: 'map' },
  { pointer: '/map/*/env', class: 'identity' },
  { pointer: '/map/*/last*', class: 'shared', merge: 'private' },
  { pointer: '/map/*/tools', class: 'shared', merge: 'set' },
  { pointer: '/deep', class: 'shared', merge: 'map' },
  { pointer: '/deep/*', class: 'shared', merge: 'map' },
  { pointer: '/set', class: 'shared', merge: 'set' },
  { pointer: '/grow', class: 'shared', merge: 'grow' },
  { pointer: '/value', class: 'shared', merge: 'value' },
]);
for (const rule of modelRules) Object.freeze(rule);

export interface Editor {
  /** Stands in what belongs to the account. */
  readonly owner: string;
  random(below: number): number;
  /** A number that was never given. */
  fresh(): number;
  /** Leaves that go on purpose. */
  deleted(...leaves: string[]): void;
}

/** Adds, changes or deletes one thing. */
export function editSomething(document: Document, editor: Editor): void {
  const { random, fresh, deleted } = editor;
  document.map ??= {};
  const { map } = document;
  const names = Object.keys(map);
  const name = names[random(names.length || 1)];
  const dice = random(14);
  if (dice < 4 || name === undefined) {
    const made = `k${fresh()}`;
    map[made] = {
      ...(random(3) > 0 && { own: fresh() }),
      ...(random(4) === 0 && { env: { KEY: editor.owner } }),
      ...(random(4) === 0 && { tools: [`k${fresh()}`] }),
    };
  } else if (dice < 6) (map[name] as Entry).own = fresh();
  else if (dice < 7) (map[name] as Entry).lastCost = fresh();
  else if (dice < 8) (map[name] as Entry).tools = [...((map[name] as Entry).tools ?? []), `k${fresh()}`];
  else if (dice < 9) {
    deleted(`map/${name}`, ...((map[name] as Entry).tools ?? []).map((tool) => `map/${name}/${tool}`));
    delete map[name];
  } else if (dice < 10) editList(document, 'set', editor);
  else if (dice < 11) editList(document, 'grow', editor);
  else if (dice < 12) document.value = fresh();
  else editDeep(document, editor);
}

function editDeep(document: Document, { random, fresh, deleted }: Editor): void {
  document.deep ??= {};
  const { deep } = document;
  const names = Object.keys(deep);
  const name = names[random(names.length || 1)];
  const dice = random(8);
  if (dice < 3 || name === undefined)
    deep[`k${fresh()}`] = random(2) === 0 ? {} : { [`k${fresh()}`]: fresh() };
  else if (dice < 6) (deep[name] as Record<string, number>)[`k${fresh()}`] = fresh();
  else if (dice < 7) {
    deleted(`deep/${name}`, ...Object.keys(deep[name] as object).map((key) => `deep/${name}/${key}`));
    delete deep[name];
  } else {
    const [key] = Object.keys(deep[name] as object);
    // With the last one the entry may go, and nobody knows which one is the last.
    if (key !== undefined) deleted(`deep/${name}`, `deep/${name}/${key}`);
    if (key !== undefined) delete (deep[name] as Record<string, number>)[key];
  }
}

function editList(document: Document, list: 'set' | 'grow', { random, fresh, deleted }: Editor): void {
  document[list] ??= [];
  const items = document[list];
  if (random(3) > 0 || items.length === 0) items.push(`k${fresh()}`);
  else {
    const [gone] = items.splice(random(items.length), 1);
    deleted(`${list}/${gone}`);
  }
}

const anything = (_: Entry): boolean => true;

/** What the oracle counts; entries of the map only where `counts` says so. */
export function leavesIn(document: Document, counts = anything): Set<string> {
  const { map = {}, deep = {}, set = [], grow = [] } = document;
  const entries = Object.entries(map);
  return new Set([
    ...entries.filter(([, entry]) => counts(entry)).map(([name]) => `map/${name}`),
    ...entries.flatMap(([name, { tools = [] }]) => tools.map((tool) => `map/${name}/${tool}`)),
    ...Object.entries(deep).flatMap(([name, entry]) => [
      `deep/${name}`,
      ...Object.keys(entry).map((key) => `deep/${name}/${key}`),
    ]),
    ...set.map((item) => `set/${item}`),
    ...grow.map((item) => `grow/${item}`),
  ]);
}

/** An entry of parts that have rules of their own is nothing itself. */
export function isShared(entry: Entry): boolean {
  return entry.own !== undefined || Object.keys(entry).length === 0;
}

/** Small and good enough: mulberry32. */
export function randomFrom(start: number): (below: number) => number {
  let state = (start * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
