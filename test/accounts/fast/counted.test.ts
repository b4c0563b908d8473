import {
  chmodSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerEnv } from '../../../src/entry/answer-env.ts';
import { readyToRun } from '../../../src/entry/answer-run.ts';
import { shimVariable, shimWishes } from '../../../src/process/index.ts';
import { type QuickWorld, quickWorld } from '../../entry/quick-world.ts';

const document = {
  numStartups: 7,
  userID: 'of-this-home',
  oauthAccount: { accountUuid: 'one' },
  theme: 'dark',
  mcpServers: { a: { command: 'a' } },
  projects: { '/w': { allowedTools: ['Bash'], lastCost: 1 } },
  brandNew: 'x',
};
const text = JSON.stringify(document, null, 2);

let world: QuickWorld;
let file: string;
const sharedText = () =>
  readFileSync(join(world.ctx().paths.sharedFolder('claude', 'default'), '.claude.json'), 'utf8');
const isQuick = async (env: Readonly<Record<string, string>> = {}) => {
  try {
    return (await readyToRun(['claude', '-a', 'work'], world.host({ env }))) !== undefined;
  } catch {
    return false;
  }
};

beforeAll(async () => {
  world = await quickWorld('claude', '--share');
  file = join(world.folder, 'home/.claude.json');
});

beforeEach(async () => {
  writeFileSync(file, text, { mode: 0o600 });
  await world.settle();
});

type Document = typeof document & Record<string, unknown>;
const withChange = (change: (document: Document) => unknown): string => {
  const changed = structuredClone(document) as Document;
  change(changed);
  return JSON.stringify(changed, null, 2);
};

describe('a start goes by its record after its tool rewrote a merged file', () => {
  test.each<[string, (document: Document) => unknown]>([
    ['in nothing', () => undefined],
    ['to count its starts', (changed) => (changed.numStartups += 1)],
    ['for what it spent last', (changed) => (changed.projects['/w'].lastCost = 2)],
    ['for a key that no rule names', (changed) => (changed.brandNew = 'y')],
    ['for a new one', (changed) => (changed.newer = { token: 'sk-dummy-1' })],
  ])('%s, and a merge has nothing to do there', async (_, change) => {
    const before = sharedText();
    const changed = withChange(change);
    writeFileSync(`${file}.new`, changed, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    expect(await isQuick()).toBe(true);
    expect(await answerEnv(['claude', '-a', 'work', '-s', 'sh'], world.host())).toBeDefined();
    expect(await world.cli('run claude -a work')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect([sharedText(), readFileSync(file, 'utf8')]).toEqual([before, changed]);
  });
});

describe('it does not', () => {
  test.each<[string, string]>([
    ['where something shared changed', withChange((changed) => (changed.theme = 'light'))],
    ['where it was taken away', withChange((changed) => Reflect.deleteProperty(changed, 'theme'))],
    ['where an entry of a map did', withChange((changed) => (changed.mcpServers.a.command = 'b'))],
    ['where an entry came', withChange((changed) => Object.assign(changed.projects, { '/v': {} }))],
    [
      'where a list of an entry grew',
      withChange((changed) => changed.projects['/w'].allowedTools.push('Read')),
    ],
    ['where somebody else is logged in', withChange((changed) => (changed.oauthAccount.accountUuid = 'two'))],
    ['where the file is another by its mark', withChange((changed) => (changed.userID = 'another'))],
    [
      'where a key outranks the login',
      withChange((changed) => (changed.env = { ANTHROPIC_API_KEY: 'sk-dummy-1' })),
    ],
    ['where a key stands in it twice', text.replace('{', '{"brandNew":"x",')],
    ['where it is laid out by hand', text.replace('{', '{ ')],
    ['where half of it is there', text.slice(0, -9)],
    ['where it was emptied', ''],
    ['where it was made anew', '{}'],
  ])('%s', async (_, changed) => {
    writeFileSync(file, changed);
    expect(await isQuick()).toBe(false);
  });

  test.each<[string, () => void]>([
    ['of a file that is gone', () => unlinkSync(file)],
    ['of one that was put back', () => utimesSync(file, new Date(), new Date(Date.now() - 3_600_000))],
    ['of one that others may read by now', () => chmodSync(file, 0o644)],
    [
      'of a link',
      () => {
        renameSync(file, `${file}.own`);
        symlinkSync(`${file}.own`, file);
      },
    ],
  ])('%s, whatever it says', async (_, change) => {
    writeFileSync(
      file,
      withChange((changed) => (changed.numStartups += 1)),
    );
    expect(await isQuick()).toBe(true);
    change();
    expect(await isQuick()).toBe(false);
    if (statSync(file, { throwIfNoEntry: false })) unlinkSync(file);
  });
});

test('what a shim wishes is made where it holds at the next start, too', async () => {
  await sleep(60);
  await world.cli('run claude -a work');
  const wishing = { [shimVariable]: shimWishes };
  expect([await isQuick(), await isQuick(wishing)]).toEqual([true, false]);
  writeFileSync(
    file,
    withChange((changed) => (changed.numStartups += 1)),
  );
  expect(await isQuick(wishing)).toBe(true);
});
