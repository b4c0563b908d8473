import { expect, test } from 'vitest';
import { topObjects } from '../../src/formats/index.ts';
import { randomFrom } from '../merge/model-document.ts';

const all = () => true;

function listed(text: string, other?: string): unknown {
  try {
    return topObjects(
      text,
      all,
      other === undefined ? undefined : { text: other, objects: objectsOf(other) },
    );
  } catch (error) {
    return String(error);
  }
}

function objectsOf(text: string): ReturnType<typeof topObjects> {
  try {
    return topObjects(text, all);
  } catch {
    return new Map();
  }
}

test('beside a text that is much the same, or torn off, or no JSON, a text is read as it is alone', () => {
  const random = randomFrom(7);
  let shared = 0;
  for (let run = 0; run < 4000; run += 1) {
    const text = textOf(random);
    const [one, other] = [damaged(text, random), damaged(random(4) === 0 ? textOf(random) : text, random)];
    expect(listed(one, other), JSON.stringify([one, other])).toEqual(listed(one));
    if (one !== other && one.slice(0, 40) === other.slice(0, 40)) shared += 1;
  }
  expect(shared).toBeGreaterThan(500);
});

test('what is open at the end of the other text goes on here', () => {
  const other = '{"map":{"a":{"b":[1';
  expect(listed(`${other},2]},"c":{}}}`, other)).toEqual(listed(`${other},2]},"c":{}}}`));
});

function textOf(random: (below: number) => number): string {
  const value = (depth: number): unknown => {
    const kind = random(depth > 3 ? 3 : 6);
    if (kind < 3) return ['plain', 'a "quote", \\ and } or ]', random(100)][kind];
    const members = Array.from({ length: random(4) }, () => value(depth + 1));
    return kind === 3 ? members : Object.fromEntries(members.map((each, nth) => [`k"${nth}`, each]));
  };
  const entries = (count: number) => Array.from({ length: count }, (_, nth) => [`e${nth}`, value(1)]);
  const maps = Array.from({ length: 2 }, (_, nth) => [`map${nth}`, Object.fromEntries(entries(random(6)))]);
  return JSON.stringify(Object.fromEntries(maps), null, random(3));
}

/** As it is, cut off somewhere, or with a character changed, doubled or gone. */
function damaged(text: string, random: (below: number) => number): string {
  const at = random(text.length);
  const rest = text.slice(at + 1);
  const ways = [
    text,
    text,
    text.slice(0, at),
    text.slice(0, at) + rest,
    text.slice(0, at) + (text[at] as string).repeat(2) + rest,
    `${text.slice(0, at)}${'{}[]",: 1\\'[random(10)]}${rest}`,
  ];
  return ways[random(ways.length)] as string;
}
