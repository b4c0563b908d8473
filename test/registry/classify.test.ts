import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Classified,
  classify,
  factOf,
  type PathClass,
  type PathFact,
} from '../../src/registry/index.ts';
import { holds } from '../support/holds.ts';

const tool: Classified = {
  sessionSubdirectories: ['ignored'],
  directories: [
    { path: 'auth.json', class: 'identity', kind: 'file' },
    { path: 'state.json', class: 'mixed', kind: 'file', format: 'json', rules: [] },
    { path: 'sessions', class: 'shared', kind: 'directory' },
    { path: 'sessions/locks', class: 'disposable', kind: 'directory' },
    { path: 'sessions/locks/owner.json', class: 'identity', kind: 'file' },
    { path: 'skills', class: 'shared', kind: 'directory' },
    { path: 'skills/*.secret', class: 'identity', kind: 'file' },
    { path: 'skills/token.json', class: 'identity', kind: 'file' },
    { path: 'logs-*.txt', class: 'disposable', kind: 'file' },
    { path: 'logs-keep*.txt', class: 'shared', kind: 'file' },
    { path: 'logs-keep-1.txt', class: 'identity', kind: 'file' },
    { path: 'projects/*/memory', class: 'shared', kind: 'directory' },
    { path: 'a*', class: 'shared', kind: 'file' },
    { path: '*z', class: 'identity', kind: 'file' },
    { path: 'db', root: 'data', class: 'shared', kind: 'directory' },
  ],
};

describe('the class of a path', () => {
  test.each<readonly [path: string, expected: PathClass, because: string]>([
    ['auth.json', 'identity', 'declared'],
    ['state.json', 'mixed', 'declared'],
    ['sessions', 'shared', 'declared'],
    ['sessions/', 'shared', 'a slash at the end of a directory says nothing new'],
    ['sessions/2026/11/30/rollout-1.jsonl', 'shared', 'what lies in a directory has its class'],
    ['sessions/locks', 'disposable', 'a longer path wins'],
    ['sessions/locks/1', 'disposable', 'and for what lies in it'],
    ['sessions/locks/owner.json', 'identity', 'the longest wins'],
    ['skills/git/SKILL.md', 'shared', 'what lies in a directory has its class'],
    ['skills/x.secret', 'identity', 'a pattern'],
    ['skills/deep/x.secret', 'shared', 'a star stays in its segment'],
    ['logs-1.txt', 'disposable', 'a pattern'],
    ['logs-keep2.txt', 'shared', 'the pattern with more text wins'],
    ['logs-keep-1.txt', 'identity', 'a name without a star wins'],
    ['projects/-home-me/memory/MEMORY.md', 'shared', 'a star for a whole segment'],
    ['projects/.hidden/memory', 'identity', 'which does not stand for names with a dot'],
    ['projects/a/b/memory', 'identity', 'nor for two segments'],
    ['projects/memory', 'identity', 'nor for none'],
    ['abz', 'identity', 'of two that fit as well the more private wins'],
    ['unheard-of', 'identity', 'unknown'],
    ['session', 'identity', 'a prefix is not a directory'],
    ['sessions-old/x', 'identity', 'nor the other way round'],
    ['auth.json/x', 'identity', 'nothing lies in a file'],
    ['state.json/x', 'identity', 'nothing lies in a file'],
    ['ignored', 'identity', 'with directories declared, session directories say nothing'],
    ['db', 'identity', 'of another root'],
  ])('%s is %s: %s', (path, expected) => {
    expect(classify(tool, path)).toBe(expected);
  });

  test('is asked for each root by itself', () => {
    expect(classify(tool, 'db/opencode.db', 'data')).toBe('shared');
    expect(classify(tool, 'sessions', 'data')).toBe('identity');
  });

  test('without directories: session directories are shared and everything else is identity', () => {
    const plain: Classified = { sessionSubdirectories: ['sessions', 'tmp/chats'] };
    expect(
      ['sessions', 'sessions/a', 'tmp/chats/b', 'tmp', 'auth.json'].map((path) => classify(plain, path)),
    ).toEqual(['shared', 'shared', 'shared', 'identity', 'identity']);
    expect(classify(plain, 'sessions', 'data')).toBe('identity');
    expect(classify({}, 'sessions')).toBe('identity');
    expect(classify({ directories: [], sessionSubdirectories: ['sessions'] }, 'sessions')).toBe('identity');
  });
});

describe('B094: a hostile path never leaves identity', () => {
  test.each([
    '',
    '.',
    '..',
    '/',
    '//',
    '/etc/passwd',
    '/sessions',
    './sessions',
    'sessions/.',
    'sessions/..',
    'sessions/../auth.json',
    'sessions/../../x',
    'sessions//x',
    'sessions\\x',
    'sessions\\..\\auth.json',
    'C:sessions',
    'C:/sessions',
    'C:\\sessions',
    '\\\\server\\sessions',
    '//server/sessions',
    'sessions/x:stream',
    'sessions::$DATA',
    'sessions/x\u0000',
    'sessions/x.',
    'sessions/x ',
    'sessions.',
    'sessions ',
    'sessions//',
    '~/sessions',
    'sessions/a\nb',
    'sessions/\ud800',
  ])('%j', (path) => {
    expect(classify(tool, path)).toBe('identity');
    expect(factOf(tool, path)).toBeUndefined();
  });

  test.each([
    ['Sessions', 'in other letters it may be another place or the same'],
    ['sessions/LOCKS/owner.json', 'on a disk without case it is identity'],
    ['skills/TOKEN.json', 'on a disk without case it is identity'],
    ['skills/X.SECRET', 'on a disk without case it is identity'],
    ['skills/to\u212aen.json', 'a Kelvin sign is a k to some disks'],
    ['skills/token.json\ufe0f', 'ignorable characters are ignored by some'],
  ])('%s: %s', (path) => {
    expect(classify(tool, path)).toBe('identity');
  });

  test('whatever is joined to a shared directory', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        'auth.json',
        'locks',
        'LOCKS',
        '*',
        'C:',
        '\\',
        ' ',
        'x.',
        '\u0000',
        'token.json',
        'TOKEN.JSON',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    holds(
      fc.property(
        fc.constantFrom('sessions', 'skills'),
        fc.array(segment, { minLength: 1, maxLength: 5 }),
        (first, rest) => {
          const path = [first, ...rest].join('/');
          const found = classify(tool, path);
          if (found === 'identity') return;
          // Whatever is not identity lies below the directory for every system, and is no file declared as identity.
          const parts = path.replace(/\/$/, '').split('/');
          expect(
            parts.every((part) => !['', '.', '..'].includes(part) && !/[\\:\p{Cc}]|[ .]$/u.test(part)),
          ).toBe(true);
          expect(parts.join('/').toLowerCase()).not.toBe('skills/token.json');
        },
      ),
      3000,
    );
  });
});

describe('of any declarations', () => {
  const name = fc.constantFrom('a', 'b', 'ab', 'a*', '*b', '*', '.a');
  const fact: fc.Arbitrary<PathFact> = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    class: fc.constantFrom<PathClass>('identity', 'shared', 'disposable'),
    kind: fc.constantFrom('file', 'directory'),
  });
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'c', '.a'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));

  test('promise 3: what none covers is identity, and the class is always that of one that covers', () => {
    holds(
      fc.property(fc.array(fact, { maxLength: 6 }), path, (directories, asked) => {
        const covering = directories
          .filter((declared) => covers(declared, asked))
          .map((declared) => declared.class);
        const found = classify({ directories }, asked);
        expect(covering.length === 0 ? ['identity'] : covering).toContain(found);
      }),
      2000,
    );
  });

  test('their order does not matter', () => {
    holds(
      fc.property(fc.array(fact, { maxLength: 6 }), path, (directories, asked) => {
        expect(classify({ directories: directories.toReversed() }, asked)).toBe(
          classify({ directories }, asked),
        );
      }),
      2000,
    );
  });

  test('one more declaration of the very path wins', () => {
    holds(
      fc.property(fc.array(fact, { maxLength: 6 }), path, (directories, asked) => {
        fc.pre(directories.every((declared) => declared.path !== asked));
        const exact: PathFact = { path: asked, class: 'disposable', kind: 'file' };
        expect(classify({ directories: [...directories, exact] }, asked)).toBe('disposable');
      }),
      2000,
    );
  });

  /** Said once more, by a regular expression. */
  function covers(declared: PathFact, asked: string): boolean {
    const source = declared.path
      .split('/')
      .map(
        (part) => (part.startsWith('*') ? '(?!\\.)' : '') + part.replaceAll('.', '\\.').replace('*', '[^/]*'),
      )
      .join('/');
    return new RegExp(`^${source}${declared.kind === 'directory' ? '(?:/.*)?' : ''}$`).test(asked);
  }
});

test('classify takes a class of the four and nothing else', () => {
  expectTypeOf(classify).returns.toEqualTypeOf<PathClass>();
  // @ts-expect-error: there is no such root.
  expect(classify(tool, 'sessions', 'elsewhere')).toBe('identity');
});
