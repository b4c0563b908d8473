import { expect, test } from 'vitest';
import { appPaths } from '../../src/platform/index.ts';
import { hookScript, initScript } from '../../src/shells/index.ts';
import { testHost } from '../support/temp-home.ts';

// No PowerShell can be had from where the suite gets its programs: what its language says is looked at in the text.

const paths = appPaths(testHost({ platform: 'win32', homeDir: 'C:\\Users\\O\u2019Neil', env: {} }));
const script = `${initScript('pwsh', paths)}\n${hookScript('pwsh', paths)}`;

test('PowerShell (text only): every bracket and every string has its end', () => {
  const open: string[] = [];
  const code = script
    .replace(/#.*$/gm, '')
    .replace(/'(?:[^'\u2019]|'')*(?:\u2019\u2019[^'\u2019]*)*'|"[^"]*"/g, 'text');
  for (const character of code) {
    if ('([{'.includes(character)) open.push(character);
    if (')]}'.includes(character)) expect(open.pop()).toBe({ ')': '(', ']': '[', '}': '{' }[character]);
  }
  expect(open).toEqual([]);
  expect(code).not.toMatch(/['"]/);
});

test('PowerShell (text only): the program is asked by whichever of its names is on PATH', () => {
  expect(script).toContain("foreach ($name in 'ai-tools', 'tools')");
  expect(script.match(/Get-Command -Name (?!\$name|LAST)/g)).toBeNull();
});

test('PowerShell (text only): a path with one of its quotes stays one string', () => {
  expect(script).toContain(
    "$global:__aiToolsShims = 'C:\\Users\\O\u2019\u2019Neil\\AppData\\Local\\ai-tools\\Data\\shims'",
  );
});

test('PowerShell (text only): our programs are no functions there, which would lose a --', () => {
  expect(script).not.toMatch(/function global:(?:ai-)?tools\b/);
});

test('PowerShell (text only): no variable is read that may not be there, for whoever has set strict mode', () => {
  const made = new Set([...script.matchAll(/(\$[\w:]+) = /g)].map(([, name]) => name));
  const known = [
    '$env:PATH',
    '$function:prompt',
    '$PID',
    '$args',
    '$input',
    '$_',
    '$null',
    '$false',
    '$true',
    '$LASTEXITCODE',
    '$global:LASTEXITCODE',
  ];
  const parameters = [...script.matchAll(/(?:param)?\(([^()]*\$\w+[^()]*)\)/g)].flatMap(
    ([, list = '']) => list.match(/\$\w+/g) ?? [],
  );
  const read = script.match(/\$[A-Za-z_][\w:]*/g) ?? [];
  const doubtful = read.filter(
    (name) => !made.has(name) && !known.includes(name) && !parameters.includes(name),
  );
  expect(
    [...new Set(doubtful)].filter((name) => !/^\$(?:env:AI_TOOLS_|value|description)/.test(name)),
  ).toEqual([]);
});
