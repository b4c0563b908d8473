import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ReadTable, recordHere } from '../../../src/accounts/fast/record-here.ts';
import type { Host } from '../../../src/platform/index.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const [account, by] = ['abcdefgh', 'this release'];
const record = {
  by,
  tool: 'codex',
  account,
  label: 'work',
  fingerprint: 'finger',
  hasVariable: true,
  there: [['absent', '/none']],
  looks: [],
  absentAbove: [],
  notIn: [],
  variables: { HOME: '/home' },
  marks: null,
  plain: null,
  program: null,
};

/** A home with one account of codex, named work, of which something was recorded; we stand in <home>/work. */
function made(more: object = {}) {
  const home = tempHome();
  const at = (name: string) => join(home, name);
  const root = at('.local/share/ai-tools');
  const folder = join(root, 'cache/launch/codex', account);
  for (const each of [folder, join(root, 'labels/codex'), at('work')]) mkdirSync(each, { recursive: true });
  const file = join(folder, 'launch.json');
  writeFileSync(file, `${JSON.stringify({ ...record, ...more })}\n{}\n`);
  writeFileSync(join(root, 'labels/codex/work'), `${account}\n`);
  const find = (label: string | undefined, over: Partial<Host> = {}, table?: ReadTable, release = by) => {
    const host = testHost({ home, cwd: at('work'), ...over });
    const found = recordHere(host, release, { tool: 'codex', account: label }, table);
    return typeof found === 'object' ? found.account : found;
  };
  return { at, root, folder, file, find };
}

const choice = { account, required: null };

test.each<readonly [what: string, found: (m: ReturnType<typeof made>) => unknown]>([
  ['by its label', ({ find }) => find('work')],
  ['by a variable of the tool', ({ find }) => find(undefined, { env: { AI_TOOLS_ACCOUNT_CODEX: 'work' } })],
  ['by that of every tool', ({ find }) => find(undefined, { env: { AI_TOOLS_ACCOUNT: 'work' } })],
  [
    'by the nearer of both',
    ({ find }) => find(undefined, { env: { AI_TOOLS_ACCOUNT: 'other', AI_TOOLS_ACCOUNT_CODEX: 'work' } }),
  ],
  [
    'by the farther where the nearer is empty',
    ({ find }) => find(undefined, { env: { AI_TOOLS_ACCOUNT: 'work', AI_TOOLS_ACCOUNT_CODEX: '' } }),
  ],
  ['by the table', ({ find }) => find(undefined, {}, { choice })],
  ['by the table and its label', ({ find }) => find(undefined, {}, { choice: { ...choice, label: 'work' } })],
  [
    'as the one that is required',
    ({ find }) => find(undefined, {}, { choice: { ...choice, required: ['x', 'finger'] } }),
  ],
])('what was recorded of an account is found %s', (_, found) => {
  expect(found(made())).toBe(account);
});

test.each<readonly [what: string, found: (m: ReturnType<typeof made>) => unknown]>([
  ['another label', ({ find }) => find('other')],
  ['a label that is a path', ({ find }) => find('../codex/work')],
  [
    'a label that begins as an option does',
    ({ find, root }) => {
      writeFileSync(join(root, 'labels/codex/-work'), account);
      return find('-work');
    },
  ],
  ['the label as nobody wrote it', ({ find }) => find('Work')],
  ['a table without an answer', ({ find }) => find(undefined, {}, { choice: undefined })],
  [
    'a label that the table knows otherwise',
    ({ find }) => find(undefined, {}, { choice: { ...choice, label: 'was' } }),
  ],
  [
    'somebody else who is required',
    ({ find }) => find(undefined, {}, { choice: { ...choice, required: ['x'] } }),
  ],
  [
    'somebody else who is required where the account is named',
    ({ at, find }) => {
      writeFileSync(at('.ai-tools.toml'), '');
      return find('work', {}, { choice: { ...choice, required: ['x'] } });
    },
  ],
  ['another release', ({ find }) => find('work', {}, undefined, 'another')],
  [
    'a pipe in its place',
    ({ file, find }) => {
      unlinkSync(file);
      execFileSync('mkfifo', [file]);
      return find('work');
    },
  ],
  [
    'a link in its place',
    ({ at, file, find }) => {
      unlinkSync(file);
      writeFileSync(at('x'), `${JSON.stringify(record)}\n`);
      symlinkSync(at('x'), file);
      return find('work');
    },
  ],
])('for %s nothing is found', (_, found) => {
  expect(found(made())).toBeUndefined();
});

test.each([
  ['of another tool', { tool: 'claude' }],
  ['of another account', { account: 'zzzzzzzz' }],
  ['of another label', { label: 'Work' }],
  ['that looks at nothing', { there: [] }],
  ['whose looks are none', { looks: 'x' }],
  ['that says nothing of what lies above', { absentAbove: undefined }],
  ['that does not say where one may not be', { notIn: 1 }],
  ['without variables', { variables: {} }],
  ['whose marks are not looked at again', { marks: { again: [] } }],
  ['whose environment depends on nothing', { plain: { unset: [] } }],
  ['whose program is not looked at', { program: { looks: [] } }],
])('a record %s is none', (_, more) => {
  expect(made(more).find('work')).toBeUndefined();
});

test('a label is claimed in small letters, and is the one that was typed', () => {
  const { find } = made({ label: 'Work' });
  expect(find('Work')).toBe(account);
  expect(find('work')).toBeUndefined();
});

test('a variable that could mean several tools chooses none, a label does', () => {
  const { find } = made({ hasVariable: false });
  expect(find(undefined, { env: { AI_TOOLS_ACCOUNT: 'work' } })).toBeUndefined();
  expect(find('work')).toBe(account);
  expect(find(undefined, {}, { choice })).toBe(account);
});

test('whose files no one knows is nobody who is required', () => {
  const { find } = made({ fingerprint: null });
  expect(find(undefined, {}, { choice: { ...choice, required: ['finger'] } })).toBeUndefined();
  expect(find(undefined, {}, { choice })).toBe(account);
});

test('where something may be bound the table is asked for: also to a directory above, also behind a link', () => {
  const { at, find } = made();
  expect(find(undefined)).toBe('table');
  mkdirSync(at('bound/deep'), { recursive: true });
  writeFileSync(at('bound/.ai-tools.toml'), '');
  symlinkSync(at('bound/deep'), at('work/link'));
  expect(find('work', { cwd: at('bound/deep') })).toBe('table');
  expect(find('work', { cwd: at('work/link') })).toBe('table');
  expect(find('work')).toBe(account);
});

test('a claim that is longer than an id, or a path of its length, is none', () => {
  const { root, find } = made();
  for (const claim of ['abcdefgh/', 'abcdefghi', '../codex', 'a/../abc'])
    for (const end of ['', '\n']) {
      writeFileSync(join(root, 'labels/codex/work'), `${claim}${end}`);
      expect(find('work')).toBeUndefined();
    }
  writeFileSync(join(root, 'labels/codex/work'), account);
  expect(find('work')).toBe(account);
});

test('where a variable says in an odd way where we are, nothing is found', () => {
  expect(made().find('work', { env: { AI_TOOLS_HOME: '~/ours' } })).toBeUndefined();
});
