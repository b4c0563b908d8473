import { describe, expect, test } from 'vitest';
import { parseBindingFile } from '../../../src/accounts/bindings/binding-file.ts';
import { thrownBy } from '../../support/thrown-by.ts';

const parse = (text: string | Uint8Array) => parseBindingFile(Buffer.from(text), '/repo/.ai-tools.toml');
const print = `public:${'0123456789abcdef'.repeat(2)}`;
const other = `public:${'f'.repeat(32)}`;

describe('what a file in a repository says', () => {
  test('accounts by name, and who is required', () => {
    const { accounts, requirements, unknown } = parse(`
      # for everybody here
      [accounts]
      codex = "client"
      "my.tool" = "me@example.com"
      [require.codex]
      fingerprint = "${print}"
      [require.claude]
      fingerprint = ["${print}", "${other}"]
      mode = "warn"
    `);
    expect([...accounts]).toEqual([
      ['codex', 'client'],
      ['my.tool', 'me@example.com'],
    ]);
    expect([...requirements]).toEqual([
      ['codex', { fingerprints: [print], mode: 'refuse' }],
      ['claude', { fingerprints: [print, other], mode: 'warn' }],
    ]);
    expect(unknown).toEqual([]);
  });

  test('one that holds nothing but a remark says nothing', () => {
    expect(parse('# soon\n')).toMatchObject({ unknown: [] });
  });

  test('a byte order mark and the line ends of Windows are fine', () => {
    expect([...parse('\uFEFF[accounts]\r\ncodex = "x"\r\n').accounts]).toEqual([['codex', 'x']]);
  });

  test.each([
    ['a variable', '[env]\nCODEX_HOME = "/x"\n', ['env']],
    ['a command', 'run = "touch /tmp/x"\n', ['run']],
    [
      'a hook of an account',
      '[require.codex]\nfingerprint = "P"\ncommand = ["sh"]\n',
      ['require.codex.command'],
    ],
    [
      'a name that is no tool',
      '[accounts]\n"../evil" = "x"\n"a b" = "y"\n',
      ['accounts.../evil', 'accounts.a b'],
    ],
    ['a requirement of what is no tool', '[require."../evil"]\nfingerprint = "P"\n', ['require.../evil']],
    ['a name of JavaScript', '__proto__ = { accounts = { codex = "x" } }\n', ['__proto__']],
    ['another spelling', '[account]\ncodex = "x"\n[requires.codex]\n', ['account', 'requires']],
  ])('%s is named, and never heeded', (_, text, unknown) => {
    const file = parse(text.replace('"P"', `"${print}"`));
    expect(file.unknown).toEqual(unknown);
    expect(file.accounts.size).toBe(0);
  });

  test('a tool may be called like something of JavaScript’s', () => {
    expect([...parse('[accounts]\nconstructor = "x"\n__proto__ = "y"\n').accounts]).toEqual([
      ['constructor', 'x'],
      ['__proto__', 'y'],
    ]);
  });
});

describe('what can’t be understood is refused as a whole', () => {
  test.each<[string, string | Uint8Array, string | RegExp, number?]>([
    ['nothing at all', '', 'it is empty', 1],
    ['half a line', '[accounts]\ncodex = "x"\nclaude = \n', /./, 3],
    ['a text without an end', '[accounts]\n\n\ncodex = "x\n', /./, 4],
    ['a key twice', '[accounts]\ncodex = "x"\ncodex = "y"\n', /./, 3],
    ['JSON', '{"accounts": {"codex": "x"}}', /./, 1],
    ['what is not UTF-8', Buffer.from([0x61, 0xff, 0x3d, 0x31]), 'it is not UTF-8'],
    ['more than anybody writes by hand', `# ${'x'.repeat(65_536)}\n`, 'it is longer than 64 KiB'],
    ['accounts that are no table', 'accounts = "x"\n', 'accounts is not a table'],
    [
      'an account that is a number',
      '[accounts]\ncodex = 5\n',
      'accounts.codex is not the name of an account',
    ],
    [
      'an account that is a date',
      '[accounts]\ncodex = 2026-11-30\n',
      'accounts.codex is not the name of an account',
    ],
    [
      'an account of two lines',
      '[accounts]\ncodex = "a\\nb"\n',
      'accounts.codex is not the name of an account',
    ],
    ['an account without a name', '[accounts]\ncodex = ""\n', 'accounts.codex is not the name of an account'],
    ['a requirement that is a text', '[require]\ncodex = "x"\n', 'require.codex is not a table'],
    [
      'a requirement of nobody',
      '[require.codex]\nmode = "warn"\n',
      /^require\.codex\.fingerprint is not what/,
    ],
    ['a list of nobody', '[require.codex]\nfingerprint = []\n', /^require\.codex\.fingerprint is not what/],
    [
      'a fingerprint of a key',
      '[require.codex]\nfingerprint = "local:0123456789abcdef"\n',
      /^require\.codex\.fingerprint/,
    ],
    [
      'an e-mail address',
      '[require.codex]\nfingerprint = "me@example.com"\n',
      /^require\.codex\.fingerprint/,
    ],
    [
      'one good and one bad',
      `[require.codex]\nfingerprint = ["${print}", 5]\n`,
      /^require\.codex\.fingerprint/,
    ],
    [
      'another mode',
      `[require.codex]\nfingerprint = "${print}"\nmode = "Refuse"\n`,
      /^require\.codex\.mode is neither/,
    ],
  ])('%s', (_, text, problem, line) => {
    const error = thrownBy(() => parse(text));
    expect(error).toMatchObject({ code: 'BINDING_FILE_DAMAGED', exit: 1 });
    const { data } = error as { readonly data: { readonly problem: string; readonly line?: number } };
    expect(data.problem).toMatch(problem);
    expect(data.line).toBe(line);
  });

  test('a thousand brackets within each other end in a sentence, not in a crash', () => {
    const deep = `x = ${'['.repeat(30_000)}${']'.repeat(30_000)}\n`;
    expect(thrownBy(() => parse(deep))).toMatchObject({ code: 'BINDING_FILE_DAMAGED' });
  });
});
