import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writingSteps } from '../../src/platform/file-system.ts';
import { type FileSystem, type Host, type Look, unwatched, watchLooks } from '../../src/platform/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

const nothing: Look = { type: false, content: false, place: false, isThere: undefined };
const type = { ...nothing, type: true };
const content = { ...type, content: true };
const found = { isThere: true } as const;

/** A home with a file, a folder, a link to the file and one to nothing. */
function laidOut() {
  const home = tempHome();
  const at = (name: string) => join(home, name);
  writeFileSync(at('file'), 'x', { mode: 0o700 });
  writeFileSync(at('plain'), 'x', { mode: 0o600 });
  mkdirSync(at('folder'));
  symlinkSync(at('file'), at('link'));
  symlinkSync(at('none'), at('dead'));
  return { at, ...watchLooks(testHost({ home })) };
}

type Ask = (files: FileSystem, at: (name: string) => string) => unknown;

test.each<readonly [what: string, ask: Ask, seen: Readonly<Record<string, Look>>]>([
  ['what a file holds', (files, at) => files.readFile(at('file')), { file: { ...content, ...found } }],
  ['its text', (files, at) => files.readText(at('file')), { file: { ...content, ...found } }],
  ['its beginning', (files, at) => files.readStart(at('file'), 1), { file: { ...content, ...found } }],
  ['the names in a folder', (files, at) => files.readdir(at('folder')), { folder: { ...content, ...found } }],
  ['whether it starts', (files, at) => files.isExecutable(at('file')), { file: { ...content, ...found } }],
  ['one that does not', (files, at) => files.isExecutable(at('plain')), { plain: content }],
  [
    'whether two are equal',
    (files, at) => files.isEqual(at('file'), at('plain')),
    { file: content, plain: content },
  ],
  ['what is there', (files, at) => files.lstat(at('file')) !== undefined, { file: { ...type, ...found } }],
  ['what is not', (files, at) => files.lstat(at('none')), { none: { ...type, isThere: false } }],
  [
    'what a link leads to',
    (files, at) => files.stat(at('link')) !== undefined,
    { link: { ...type, ...found } },
  ],
  ['its kind', (files, at) => files.stat(at('file'))?.isDirectory(), { file: { ...type, ...found } }],
  ['its size', (files, at) => files.lstat(at('file'))?.size, { file: { ...content, ...found } }],
  ['its time', (files, at) => files.stat(at('file'))?.mtimeMs, { file: { ...content, ...found } }],
  ['its mode', (files, at) => files.stat(at('file'))?.mode, { file: { ...content, ...found } }],
  ['the text of a link', (files, at) => files.readlink(at('link')), { link: { ...type, ...found } }],
  [
    'where it leads',
    (files, at) => files.realpath(at('link')),
    { link: { ...nothing, place: true, ...found } },
  ],
])('asked for, %s is a look, and the answer is that of the disk', (_, ask, seen) => {
  const { host, looks, hasMore, at } = laidOut();
  expect(ask(host.files, at)).toEqual(ask(testHost().files, at));
  expect(Object.fromEntries(looks)).toEqual(
    Object.fromEntries(Object.entries(seen).map(([name, look]) => [at(name), look])),
  );
  expect(hasMore()).toBe(false);
});

test.each<readonly [what: string, ask: (files: FileSystem, path: string) => unknown]>([
  ['read', (files, path) => files.readFile(path)],
  ['read as text', (files, path) => files.readText(path)],
  ['begun', (files, path) => files.readStart(path, 1)],
  ['listed', (files, path) => files.readdir(path)],
  ['led to', (files, path) => files.readlink(path)],
  ['placed', (files, path) => files.realpath(path)],
  ['compared', (files, path) => files.isEqual(path, path)],
])('what is not there and was to be %s was looked at all the same', (_, ask) => {
  const { host, looks, at } = laidOut();
  expect(() => ask(host.files, at('none'))).toThrow('ENOENT');
  expect([...looks.keys()]).toEqual([at('none')]);
});

test('a path that is asked about in several ways is known by all of them', () => {
  const { host, looks, at } = laidOut();
  host.files.realpath(at('file'));
  host.files.readFile(at('file'));
  host.files.lstat(at('file'));
  expect(looks.get(at('file'))).toEqual({ type: true, content: true, place: true, isThere: true });
});

test('what was there, and then was not, is known to have changed, whatever is found afterwards', () => {
  const { host, looks, at } = laidOut();
  const isThere = () => looks.get(at('file'))?.isThere;
  host.files.lstat(at('file'));
  expect(isThere()).toBe(true);
  unlinkSync(at('file'));
  host.files.lstat(at('file'));
  expect(isThere()).toBe(null);
  host.files.lstat(at('file'));
  expect(isThere()).toBe(null);
});

test.each(writingSteps)('%s is more than a look, also where the disk refuses it', (step) => {
  const refusing = {
    ...testHost().files,
    [step]: () => {
      throw new Error('refused');
    },
  };
  const { host, hasMore } = watchLooks(testHost({ files: refusing as FileSystem }));
  expect(() => (host.files[step] as () => void)()).toThrow('refused');
  expect(hasMore()).toBe(true);
});

test('who this process is, and what the computer is, is no more than a look; who the user is is', () => {
  const { host, hasMore } = laidOut();
  void [host.processes.self, host.env, host.cwd, host.homeDir, host.platform];
  expect(hasMore()).toBe(false);
  void host.userName;
  expect(hasMore()).toBe(true);
});

const { self } = testHost().processes;

test.each(Object.keys(testHost().processes).filter((name) => name !== 'self' && name !== 'stateOf'))(
  'of processes %s is more than a look',
  (name) => {
    const { host, hasMore } = laidOut();
    void host.processes[name as keyof Host['processes']];
    expect(hasMore()).toBe(true);
  },
);

test.each([
  { state: 'that is dead, to who is whole', isWhole: true, pid: 0, more: false, dead: true },
  { state: 'that is dead, to anybody else', isWhole: false, pid: 0, more: true, dead: false },
  { state: 'that lives, to who is whole', isWhole: true, pid: self.pid, more: true, dead: false },
  { state: 'that lives, to anybody else', isWhole: false, pid: self.pid, more: true, dead: false },
])('of a process $state: $more, $dead', ({ isWhole, pid, more, dead }) => {
  const processes = { ...testHost().processes, stateOf: () => (pid === 0 ? 'dead' : 'alive') };
  const watched = watchLooks(testHost({ processes: processes as Host['processes'] }), { isWhole });
  watched.host.processes.stateOf({ ...self, pid });
  expect([watched.hasMore(), watched.sawDead()]).toEqual([more, dead]);
});

test('past who is whole nobody looks; past anybody else, who says so', () => {
  const real = testHost();
  const [part, whole] = [watchLooks(real).host, watchLooks(real, { isWhole: true }).host];
  expect(unwatched(part)).toBe(real);
  expect(unwatched(whole)).toBe(whole);
  expect(unwatched(real)).toBe(real);
});
