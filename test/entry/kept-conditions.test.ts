import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type KeptAnswer, keepAnswer } from '../../src/accounts/fast/keep-answer.ts';
import { recordMark } from '../../src/accounts/fast/launch-record.ts';
import { build } from '../../src/cli/build.ts';
import { builtInMark } from '../../src/cli/built-in-mark.ts';
import { keptAnswer } from '../../src/entry/kept-answer.ts';
import { appPaths, type Host, type Look } from '../../src/platform/index.ts';
import { ensureLayout } from '../../src/state/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { onceOf, writeTwice } from './kept-world.ts';

const read: Look = { type: true, content: true, place: false, isThere: true };
const soon = 60_000;

/** A home with a folder of ours, and one answer that was made of a file there and of three variables. */
function kept(answer: Partial<KeptAnswer> = {}, over: Partial<Host> = {}) {
  const home = tempHome();
  const file = join(home, 'file');
  writeFileSync(file, 'text');
  const host = testHost({ home, cwd: '/here', ...over, env: { READ: 'value', ...over.env } });
  const paths = appPaths(host);
  ensureLayout(host, paths);
  const variables = { HOME: home, READ: 'value', UNSET: null };
  keepAnswer(host, {
    by: recordMark(build, host, builtInMark),
    line: ['list'],
    columns: null,
    variables,
    secrets: ' OF_A_TOOL ',
    looks: new Map([[file, read]]),
    began: Date.now() + soon,
    saysDead: false,
    text: 'the answer is forty-two\n',
    ...answer,
  });
  const answers = join(paths.cache, 'answers');
  const ask = (
    env: Host['env'] = {},
    { line = ['list'], cwd = '/here', columns, platform = host.platform, arch = host.arch }: Asked = {},
  ) =>
    keptAnswer(line, columns, {
      env: { HOME: home, READ: 'value', ...env },
      platform,
      arch,
      cwd: () => cwd,
    });
  return { home, host, paths, file, answers, ask };
}

interface Asked {
  readonly line?: readonly string[];
  readonly cwd?: string;
  readonly columns?: number;
  readonly platform?: string;
  readonly arch?: string;
}

const text = 'the answer is forty-two\n';

describe('what was kept is the answer', () => {
  test.each<readonly [what: string, env: Host['env']]>([
    ['as it was', {}],
    ['with a variable more', { ANOTHER: 'value' }],
    ['with a secret that it does not show', { MY_TOKEN: 'something else' }],
    ['with what it shows in a variable that is no secret', { NUMBER: 'forty-two' }],
    ['with a secret too short to be told from words', { MY_TOKEN: 'forty' }],
  ])('%s', (_, env) => {
    expect(kept().ask(env)).toBe(text);
  });
});

describe('what was kept is no answer', () => {
  test.each<readonly [what: string, env: Host['env']]>([
    ['where a variable says something else', { READ: 'other' }],
    ['where it is empty', { READ: '' }],
    ['where one is set that was not', { UNSET: 'x' }],
    ['nor where that is empty', { UNSET: '' }],
    ['where what it shows is a secret now', { MY_TOKEN: 'forty-two' }],
    ['where it is one of a tool', { OF_A_TOOL: 'forty-two' }],
    ['where parts of it are', { MY_TOKEN: 'forty-two\tanswer' }],
    ['where it is as short as is looked for', { MY_TOKEN: 'answer' }],
  ])('%s', (_, env) => {
    expect(kept().ask(env)).toBeUndefined();
  });

  test('where one is not set any more', () => {
    const { home, host, ask } = kept();
    expect(ask({ READ: undefined })).toBeUndefined();
    const asking = { platform: host.platform, arch: host.arch, cwd: () => '/here' };
    expect(keptAnswer(['list'], undefined, { ...asking, env: { HOME: home, READ: 'value' } })).toBe(text);
    expect(keptAnswer(['list'], undefined, { ...asking, env: { HOME: home } })).toBeUndefined();
    expect(keptAnswer(['list'], undefined, { ...asking, env: { HOME: home, UNSET: '' } })).toBeUndefined();
  });

  test.each<readonly [what: string, asked: Asked]>([
    ['to another line', { line: ['list', 'codex'] }],
    ['to the same words parted otherwise', { line: ['li', 'st'] }],
    ['in another directory', { cwd: '/there' }],
    ['on a terminal', { columns: 80 }],
    ['on another architecture', { arch: 'other' }],
  ])('%s', (_, asked) => {
    expect(kept().ask({}, asked)).toBeUndefined();
  });

  test('on a terminal of another width, and neither where stdout is none', () => {
    const { ask } = kept({ columns: 80 });
    expect(ask({}, { columns: 80 })).toBe(text);
    expect(ask({}, { columns: 81 })).toBeUndefined();
    expect(ask()).toBeUndefined();
  });

  test('once what it was made of has changed', () => {
    const { file, ask } = kept();
    expect(ask()).toBe(text);
    writeFileSync(file, 'others');
    expect(ask()).toBeUndefined();
  });

  test('behind a link once what that leads to has changed', () => {
    const home = tempHome();
    const [link, target] = [join(home, 'link'), join(home, 'target')];
    writeFileSync(target, 'text');
    symlinkSync(target, link);
    const { ask } = kept({ looks: new Map([[link, read]]) });
    expect(ask()).toBe(text);
    writeFileSync(target, 'others');
    expect(ask()).toBeUndefined();
  });

  test.each([
    ['of another question', { asked: '[["lost"],"/here",null]' }],
    ['whose text is none', { text: 1 }],
    ['whose looks are none', { looks: '' }],
    ['that counts otherwise', { set: 1 }],
    ['that names no secrets', { secrets: null }],
  ])('where a record lies %s', (_, change) => {
    const { answers, ask } = kept();
    const file = join(answers, names(answers)[0] ?? '');
    writeTwice(file, JSON.stringify({ ...JSON.parse(onceOf(file)), ...change }));
    expect(ask()).toBeUndefined();
  });

  test('of another release', () => {
    expect(kept({ by: 'another' }).ask()).toBeUndefined();
  });
});

describe('on a terminal', () => {
  test('a secret that a line breaks is seen', () => {
    const { ask } = kept({ columns: 80, text: 'the answer is for\nty-two\n' });
    expect(ask({}, { columns: 80 })).toBeDefined();
    expect(ask({ MY_TOKEN: 'forty-two' }, { columns: 80 })).toBeUndefined();
  });
});

describe('what says that a process is dead', () => {
  test('is the answer on this machine', () => {
    expect(kept({ saysDead: true }).ask()).toBe(process.platform === 'linux' ? text : undefined);
  });

  test('is kept nowhere where no one can say which machine this is', () => {
    const { self } = testHost().processes;
    const processes = { ...testHost().processes, self: { ...self, boot: '' } };
    expect(names(kept({ saysDead: true }, { processes }).answers)).toEqual([]);
  });

  test('is none on another', () => {
    const { self } = testHost().processes;
    const processes = { ...testHost().processes, self: { ...self, machine: 'another' } };
    expect(kept({ saysDead: true }, { processes }).ask()).toBeUndefined();
    expect(kept({ saysDead: false }, { processes }).ask()).toBe(text);
  });
});

describe('nothing is kept', () => {
  test.each<readonly [what: string, answer: Partial<KeptAnswer>]>([
    ['of what was written since it was looked at', { began: Date.now() - soon }],
    ['of what was there and is gone', { looks: new Map([['/nowhere/at/all', read]]) }],
    ['of what came since', { looks: new Map([['/', { ...read, content: false, isThere: false }]]) }],
    [
      'of what came and went meanwhile',
      { looks: new Map([['/', { ...read, content: false, isThere: null }]]) },
    ],
    ['of what cannot be looked at', { looks: new Map([['/dev/null', { ...read, content: false }]]) }],
    ['of what is too long to be read at each start', { text: 'x'.repeat(5_000_000) }],
  ])('%s', (_, answer) => {
    expect(names(kept(answer).answers)).toEqual([]);
  });

  test.each<readonly [what: string, change: (made: ReturnType<typeof kept>) => unknown]>([
    ['where nothing of ours is', ({ paths }) => rmSync(paths.root, { recursive: true })],
    ['by the rules of a newer release', ({ paths }) => writeFileSync(paths.layout, '{"layout":99}')],
    ['where a file has its place', ({ answers }) => writeFileSync(answers, 'mine')],
  ])('%s, and nobody is told', (_, change) => {
    const made = kept();
    rmSync(made.answers, { recursive: true });
    change(made);
    keepAgain(made, ['list']);
    expect(names(made.answers)).toEqual([]);
  });

  test('where a variable says in an odd way where it is', () => {
    const { answers } = kept({}, { env: { AI_TOOLS_HOME: '~/ours' } });
    expect(names(answers)).toEqual([]);
  });
});

test('variables that are not set are not counted', () => {
  const { answers, ask } = kept({ variables: { UNSET: null } });
  expect(names(answers)).toHaveLength(1);
  expect(ask()).toBe(text);
});

test('of many the ones behind the new go, of long ones most; one that is there already drives none away', () => {
  const made = kept();
  for (let n = 0; n < 255; n += 1) writeFileSync(join(made.answers, `${n}.json`), '');
  keepAgain(made, ['list']);
  expect(names(made.answers)).toHaveLength(256);
  keepAgain(made, ['another']);
  expect(names(made.answers)).toHaveLength(256 - 16 + 1);
  keepAgain(made, ['long'], 'x'.repeat(300_000));
  expect(names(made.answers)).toHaveLength(1);
});

test.each<readonly [what: string, put: (file: string, other: string) => unknown]>([
  ['a link', (file, other) => symlinkSync(other, file)],
  ['a folder', (file) => mkdirSync(file)],
  ['a file without an end', (file) => writeFileSync(file, Buffer.alloc(16_000_001, 0x20))],
])('%s in its place is none', (_, put) => {
  const { answers, ask, home } = kept();
  const [name = ''] = names(answers);
  const file = join(answers, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  unlinkSync(file);
  put(file, join(home, 'other'));
  const answer = () => {
    try {
      return ask();
    } catch (error) {
      return error;
    }
  };
  expect(answer()).toBeUndefined();
});

function keepAgain({ host, file }: ReturnType<typeof kept>, line: readonly string[], said = text): void {
  keepAnswer(host, {
    by: recordMark(build, host, builtInMark),
    line,
    columns: null,
    variables: {},
    secrets: '',
    looks: new Map([[file, read]]),
    began: Date.now() + soon,
    saysDead: false,
    text: said,
  });
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
