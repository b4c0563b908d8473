import { writeFileSync } from 'node:fs';
import realPath, { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/platform/index.ts';
import { windowsCommand } from '../../src/process/index.ts';
import { writeShim } from '../support/fake-tool.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { argvFromCommandLine, argvThroughBatch } from './reference-cmd.ts';

const node = 'C:\\Program Files\\nodejs\\node.exe';
const hard = ['-p', 'two words', 'x & calc', 'say "hi"', '100%PATH%', 'a^b', 'tail\\', '(x)'];
const env = { Path: 'C:\\Program Files\\nodejs;C:\\Windows', SystemRoot: 'C:\\Windows' };

/** A disk with these files, and Node. */
function hostWith(texts: Readonly<Record<string, string>>, variables: Record<string, string> = env) {
  const all: Readonly<Record<string, string>> = { [node]: 'MZ', ...texts };
  const stats = { isFile: () => true, isDirectory: () => false };
  const files = {
    stat: (path: string) => (path in all ? stats : undefined),
    lstat: () => undefined,
    realpath: (path: string) => path,
    readStart: (path: string, bytes: number) => Buffer.from(all[path]!).subarray(0, bytes),
  } as unknown as FileSystem;
  return testHost({
    home: 'C:\\u',
    platform: 'win32',
    cwd: 'C:\\repo',
    files,
    env: { PATH: undefined, ...variables },
  });
}

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n`;
const head = [
  '@ECHO off',
  'GOTO start',
  ':find_dp0',
  'SET dp0=%~dp0',
  'EXIT /b',
  ':start',
  'SETLOCAL',
  'CALL :find_dp0',
];
const prog = (name: string) => [
  `IF EXIST "%dp0%\\${name}.exe" (`,
  `  SET "_prog=%dp0%\\${name}.exe"`,
  ') ELSE (',
  `  SET "_prog=${name}"`,
  '  SET PATHEXT=%PATHEXT:;.JS;=;%',
  ')',
];
const start = (what: string) => `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & ${what}`;
const script = 'node_modules\\@o\\tool\\cli.js';

const shims = {
  script: lines(...head, ...prog('node'), '', start(`"%_prog%"  "%dp0%\\${script}" %*`)),
  flags: lines(
    ...head,
    ...prog('node'),
    '',
    start(`"%_prog%" --no-warnings --max-old-space-size=99 "%dp0%\\${script}" %*`),
  ),
  exe: lines(...head, start('"%dp0%\\node_modules\\tool\\bin\\tool.exe"   %*')),
  oldScript: lines(
    '@IF EXIST "%~dp0\\node.exe" (',
    `  "%~dp0\\node.exe"  "%~dp0\\${script}" %*`,
    ') ELSE (',
    '  @SETLOCAL',
    '  @SET PATHEXT=%PATHEXT:;.JS;=;%',
    `  node  "%~dp0\\${script}" %*`,
    ')',
  ),
  oldExe: lines('@"%~dp0\\node_modules\\tool\\bin\\tool.exe"   %*'),
  pnpm: lines('@SETLOCAL', '@SET NODE_PATH=C:\\x', `@node  "%~dp0\\${script}" %*`),
  python: lines(...head, ...prog('python'), '', start(`"%_prog%"  "%dp0%\\${script}" %*`)),
  // Windows may give a script to whatever opens such files, and a program is nothing for Node.
  opened: lines(...head, start(`"%dp0%\\${script}"   %*`)),
  given: lines('@node  "%~dp0\\node_modules\\tool\\bin\\tool.exe" %*'),
  own: lines('@echo off', 'node tool.js %*'),
  two: lines(`@node "%~dp0\\${script}" %*`, '@node "%~dp0\\other.js" %*'),
};
const target = (path: string) => `C:\\A B\\${path}`;
const present = {
  [target(script)]: '',
  [target('node_modules\\tool\\bin\\tool.exe')]: 'MZ',
  [target('other.js')]: '',
};
const command = (
  shim: keyof typeof shims,
  args: readonly string[] = hard,
  more: Record<string, string> = {},
  variables = env,
) =>
  windowsCommand(
    hostWith({ ...present, 'C:\\A B\\tool.cmd': shims[shim], ...more }, variables),
    'C:\\A B\\tool.cmd',
    args,
  );

describe('B112 an npm shim is read, and what it starts is started without a shell', () => {
  test.each([
    ['a script', 'script', node, [target(script)]],
    [
      'a script with flags for Node',
      'flags',
      node,
      ['--no-warnings', '--max-old-space-size=99', target(script)],
    ],
    ['a program', 'exe', target('node_modules\\tool\\bin\\tool.exe'), []],
    ['a script, of an older npm', 'oldScript', node, [target(script)]],
    ['a program, of an older npm', 'oldExe', target('node_modules\\tool\\bin\\tool.exe'), []],
  ] as const)('%s', (_name, shim, file, before) => {
    expect(command(shim)).toEqual({ file, args: [...before, ...hard], isVerbatim: false, env: {} });
  });

  test('a node.exe beside the shim is the one that the shim would take', () => {
    expect(command('script', [], { 'C:\\A B\\node.exe': 'MZ' }).file).toBe('C:\\A B\\node.exe');
  });

  test('a node.exe in the current directory is never taken', () => {
    const { file } = command(
      'script',
      [],
      { 'C:\\repo\\node.exe': 'MZ' },
      { ...env, Path: '.;;C:\\nothing' },
    );
    expect(file).toBe('C:\\Windows\\System32\\cmd.exe');
  });
});

describe('B112 whatever else goes through cmd.exe and arrives as it was', () => {
  test.each(['pnpm', 'python', 'opened', 'given', 'own', 'two'] as const)(
    'a shim that does something else: %s',
    (shim) => {
      const { file, args, isVerbatim, env: variables } = command(shim);
      expect(file).toBe('C:\\Windows\\System32\\cmd.exe');
      expect(args.slice(0, -1)).toEqual(['/d', '/e:ON', '/v:OFF', '/s', '/c']);
      expect([isVerbatim, variables]).toEqual([true, { NoDefaultCurrentDirectoryInExePath: '1' }]);
      expect(argvThroughBatch(args.at(-1)!)).toEqual(['C:\\A B\\tool.cmd', ...hard]);
    },
  );

  test('a shim whose target is gone', () => {
    const host = hostWith({ 'C:\\A B\\tool.cmd': shims.script });
    expect(windowsCommand(host, 'C:\\A B\\tool.cmd', []).file).toBe('C:\\Windows\\System32\\cmd.exe');
  });

  test('any arguments at all, also in the path', () => {
    const piece = fc.constantFrom(...'"\\%^&|<>()! ,;=\t\'`@#*?~:ab', 'PATH', '%PATH%', '%cd%', 'é', '😀');
    const argument = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 5 }), (args) => {
        const file = 'C:\\100%PATH% & (x)\\t^ool.cmd';
        const command = windowsCommand(hostWith({ [file]: shims.own }), file, args);
        expect(argvThroughBatch(command.args.at(-1)!)).toEqual([file, ...args]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['a\nb', 'a\rb', 'a\0b'])('a line break can’t go that way and is refused', (argument) => {
    expect(() => command('own', [argument])).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_REFUSED', exit: 2 }),
    );
    expect(command('exe', [argument]).args).toEqual([argument]);
  });
});

test('a program that is none of those is started as it is', () => {
  const host = hostWith({});
  expect(windowsCommand(host, 'C:\\x.exe', hard)).toEqual({
    file: 'C:\\x.exe',
    args: hard,
    isVerbatim: false,
    env: {},
  });
});

describe('the reference is one: what is not quoted well does not come through it', () => {
  test.each(['x & calc', 'a^b & c', '%PATH%', '(x)', 'a > b'])('%s', (argument) => {
    const bare = () => argvThroughBatch(`"C:\\x.cmd ${argument}"`);
    let result: readonly string[] = [];
    try {
      result = bare();
    } catch {
      result = ['refused'];
    }
    expect(result.slice(1)).not.toEqual([argument]);
  });

  test.each([
    ['"a b" c', ['a b', 'c']],
    ['"say ""hi"""', ['say "hi"']],
    ['"say \\"hi\\""', ['say "hi"']],
    ['"tail\\\\" x', ['tail\\', 'x']],
    ['a\\\\b "c\\d"', ['a\\\\b', 'c\\d']],
    ['""', ['']],
  ])('a C program takes %s for %j', (line, argv) => {
    expect(argvFromCommandLine(line)).toEqual(argv);
  });
});

test('the fake tools that these tests start on Windows are shims that are read, not run', () => {
  const home = tempHome();
  const shim = writeShim(home, 'codex', '');
  writeFileSync(join(home, 'node.exe'), '');
  const host = testHost({ home, platform: 'win32', path: realPath });
  expect(windowsCommand(host, shim, ['a b'])).toEqual({
    file: join(home, 'node.exe'),
    args: [join(home, 'codex.cjs'), 'a b'],
    isVerbatim: false,
    env: {},
  });
});
