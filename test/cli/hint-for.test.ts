import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { hintFor } from '../../src/cli/hint-for.ts';
import { runCli } from '../support/run-cli.ts';

test.each([
  ['ls -ld "C:\\a b"', 'Get-Item -Force "C:\\a b"'],
  ['ls -lL "C:\\a"', 'Get-Item -Force "C:\\a"'],
  ["ls -ld 'C:\\a $(b)'", "Get-Item -Force 'C:\\a $(b)'"],
  ["rm 'C:\\it'\\''s $(b)'", "Remove-Item 'C:\\it''s $(b)'"],
  ['eval "$(tools env codex --unset)"', 'tools env codex --unset --shell pwsh | Invoke-Expression'],
  ['ls -la "C:\\a"', 'Get-ChildItem -Force "C:\\a"'],
  ['ls -l "C:\\a"', 'Get-ChildItem -Force "C:\\a"'],
  ['df -h "C:\\a"', 'Get-PSDrive'],
  ['ps -p 12', 'Get-Process -Id 12'],
  ['if that process has ended: rm -r "C:\\a"', 'if that process has ended: Remove-Item -Recurse "C:\\a"'],
  ['rm "C:\\a", or put it back', 'Remove-Item "C:\\a", or put it back'],
  ['vi "C:\\a"', 'notepad "C:\\a"'],
  ['mv "C:\\a" "C:\\a.old"', 'Move-Item "C:\\a" "C:\\a.old"'],
  ['unset A_B, and use --account', 'Remove-Item Env:A_B, and use --account'],
  ['export A=/an/absolute/path', "$env:A = 'C:\\an\\absolute\\path'"],
  ['export A=C:\\a b', "$env:A = 'C:\\a b'"],
  ['op read op://a/b/c > /dev/null', 'op read op://a/b/c > $null'],
  ['tools doctor', 'tools doctor'],
])('on Windows %s is %s; elsewhere it stays', (hint, windows) => {
  expect(hintFor('win32', hint)).toBe(windows);
  for (const platform of ['linux', 'darwin'] as const) expect(hintFor(platform, hint)).toBe(hint);
});

const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/errors.md'), 'utf8');
const hints = page.split('\n').filter((line) => line.startsWith('| `'));

test.each(
  hints
    .map((line) => line.split(' | '))
    .map((cells) => [cells[0]?.slice(2) ?? '', cells.at(-1)?.slice(0, -2) ?? '']),
)('%s: what Windows has not is not the next command there', (code, hint) => {
  // A mode is a matter of POSIX, and looked at nowhere else (doctor/check-modes).
  const posix = code === '`MODE_TOO_WIDE`' ? [] : ['chmod'];
  for (const word of ['ls', 'df', 'ps', 'rm', 'mv', 'unset', 'export', ...posix])
    expect(hintFor('win32', hint)).not.toMatch(new RegExp(`(?:^|: )${word} `));
});

test('an error is told so, in words and in JSON', async () => {
  const input = { platform: 'win32', env: { AI_TOOLS_HOME: 'odd' } } as const;
  const wanted = "$env:AI_TOOLS_HOME = 'C:\\an\\absolute\\path'";
  expect((await runCli(['list'], input)).stderr).toContain(`try:   ${wanted}\n`);
  expect(JSON.parse((await runCli(['list', '--json'], input)).stderr).error.hint).toBe(wanted);
});
