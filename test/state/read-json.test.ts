import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ToolsError } from '../../src/errors/index.ts';
import type { Host } from '../../src/platform/index.ts';
import { isAccountFile, readJson, writeJson } from '../../src/state/index.ts';
import { isLinux } from '../support/linux-tools.ts';
import { testHost } from '../support/temp-home.ts';
import { thrownBy } from '../support/thrown-by.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let file: string;

beforeEach(() => {
  host = testHost();
  file = join(host.homeDir, 'account.json');
});

const isAnything = (value: unknown): value is unknown => value !== undefined;
const errorOf = (bytes: string | Buffer): ToolsError => {
  writeFileSync(file, bytes);
  try {
    readJson(host, file, isAnything);
  } catch (error) {
    if (error instanceof ToolsError) return error;
    throw error;
  }
  throw new Error('it was read');
};

test('what is there is read, what is absent is undefined', () => {
  expect(readJson(host, file, isAnything)).toBeUndefined();
  expect(readJson(host, join(host.homeDir, 'no', 'folder'), isAnything)).toBeUndefined();
  writeFileSync(file, '{"a":[1,"ä\\u0000"]}');
  expect(readJson(host, file, isAnything)).toEqual({ a: [1, 'ä\u0000'] });
});

test('what another process puts there while we look was absent', () => {
  const readFile = (path: string): Buffer => {
    try {
      return host.files.readFile(path);
    } finally {
      writeFileSync(path, '{}');
    }
  };
  const late: Host = testHost({ home: host.homeDir, files: { ...host.files, readFile } });
  expect(readJson(late, file, isAnything)).toBeUndefined();
  expect(readJson(late, file, isAnything)).toEqual({});
});

test('a byte order mark of an editor is no damage', () => {
  writeFileSync(file, '\ufeff{"a":1}\r\n');
  expect(readJson(host, file, isAnything)).toEqual({ a: 1 });
});

test('U+FFFD that was really written is no damage', () => {
  writeFileSync(file, '"\ufffd"');
  expect(readJson(host, file, isAnything)).toBe('\ufffd');
});

describe('B010 damage is told with path and offset, and changes nothing', () => {
  test.each([
    ['', 0, 'it is empty'],
    ['{"accounts":{"work":', 20, 'it ends too early'],
    ['{"a":1,}', 7, 'a name in double quotes is missing'],
    ['{"ä":tru}', 6, 'a value is missing'],
    ['\ufeff{"a" 1}', 8, '":" is missing'],
    ['[1 2]', 3, '"," or "]" is missing'],
    ['{} {}', 3, 'there is more after the end'],
    ['{"a":"b', 7, 'the text in quotes is broken'],
    ['{"a":"b\nc"}', 7, 'the text in quotes is broken'],
    [Buffer.from([0x22, 0xc3, 0xa4, 0xe9, 0x22]), 3, 'it is not UTF-8'],
  ])('%j', (bytes, offset, problem) => {
    const error = errorOf(bytes);
    expect(error).toMatchObject({ code: 'STATE_DAMAGED', exit: 6, data: { path: file, offset, problem } });
    expect(error.message).toContain(`${file} is damaged at byte ${offset}`);
  });

  test('50 times over: the same bytes, and nothing beside them', () => {
    const broken = '{"accounts":{"work":';
    for (let time = 0; time < 50; time += 1) expect(errorOf(broken).code).toBe('STATE_DAMAGED');
    expect(readFileSync(file, 'utf8')).toBe(broken);
    expect(readdirSync(host.homeDir)).toEqual(['account.json']);
  });

  test('a file with another shape is damaged too', () => {
    writeFileSync(file, '{"a":1}');
    const isNever = (value: unknown): value is never => value === 'never';
    expect(() => readJson(host, file, isNever)).toThrow(
      expect.objectContaining({ code: 'STATE_DAMAGED', data: expect.objectContaining({ offset: 0 }) }),
    );
  });

  test('what is in the file is never quoted: it may be a secret', () => {
    const error = errorOf('{"key": CANARY-77}');
    expect(JSON.stringify([error.message, error.data, error.cause ?? null])).not.toContain('CANARY');
  });
});

test('a file of a newer release is not damaged, but newer', () => {
  const error = errorOf('{"schemaVersion":2,"other":true}');
  expect(error).toMatchObject({ code: 'STATE_NEWER', exit: 6, data: { path: file, version: 2, known: 1 } });
});

test.each([
  ['a folder', () => mkdirSync(file), 'EISDIR'],
  ['a dangling link', () => symlinkSync('/nowhere', file), 'it is a link that leads nowhere'],
  ['a link to itself', () => symlinkSync(file, file), 'ELOOP'],
])('%s can not be read, and is not taken for an absent file', (_case, make, cause) => {
  make();
  expect(() => readJson(host, file, isAnything)).toThrow(
    expect.objectContaining({ code: 'STATE_UNREADABLE', exit: 6, data: { path: file, cause } }),
  );
});

describe('B045 a key __proto__ is data', () => {
  const text =
    '{"__proto__":{"isAdmin":true},"constructor":1,"schemaVersion":1,"id":"abcdefgh","tool":"t","label":"l",' +
    '"createdAt":"2026-01-01T00:00:00Z","home":"/h","root":"default","installation":"default","kind":"login",' +
    '"identity":{"__proto__":{"isAdmin":true},"asOf":"2026-01-01T00:00:00Z"},"environment":{}}';

  test('it pollutes nothing, and comes back from the disk as it was', async () => {
    writeFileSync(file, text);
    const account = readJson(host, file, isAccountFile);
    if (account === undefined) throw new Error('absent');
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect((account as unknown as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(Object.hasOwn(account, '__proto__')).toBe(true);

    await writeJson(host, file, 'account', { ...account, label: 'other' });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))).toBe(
      text.replace('"label":"l"', '"label":"other"'),
    );
  });
});

test('reading writes nothing', () => {
  writeFileSync(file, '{}');
  const before = treeOf(host.homeDir);
  readJson(host, file, isAnything);
  expect(treeOf(host.homeDir)).toEqual(before);
});

test.runIf(isLinux)('what could be read for ever is not read: a pipe, a device', () => {
  const pipe = join(host.homeDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero']) {
    expect(thrownBy(() => readJson(host, path, isAnything))).toMatchObject({
      code: 'STATE_UNREADABLE',
      data: { cause: 'it is not a regular file' },
    });
  }
  expect(thrownBy(() => host.files.readStart(pipe, 16))).toMatchObject({ code: 'ESPIPE' });
});
