import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ToolsError, typedPath } from '../../src/errors/index.ts';
import { tempHome } from '../support/temp-home.ts';

const hostile = [
  '/a b',
  '/$(touch x)',
  '/`touch x`',
  '/"; touch x; "',
  "/it's $(touch x)",
  "/';touch x;'$",
  '/a!b',
  '/a\\',
];

test.each(hostile)('%j is one word of a shell, and runs nothing', (path) => {
  const cwd = tempHome();
  const { stdout } = spawnSync('bash', ['-c', `printf %s ${typedPath(path)}`], { cwd, encoding: 'utf8' });
  expect(stdout).toBe(path);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['BINDING_FILE_CHANGED', { path: '/r/$(x)/.ai-tools.toml' }],
  ['STATE_UNREADABLE', { path: '/r/$(x)', cause: '' }],
  ['CANNOT_START', { program: '/r/$(x)', reason: '' }],
] as const)('%s has its path as one word', (code, data) => {
  expect(new ToolsError(code as never, data as never).hint).toMatch(/'\/r\/\$\(x\)/);
});

test.each([
  ['aliases.role.codex', 'tools settings unset aliases.role.codex'],
  ['aliases.my role.codex', 'tools settings unset "aliases.my role.codex"'],
  ['aliases.$(touch x).codex', "tools settings unset 'aliases.$(touch x).codex'"],
  ['aliases.\u001b[2J.codex', 'vi "/s.json"'],
])('of the damaged setting %j the next command can be typed', (key, hint) => {
  expect(new ToolsError('SETTING_DAMAGED', { path: '/s.json', key, type: 'text' }).hint).toBe(hint);
});
