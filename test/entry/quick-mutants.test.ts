import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { QuickRecord } from '../../src/accounts/fast/quick-record.ts';
import { answerEnv } from '../../src/entry/answer-env.ts';
import { readyToRun } from '../../src/entry/answer-run.ts';
import { answerWhich } from '../../src/entry/answer-which.ts';
import type { Host } from '../../src/platform/index.ts';
import { type QuickWorld, quickWorld } from './quick-world.ts';

let world: QuickWorld;
const made = async () => (world ??= await quickWorld('codex', '--share'));
const fileOf = ({ root, folder }: QuickWorld) =>
  join(root, 'cache/launch/codex', folder.slice(-8), 'launch.json');

/** What the quick ways say; undefined: the program is asked. */
async function answers(host: Host): Promise<readonly unknown[]> {
  const ask = async (answer: () => unknown) => {
    try {
      return await answer();
    } catch {
      return undefined;
    }
  };
  const words = ['codex', '-a', 'work'];
  return [
    await ask(() => answerEnv([...words, '-s', 'sh'], host)),
    await ask(() => answerWhich(words, host)),
    await ask(async () => (await readyToRun(words, host))?.program.file),
  ];
}

/** The record as it lies there, with one thing about it changed. */
async function withRecord(change: (record: QuickRecord) => unknown): Promise<readonly unknown[]> {
  const file = fileOf(await made());
  const text = readFileSync(file, 'utf8');
  const [first = '', second = ''] = text.split('\n');
  const record = JSON.parse(first) as QuickRecord;
  writeFileSync(file, `${JSON.stringify(change(record))}\n${second}\n`);
  try {
    return await answers(world.host());
  } finally {
    writeFileSync(file, text);
  }
}

test('as it was written all three answer by it', async () => {
  const all = await withRecord((record) => record);
  expect(all.every((answer) => answer !== undefined)).toBe(true);
});

test.each<[string, (record: QuickRecord) => unknown]>([
  [
    'of the layout before, by the same release',
    ({ by, ...rest }) => ({ ...rest, by: by.replace(/\/\d+ /, ' ') }),
  ],
  ['of another release', ({ by, ...rest }) => ({ ...rest, by: `9${by}` })],
  ['of another tool', (record) => ({ ...record, tool: 'claude' })],
  ['of another account', (record) => ({ ...record, account: 'abcdefgh' })],
  ['of another label', (record) => ({ ...record, label: 'Work' })],
  ['without looks that the account is there', (record) => ({ ...record, there: [] })],
  ['that is a list', () => []],
  ['that is nothing', () => null],
])('one %s is none', async (_, change) => {
  expect(await withRecord(change)).toEqual([undefined, undefined, undefined]);
});

const parts = [
  'there',
  'looks',
  'absentAbove',
  'notIn',
  'variables',
  'marks',
  'plain',
  'program',
] as const satisfies readonly (keyof QuickRecord)[];

test.each(parts.flatMap((part) => [undefined, 1, 'x', {}, ''].map((instead) => ({ part, instead }))))(
  'with $instead for its $part it says what it said, or nothing',
  async ({ part, instead }) => {
    const before = await withRecord((record) => record);
    const after = await withRecord((record) => ({ ...record, [part]: instead }));
    expect(after.map((answer, at) => answer ?? before[at])).toEqual(before);
    if (part === 'there' || part === 'marks') expect(after[0]).toBeUndefined();
  },
);

test('a look of a kind that nobody knows finds nothing', async () => {
  const { there } = JSON.parse(readFileSync(fileOf(await made()), 'utf8').split('\n', 1)[0]!) as QuickRecord;
  const odd = ['odd', there[0]![1]] as unknown as QuickRecord['there'][number];
  expect(await withRecord((record) => ({ ...record, there: [...record.there, odd] }))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the second look, once the marks are there, sends env to the slow way where somebody changes the account', async () => {
  const { host } = await made();
  const { marks } = JSON.parse(readFileSync(fileOf(world), 'utf8').split('\n', 1)[0]!) as QuickRecord;
  const { files } = host();
  for (const [, path] of marks!.again) {
    let isMarked = false;
    const seen = {
      ...files,
      // The marks of the home are counted before the second look.
      readdir: (folder: string) => {
        if (folder === marks!.live) isMarked = true;
        return files.readdir(folder);
      },
      lstat: (asked: string) => (isMarked && asked === path ? files.lstat(world.root) : files.lstat(asked)),
    };
    const [env] = await answers(host({ files: seen }));
    expect([path, env]).toEqual([path, undefined]);
  }
});

test('each variable by itself that counts has the environment worked out anew, or the slow way asked', async () => {
  const { plain } = JSON.parse(readFileSync(fileOf(await made()), 'utf8').split('\n', 1)[0]!) as QuickRecord;
  const names = plain!.unset;
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const { quick, slow } = await world.both(
      ['env', 'codex', '-a', 'work', '-s', 'sh'],
      world.host({ env: { [name]: '/x' } }),
    );
    if (quick !== undefined) expect({ name, answer: quick }).toEqual({ name, answer: slow });
  }
}, 60_000);
