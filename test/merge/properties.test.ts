import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../support/holds.ts';
import { type Document, type Home, homeValue, Lab, me, put, you } from './lab.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd', '/p', '~', '__proto__', 'env');
const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', null, true, 1.5));
const secret = fc.constant({ K: 'CANARY' });
const part = fc.record(
  { x: scalar, y: scalar, lastCost: scalar, env: secret, token: fc.constant('CANARY') },
  { requiredKeys: [] },
);
const list = fc.array(fc.constantFrom('t1', 't2', 't3', 't4'), { maxLength: 3 });
const entries = fc
  .array(
    fc.tuple(
      name,
      fc
        .tuple(part, fc.option(list))
        .map(([own, tools]) => ({ ...own, ...(tools && { allowedTools: tools }) })),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => Object.fromEntries(pairs));

/** Documents of every class of key. */
const document: fc.Arbitrary<Document> = fc.record(
  {
    theme: fc.constantFrom('dark', 'light'),
    model: fc.constantFrom('m1', 'm2'),
    projects: entries,
    mcpServers: entries,
    permissions: fc.record({ allow: list, deny: list }, { requiredKeys: [] }),
    hooks: fc.dictionary(
      fc.constantFrom('Stop', 'Start'),
      fc.array(fc.record({ x: scalar, token: fc.constant('CANARY') }), { maxLength: 2 }),
    ),
    unknown: scalar,
    tips: part,
  },
  { requiredKeys: [] },
);
const unit = fc.constantFrom<string | number | undefined>(undefined, 2, '\t');

test('without a change nothing is written, not even a base', () => {
  holds(
    fc.property(document, document, unit, (shared, home, indent) => {
      const lab = new Lab(JSON.stringify(shared, null, indent));
      const mine = lab.home(JSON.stringify({ ...me, ...home }, null, indent));
      for (let round = 0; round < 2; round += 1) lab.step(mine);
      const before = { ...mine };
      expect(lab.step(mine)).toMatchObject({ shared: undefined, home: undefined });
      expect(mine).toEqual(before);
      expect(mine.base).toBe(before.base);
    }),
    300,
  );
});

test('identity is never in a root, and never goes to another home', () => {
  holds(
    fc.property(document, document, document, (shared, first, second) => {
      const lab = new Lab(clean(shared));
      const mine = lab.home({ ...me, ...marked(first, 'MINE') });
      const yours = lab.home({ ...you, ...marked(second, 'YOURS') });
      for (const home of [mine, yours, mine, yours]) lab.step(home);
      expect(lab.shared).not.toMatch(/CANARY|me@x|you@x|unknown|tips|"token"/);
      expect(mine.text).not.toMatch(/YOURS|you@x/);
      expect(yours.text).not.toMatch(/MINE|me@x/);
    }),
    300,
  );
});

test('of what a home has nothing of its own is lost', () => {
  holds(
    fc.property(document, document, (shared, home) => {
      const lab = new Lab(clean(shared));
      const mine = lab.home({ ...me, ...home });
      lab.step(mine);
      for (const key of ['unknown', 'tips', 'oauthAccount', 'userID'])
        expect(homeValue(mine)[key]).toEqual(({ ...me, ...home } as Document)[key]);
      expect(mine.text?.split('CANARY').length).toBe(JSON.stringify(home).split('CANARY').length);
    }),
    300,
  );
});

test('disjoint changes of two homes make the same in either order', () => {
  const edits = fc.array(
    fc.tuple(
      fc.constantFrom('projects', 'mcpServers'),
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.option(fc.nat(9)),
    ),
    { maxLength: 3 },
  );
  holds(
    fc.property(edits, edits, (first, second) => {
      const start: Document = {
        projects: { a: { x: 1 }, b: {}, c: {}, d: {} },
        mcpServers: { a: {}, b: {}, c: {}, d: {} },
        model: 'm1',
      };
      const ends = [false, true].map((isReversed) => {
        const lab = new Lab(start);
        const [mine, yours] = lab.met(me, you) as [Home, Home];
        put(mine, edited(homeValue(mine), first, 'x'));
        put(yours, edited(homeValue(yours), second, 'other-'));
        const order = isReversed ? [yours, mine] : [mine, yours];
        for (const home of [...order, ...order]) lab.step(home);
        return [lab.sharedValue, homeValue(mine), homeValue(yours)];
      });
      expect(ends[0]).toEqual(ends[1]);
    }),
    200,
  );
});

/** Sets or takes out entries; the second home's have other names. */
function edited(
  value: Document,
  edits: readonly (readonly [string, string, number | null])[],
  prefix: string,
): Document {
  const result = structuredClone(value) as Record<string, Record<string, unknown>>;
  for (const [map, key, to] of edits) {
    const entry = prefix === 'x' ? key : prefix + key;
    if (to === null) delete result[map]?.[entry];
    else Object.assign(result[map] as object, { [entry]: { x: to } });
  }
  return result;
}

/** A root holds nothing of anybody. */
function clean(value: Document): string {
  const text = JSON.stringify(value, (key, each) =>
    ['env', 'token', 'lastCost', 'unknown', 'tips'].includes(key) ? undefined : each,
  );
  return text.replaceAll('CANARY', 'fine');
}

function marked(value: Document, who: string): Document {
  return JSON.parse(JSON.stringify(value).replaceAll('CANARY', `CANARY-${who}`)) as Document;
}
