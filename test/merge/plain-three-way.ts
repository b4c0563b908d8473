import type { FileBase, MergeInput, MergeStep } from '../../src/merge/index.ts';
import type { Engine } from './model-world.ts';

type Flat = Map<string, unknown>;
interface Document {
  map?: Record<string, Record<string, unknown>>;
  set?: string[];
  grow?: string[];
  value?: number;
}

/** What everybody writes first: base, ours, theirs, key by key; no memory of who lived when. */
export const plainThreeWay: Engine = {
  step(input: MergeInput): MergeStep {
    const sharedDocument = JSON.parse(input.shared ?? '{}') as Document;
    const homeDocument = JSON.parse(input.home ?? '{}') as Document;
    const shared = flat(sharedDocument);
    const home = flat(homeDocument);
    const base = new Map(Object.entries(input.base?.leaves ?? {}).map(([name, { hash }]) => [name, hash]));
    const merged: Flat = new Map();
    for (const name of new Set([...shared.keys(), ...home.keys()])) {
      const [ours, theirs, was] = [text(shared.get(name)), text(home.get(name)), base.get(name)];
      const winner = ours === was ? home : shared;
      const value = ours === theirs || winner.has(name) ? (winner.get(name) ?? shared.get(name)) : undefined;
      if (value !== undefined) merged.set(name, value);
    }
    const mayPull = input.pull && input.live.state === 'none';
    const isChanged = (flatDocument: Flat): boolean =>
      text([...flatDocument].sort()) !== text([...merged].sort());
    return {
      input,
      base: input.base,
      root: input.root,
      shared: isChanged(shared) ? JSON.stringify(unflat({}, merged)) : undefined,
      home: mayPull && isChanged(home) ? JSON.stringify(unflat(homeDocument, merged)) : undefined,
      outcomes: [],
      conflicts: [],
      held: [],
      removed: [],
      reports: [],
      birthmarks: {},
    };
  },
  baseAfter({ input, shared, home }): FileBase {
    const [one, other] = [
      flat(JSON.parse(shared ?? input.shared ?? '{}')),
      flat(JSON.parse(home ?? input.home ?? '{}')),
    ];
    const agreed = [...one].filter(([name, value]) => text(value) === text(other.get(name)));
    const leaves = Object.fromEntries(agreed.map(([name, value]) => [name, { hash: text(value) as string }]));
    const { now: began, root } = input;
    return {
      schemaVersion: 1,
      rootId: root.id,
      gen: 0,
      began,
      seen: began,
      leaves,
      birthmarks: {},
      told: {},
    };
  },
};

function flat({ map = {}, set = [], grow = [], value }: Document): Flat {
  const found: Flat = new Map();
  for (const [name, { env: _, lastCost: __, tools = [], ...own }] of Object.entries(map)) {
    found.set(`map/${name}`, own);
    for (const tool of tools as string[]) found.set(`map/${name}/${tool}`, tool);
  }
  for (const item of set) found.set(`set/${item}`, item);
  for (const item of grow) found.set(`grow/${item}`, item);
  if (value !== undefined) found.set('value', value);
  return found;
}

function unflat(document: Document, leaves: Flat): Document {
  const map: Record<string, Record<string, unknown>> = {};
  const result = { ...document, map, set: [] as string[], grow: [] as string[] };
  for (const [name, value] of leaves) {
    const [kind, entry = '', tool] = name.split('/');
    if (kind === 'value') result.value = value as number;
    else if (kind !== 'map') result[kind as 'set' | 'grow'].push(entry);
    else if (tool === undefined) {
      const { env, lastCost } = document.map?.[entry] ?? {};
      map[entry] = {
        ...(env !== undefined && { env }),
        ...(lastCost !== undefined && { lastCost }),
        ...(value as object),
      };
    } else {
      map[entry] ??= {};
      map[entry].tools = [...((map[entry].tools as string[] | undefined) ?? []), tool];
    }
  }
  return result;
}

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
