import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doLie, type RecordedLook, recordedLooks } from '../../../src/accounts/fast/recorded-look.ts';
import { seeConditions } from '../../../src/accounts/fast/see-conditions.ts';
import type { Look, Stats } from '../../../src/platform/index.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const { files } = testHost();
const none: Look = { type: false, content: false, place: false, isThere: undefined };
const [type, content, place] = [
  { ...none, type: true },
  { ...none, type: true, content: true },
  { ...none, place: true },
];

type At = (name: string) => string;

/** A file, a folder with one in it, a link to each, and how all of that lay that was looked at. */
function laidOut(asked: Readonly<Record<string, Look>>) {
  const home = tempHome();
  const at: At = (name) => join(home, name);
  for (const folder of ['folder', 'other']) mkdirSync(at(folder));
  for (const file of ['file', 'folder/in', 'other/in']) writeFileSync(at(file), 'text');
  symlinkSync(at('file'), at('link'));
  symlinkSync(at('folder'), at('way'));
  const looks = new Map(Object.entries(asked).map(([name, look]) => [at(name), look]));
  const later = Date.now() + 60_000;
  const seen = () => seeConditions(testHost({ home }), looks, later);
  return { at, seen, recorded: recordedLooks(seen()!) };
}

const put = (path: string, make: () => unknown) => {
  rmSync(path, { recursive: true });
  make();
};

test.each<readonly [what: string, asked: Readonly<Record<string, Look>>, change: (at: At) => unknown]>([
  ['something where nothing was', { none: type }, (at) => writeFileSync(at('none'), '')],
  ['a link to nothing there', { none: type }, (at) => symlinkSync('/nowhere', at('none'))],
  ['nothing where a file was', { file: type }, (at) => unlinkSync(at('file'))],
  ['nothing where one was that was read', { file: content }, (at) => unlinkSync(at('file'))],
  ['a folder where a file was', { file: type }, (at) => put(at('file'), () => mkdirSync(at('file')))],
  [
    'a file where a folder was',
    { folder: type },
    (at) => put(at('folder'), () => writeFileSync(at('folder'), '')),
  ],
  [
    'a link to it where a file was',
    { file: type },
    (at) => {
      renameSync(at('file'), at('moved'));
      symlinkSync(at('moved'), at('file'));
    },
  ],
  [
    'a link to it where a file was that was read',
    { file: content },
    (at) => {
      renameSync(at('file'), at('moved'));
      symlinkSync(at('moved'), at('file'));
    },
  ],
  [
    'a link to it where a folder was',
    { folder: type },
    (at) => {
      renameSync(at('folder'), at('moved'));
      symlinkSync(at('moved'), at('folder'));
    },
  ],
  [
    'a file where a link was',
    { link: type },
    (at) => put(at('link'), () => writeFileSync(at('link'), 'text')),
  ],
  ['a folder where a link was', { way: type }, (at) => put(at('way'), () => mkdirSync(at('way')))],
  [
    'a link to another file',
    { link: type },
    (at) => put(at('link'), () => symlinkSync(at('folder/in'), at('link'))),
  ],
  [
    'a link to another folder',
    { way: type },
    (at) => put(at('way'), () => symlinkSync(at('other'), at('way'))),
  ],
  [
    'a link to the same by another way',
    { way: type },
    (at) => put(at('way'), () => symlinkSync('folder', at('way'))),
  ],
  ['nothing where a link led', { link: type }, (at) => unlinkSync(at('file'))],
  [
    'a folder where a link led to a file',
    { link: type },
    (at) => put(at('file'), () => mkdirSync(at('file'))),
  ],
  [
    'a file where a link led to a folder',
    { way: type },
    (at) => put(at('folder'), () => writeFileSync(at('folder'), '')),
  ],
  ['other words', { file: content }, (at) => writeFileSync(at('file'), 'others')],
  ['other words behind a link', { link: content }, (at) => writeFileSync(at('file'), 'others')],
  [
    'words as long, with the old time',
    { file: content },
    (at) => {
      const { atime, mtime } = files.stat(at('file')) as Stats;
      writeFileSync(at('file'), 'TEXT');
      utimesSync(at('file'), atime, mtime);
    },
  ],
  ['another mode', { file: content }, (at) => chmodSync(at('file'), 0o700)],
  ['one name more', { folder: content }, (at) => writeFileSync(at('folder/new'), '')],
  ['one name less', { folder: content }, (at) => unlinkSync(at('folder/in'))],
  ['one name more behind a link', { way: content }, (at) => writeFileSync(at('folder/new'), '')],
  ['another place', { 'way/in': place }, (at) => put(at('way'), () => symlinkSync(at('other'), at('way')))],
  [
    'another place for what was no link',
    { folder: place, 'folder/in': place },
    (at) => {
      renameSync(at('folder'), at('moved'));
      symlinkSync(at('moved'), at('folder'));
    },
  ],
])('%s is seen', (_, asked, change) => {
  const { at, recorded } = laidOut(asked);
  expect(doLie(files, recorded)).toBe(true);
  change(at);
  expect(doLie(files, recorded)).toBe(false);
});

test.each<readonly [what: string, asked: Readonly<Record<string, Look>>, change: (at: At) => unknown]>([
  ['what a file holds, where it was not read', { file: type }, (at) => writeFileSync(at('file'), 'others')],
  ['what is in a folder', { folder: type }, (at) => writeFileSync(at('folder/new'), '')],
  ['what lies beside it', { none: type, file: content }, (at) => writeFileSync(at('beside'), '')],
  [
    'what a link leads to, where it was not read',
    { link: type },
    (at) => writeFileSync(at('file'), 'others'),
  ],
])('%s is nothing to it', (_, asked, change) => {
  const { at, recorded } = laidOut(asked);
  change(at);
  expect(doLie(files, recorded)).toBe(true);
});

test('of places only those are looked at that no other tells', () => {
  const { at, recorded } = laidOut({ folder: place, 'folder/in': place, way: place });
  expect(recorded.filter(([kind]) => kind === 'place').map(([, path]) => path)).toEqual([
    at('folder/in'),
    at('way'),
  ]);
});

test('the place of a folder is looked at where another has its name as a beginning', () => {
  const home = tempHome();
  const at: At = (name) => join(home, name);
  mkdirSync(at('one'));
  mkdirSync(at('one-more'));
  const looks = new Map(['one', 'one-more'].map((name) => [at(name), place]));
  const recorded = recordedLooks(seeConditions(testHost({ home }), looks, Date.now() + 60_000)!);
  const places = recorded.filter(([kind]) => kind === 'place').map(([, path]) => path);
  expect(places).toEqual([at('one'), at('one-more')]);
});

test('what cannot last is not said: a link to nothing, a pipe, what was written just now', () => {
  const home = tempHome();
  const at: At = (name) => join(home, name);
  symlinkSync('/nowhere', at('dead'));
  writeFileSync(at('file'), '');
  const see = (name: string, look: Look, began: number) =>
    seeConditions(testHost({ home }), new Map([[at(name), look]]), began);
  expect(see('dead', type, Date.now() + 60_000)).toBeUndefined();
  expect(see('file', content, Date.now() - 60_000)).toBeUndefined();
  expect(see('file', type, Date.now() - 60_000)).toBeDefined();
  expect(seeConditions(testHost({ home }), new Map([['/dev/null', type]]), Date.now())).toBeUndefined();
});

test('a look that nobody knows finds nothing', () => {
  const { at } = laidOut({});
  expect(doLie(files, [['odd', at('file')] as unknown as RecordedLook])).toBe(false);
});
