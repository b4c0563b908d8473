import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseDotenv } from '../../src/formats/index.ts';
import { type Shell, type ShellChange, shellLines } from '../../src/process/index.ts';
import { tempHome } from '../support/temp-home.ts';

let home = '';
beforeEach(() => {
  home = tempHome();
});

const evil = 'a b\'c"d$(touch CAN)`touch CAN`;e\nf';
const values: readonly string[] = [
  evil,
  '',
  ' ',
  'plain',
  'x\\',
  "it's",
  "a\\'b",
  '$x',
  '$' + '{x}',
  '`x`',
  'a\nb',
  'ends\n',
  '\n',
  'a\r\nb',
  '-n',
  '!x',
  '~',
  '*',
  'tab\there',
  '\\n',
  "'",
  "''",
  "'a''",
  '"',
  'é😀',
  '\u2019',
  '\u2018a\u201A\u201B',
  '#',
  'a#b',
  '%PATH%',
  '(x)',
  '; touch CAN',
  '& touch CAN',
  '\\\\',
  "\\'",
  '\u0001',
  '\u001b[31m',
  'a=b',
  '$(touch CAN)',
  "'; touch CAN; '",
  "\\'; touch CAN; \\'",
];
const all: ShellChange = {
  set: Object.fromEntries(values.map((value, i) => [`V_${i}`, value])),
  unset: ['GONE', 'NEVER_THERE'],
};
const before = { PATH: process.env.PATH!, GONE: 'here', STAYS: 'here' };

/** The environment that the shell gives to a program after it has read the lines. */
function environmentAfter(
  shell: Shell,
  program: string,
  args: (lines: string) => readonly string[],
  change: ShellChange,
) {
  const lines = shellLines(shell, change);
  writeFileSync(join(home, 'lines'), lines);
  const { stdout, stderr, status } = spawnSync(program, args(lines), {
    cwd: home,
    env: { ...before, HOME: home },
    encoding: 'utf8',
  });
  expect([stderr, status]).toEqual(['', 0]);
  return new Map(
    stdout
      .split('\0')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

const isThere = (program: string) => spawnSync(program, ['-c', 'true']).status === 0;
const realShells: readonly (readonly [name: string, shell: Shell, program: string, line: string])[] = [
  ['dash by eval', 'sh', 'dash', 'eval "$(cat lines)"; exec env -0'],
  ['bash by eval', 'bash', 'bash', 'eval "$(cat lines)"; exec env -0'],
  ['bash with its sh mode', 'sh', 'bash', 'set -o posix; eval "$(cat lines)"; exec env -0'],
  ['bash by source', 'bash', 'bash', '. ./lines; exec env -0'],
  ['zsh by eval', 'zsh', 'zsh', 'eval "$(cat lines)"; exec env -0'],
  ['zsh with its other quotes', 'zsh', 'zsh', 'setopt rcquotes bangHist; eval "$(cat lines)"; exec env -0'],
  ['fish by source', 'fish', 'fish', 'cat lines | source; exec env -0'],
  ['fish by eval', 'fish', 'fish', 'eval (cat lines); exec env -0'],
];
// What is not installed can't be tried; CI installs all four, see CONTRIBUTING.md.
const installed = realShells.filter(([, , program]) => isThere(program));

describe('B107 B108 real shells take every value byte for byte, and run nothing', () => {
  test.each(installed)('%s', (_name, shell, program, line) => {
    const after = environmentAfter(shell, program, () => ['-c', line], all);
    for (const [name, value] of Object.entries(all.set))
      expect([name, after.get(name)]).toEqual([name, value]);
    expect([after.has('GONE'), after.get('STAYS')]).toEqual([false, 'here']);
    expect(readdirSync(home).filter((name) => name.startsWith('CAN'))).toEqual([]);
  });

  test('the shells that every system has were among them', () => {
    expect(installed.map(([name]) => name)).toEqual(expect.arrayContaining(['dash by eval', 'bash by eval']));
  });

  test.each(['dash', 'bash'])('B107 a home of such a name, asked by %s', (program) => {
    const odd = join(home, evil.replaceAll('/', ''));
    mkdirSync(odd);
    writeFileSync(join(home, 'lines'), shellLines('sh', { set: { CLAUDE_CONFIG_DIR: odd }, unset: [] }));
    const line = 'eval "$(cat lines)"; cd "$CLAUDE_CONFIG_DIR" && printf %s "$CLAUDE_CONFIG_DIR"';
    expect(execFileSync(program, ['-c', line], { cwd: home, encoding: 'utf8' })).toBe(odd);
    expect(readdirSync(home).sort()).toEqual([evil, 'lines'].sort());
  });

  const texts = fc.array(fc.constantFrom(...'\'"\\$`\n\r!#;&|()<>{}[]*?~ \t=%^-abé', '\u2019'), {
    maxLength: 12,
  });
  test.each(installed.filter(([name]) => name.includes('eval')))(
    'any value at all: %s',
    (_name, shell, program, line) => {
      fc.assert(
        fc.property(
          fc.array(
            texts.map((parts) => parts.join('')),
            { minLength: 60, maxLength: 60 },
          ),
          (some) => {
            const set = Object.fromEntries(some.map((value, i) => [`V_${i}`, value]));
            const after = environmentAfter(shell, program, () => ['-c', line], { set, unset: [] });
            for (const [name, value] of Object.entries(set))
              expect([name, after.get(name)]).toEqual([name, value]);
          },
        ),
        { numRuns: 5 },
      );
    },
  );
});

describe('B108 PowerShell (simulated)', () => {
  test.each(values.map((value) => [value]))('takes %j from one line, as its pipe hands it on', (value) => {
    const lines = shellLines('pwsh', { set: { V: value }, unset: [] }).split('\n');
    expect(lines).toHaveLength(2);
    const [, name, expression] = /^\$env:(\w+) = (.*)$/.exec(lines[0]!) ?? [];
    expect([name, powerShellValue(expression!)]).toEqual(['V', value]);
  });

  test('unsets what may not be there', () => {
    expect(shellLines('pwsh', { set: {}, unset: ['GONE'] })).toBe(
      'Remove-Item -LiteralPath Env:GONE -ErrorAction Ignore\n',
    );
  });
});

describe('Nushell (simulated)', () => {
  test.each(values.map((value) => [value]))('takes %j', (value) => {
    const [, quoted] =
      /^\$env\.V = ("(?:\\["\\nr]|[^"\\\n\r])*")\n$/.exec(
        shellLines('nu', { set: { V: value }, unset: [] }),
      ) ?? [];
    const unescaped = quoted!
      .slice(1, -1)
      .replace(/\\(.)/g, (_all, letter) => ({ n: '\n', r: '\r' })[letter as 'n'] ?? letter);
    expect(unescaped).toBe(value);
  });
});

describe('JSON and dotenv', () => {
  test('JSON holds both, whole', () => {
    expect(JSON.parse(shellLines('json', all))).toEqual({ schemaVersion: 1, ...all });
  });

  const holds = (value: string) => {
    try {
      return shellLines('dotenv', { set: { V: value }, unset: [] }).length > 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'VARIABLE_NOT_EXPRESSIBLE', data: { name: 'V', shell: 'dotenv' } });
      return false;
    }
  };

  test('a dotenv file reads back the same in two readers; what it can’t hold is refused', () => {
    const set = Object.fromEntries(Object.entries(all.set).filter(([, value]) => holds(value)));
    expect(Object.keys(set).length).toBeGreaterThan(values.length / 2);
    const text = shellLines('dotenv', { set, unset: all.unset });
    expect(parseDotenv(text)).toEqual(set);
    expect({ ...parseEnv(text) }).toEqual(set);
  });

  test('any value at all, one after another', () => {
    const texts = fc
      .array(fc.constantFrom(...'\'"\\$`\n#; \t=nab', 'é'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (some) => {
        const set = Object.fromEntries(some.filter(holds).map((value, i) => [`V_${i}`, value]));
        const text = shellLines('dotenv', { set, unset: [] });
        expect(parseDotenv(text)).toEqual(set);
        expect({ ...parseEnv(text) }).toEqual(set);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['a\'b`c"d', 'a\rb', "it's `x` \\n"])('%j can’t be written as dotenv', (value) => {
    expect(holds(value)).toBe(false);
  });
});

test.each(['sh', 'fish', 'pwsh', 'nu', 'dotenv'] as const)(
  '%s: a name or value that no environment has is refused',
  (shell) => {
    const refused = expect.objectContaining({ code: 'VARIABLE_NOT_EXPRESSIBLE' });
    for (const name of ['A;touch x', 'A B', '', '1A', 'A=B', 'A\n']) {
      expect(() => shellLines(shell, { set: { [name]: '1' }, unset: [] })).toThrow(refused);
      expect(() => shellLines(shell, { set: {}, unset: [name] })).toThrow(refused);
    }
    expect(() => shellLines(shell, { set: { A: 'a\0b' }, unset: [] })).toThrow(refused);
  },
);

/** A concatenation of single-quoted strings and "`n", "`r", as PowerShell's language specification reads them. */
function powerShellValue(expression: string): string {
  const quotes = "'\u2018\u2019\u201A\u201B";
  let at = 0;
  let value = '';
  for (;;) {
    if (expression.startsWith('"`n"', at) || expression.startsWith('"`r"', at)) {
      value += expression[at + 2] === 'n' ? '\n' : '\r';
      at += 4;
    } else {
      if (!quotes.includes(expression[at++] ?? '.')) throw new Error(`no string at ${at}`);
      for (; ; at++) {
        if (at >= expression.length) throw new Error('a string is left open');
        if (quotes.includes(expression[at]!) && !quotes.includes(expression[++at] ?? '.')) break;
        value += expression[at];
      }
    }
    if (at === expression.length) return value;
    if (!expression.startsWith(' + ', at)) throw new Error(`something follows at ${at}`);
    at += 3;
  }
}
