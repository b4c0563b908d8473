import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  chooseAccount,
  findAccount,
  findStoredAccount,
  homeProblem,
  listAccounts,
  removeAccount,
  renameAccount,
  reserveAccount,
  setDefault,
} from '../../../src/accounts/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { treeOf } from '../../support/tree.ts';
import { storeLab } from '../store-lab.ts';

/** Edits account.json by hand, as a person would. */
function edit(ctx: AccountsContext, id: string, change: Record<string, unknown>): string {
  const path = join(ctx.paths.accountFolder('alpha', id), 'account.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
  return path;
}

describe('listAccounts', () => {
  test('is empty where nothing was ever made, and makes nothing', () => {
    const lab = storeLab();
    expect(listAccounts(lab.process())).toEqual([]);
    expect(treeOf(lab.home)).toEqual({});
  });

  test('is in order of tools and labels', async () => {
    const ctx = storeLab().process();
    for (const [tool, label] of [
      ['beta', 'x'],
      ['alpha', 'b'],
      ['alpha', 'B2'],
      ['alpha', 'a'],
    ] as const)
      await addAccount(ctx, tool, label);
    expect(listAccounts(ctx).map(({ tool, account }) => `${tool}#${account?.label}`)).toEqual([
      'alpha#B2',
      'alpha#a',
      'alpha#b',
      'beta#x',
    ]);
    expect(listAccounts(ctx, 'beta')).toHaveLength(1);
    expect(listAccounts(ctx, 'nobody')).toEqual([]);
  });

  test('keeps accounts of tools that the registry does not know, and says that it does not', async () => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    const place = await reserveAccount(ctx, 'gone-tool', 'work');
    await place.publish({ kind: 'login', identity: null });
    expect(listAccounts(ctx).map(({ tool, known }) => [tool, known])).toEqual([
      ['alpha', true],
      ['gone-tool', false],
    ]);
    await renameAccount(ctx, 'gone-tool', 'work', 'home');
    await removeAccount(ctx, 'gone-tool', 'home');
  });

  test.each([
    ['cut off', '{"schemaVersion":1,"id":', 'STATE_DAMAGED'],
    ['empty', '', 'STATE_DAMAGED'],
    ['of another shape', '[]', 'STATE_DAMAGED'],
    ['of a newer release', '{"schemaVersion":2}', 'STATE_NEWER'],
  ])('one account.json that is %s hides no other account', async (_how, text, code) => {
    const lab = storeLab();
    const ctx = lab.process();
    const [bad] = [await addAccount(ctx, 'alpha', 'bad'), await addAccount(ctx, 'alpha', 'work')];
    const path = join(lab.root, 'accounts/alpha', bad.id, 'account.json');
    writeFileSync(path, text);
    expect(listAccounts(ctx, 'alpha')).toMatchObject([
      { account: { label: 'work' } },
      { id: bad.id, claimed: 'bad', damage: { code, exit: 6, data: { path } } },
    ]);
    expect(findAccount(ctx, 'alpha', 'work').label).toBe('work');
    expect(() => findAccount(ctx, 'alpha', 'bad')).toThrow(expect.objectContaining({ code }));
  });

  test('an account folder that was copied is damaged, for two accounts would have one home', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    cpSync(join(lab.root, 'accounts/alpha', id), join(lab.root, 'accounts/alpha/copiedxx'), {
      recursive: true,
    });
    expect(listAccounts(ctx)).toMatchObject([
      { id, account: { label: 'work' } },
      { id: 'copiedxx', damage: { code: 'STATE_DAMAGED' } },
    ]);
  });

  test('what is no account is passed over: files, odd names, folders with nothing in them', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    const folder = join(lab.root, 'accounts/alpha');
    writeFileSync(join(folder, '.DS_Store'), 'x');
    writeFileSync(join(folder, 'afile123'), 'x');
    mkdirSync(join(folder, 'empty123'));
    mkdirSync(join(folder, 'Not an id'));
    writeFileSync(join(lab.root, 'accounts/.DS_Store'), 'x');
    expect(listAccounts(ctx)).toHaveLength(1);
    await addAccount(ctx, 'alpha', 'home');
    expect(readdirSync(folder)).toContain('Not an id');
  });

  test('a key __proto__ in account.json is data like any other', async () => {
    const ctx = storeLab().process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    const path = join(ctx.paths.accountFolder('alpha', id), 'account.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('{', '{"__proto__":{"label":"evil","polluted":true},'),
    );
    expect(listAccounts(ctx)[0]?.account?.label).toBe('work');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('findAccount', () => {
  test('system is always there, and is nothing that is stored', () => {
    expect(findAccount(storeLab().process(), 'alpha', 'system')).toEqual({
      kind: 'system',
      tool: 'alpha',
      label: 'system',
    });
  });

  test.each([
    ['Work', 'work'],
    ['wrok', 'work'],
    ['wor', 'work'],
    ['zzzz', undefined],
    ['x'.repeat(100_000), undefined],
    ['\u001b[31m', undefined],
  ])('a label that is not there is not found; case %#', async (label, closest) => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    expect(() => findAccount(ctx, 'alpha', label)).toThrow(
      expect.objectContaining({
        code: 'ACCOUNT_NOT_FOUND',
        exit: 3,
        data: expect.objectContaining({ closest }),
      }),
    );
  });

  test('one account is read to find one, however many there are', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    for (const label of ['a', 'b', 'c']) await addAccount(ctx, 'alpha', label);
    const read: string[] = [];
    const readFile = (path: string) => {
      read.push(path);
      return nodeFileSystem.readFile(path);
    };
    expect(findAccount(lab.process({ files: { ...nodeFileSystem, readFile } }), 'alpha', 'b').label).toBe(
      'b',
    );
    expect(read).toHaveLength(1);
  });

  test('of two that a hand gave one label, only the one that holds the claim is it', async () => {
    const ctx = storeLab().process();
    const work = await addAccount(ctx, 'alpha', 'work');
    const other = await addAccount(ctx, 'alpha', 'other');
    edit(ctx, other.id, { label: 'work' });
    expect(findAccount(ctx, 'alpha', 'work')).toEqual(work);
    rmSync(ctx.paths.labelOf('alpha', 'work'));
    const twice = expect.objectContaining({ code: 'STATE_DAMAGED', exit: 6, message: expect.anything() });
    expect(() => findAccount(ctx, 'alpha', 'work')).toThrow(twice);
    expect(() => findStoredAccount(ctx, 'alpha', 'work', 'remove')).toThrow(twice);
    expect(listAccounts(ctx)).toHaveLength(2);
  });

  test('a label in Unicode form NFD finds the account', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'caf\u00e9');
    expect(findAccount(ctx, 'alpha', 'cafe\u0301')).toEqual(account);
  });

  test('B056: ~/x in a hand-edited account.json is below the home of the user', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    mkdirSync(join(lab.home, '.alpha-work'));
    edit(ctx, id, { home: '~/.alpha-work' });
    expect(findAccount(ctx, 'alpha', 'work')).toMatchObject({ home: join(lab.home, '.alpha-work') });
    await renameAccount(ctx, 'alpha', 'work', 'office');
    expect(readFileSync(join(ctx.paths.accountFolder('alpha', id), 'account.json'), 'utf8')).toContain(
      '"~/.alpha-work"',
    );
  });

  test.each(['$HOME/x', '$' + '{HOME}/x', './rel', 'rel', '~other/x'])(
    'B056: the home %s is refused, and nothing is made',
    async (home) => {
      const lab = storeLab();
      const ctx = lab.process();
      const { id } = await addAccount(ctx, 'alpha', 'work');
      const path = edit(ctx, id, { home });
      const before = treeOf(lab.home);
      const refused = expect.objectContaining({
        code: 'ACCOUNT_HOME_UNUSABLE',
        exit: 6,
        message: expect.stringContaining(path),
      });
      expect(() => findAccount(ctx, 'alpha', 'work')).toThrow(refused);
      expect(() => chooseAccount(ctx, 'alpha', 'work')).toThrow(refused);
      expect(treeOf(lab.home)).toEqual(before);
    },
  );

  test('B057: a home that was deleted is missing: it is named, and not made again', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'b');
    await setDefault(ctx, account);
    rmSync(account.home, { recursive: true });
    const before = treeOf(lab.home);
    const missing = expect.objectContaining({
      code: 'ACCOUNT_HOME_MISSING',
      exit: 3,
      message: expect.stringContaining(account.home),
      hint: expect.stringContaining('tools login alpha -a b'),
    });
    expect(() => findAccount(ctx, 'alpha', 'b')).toThrow(missing);
    expect(() => chooseAccount(ctx, 'alpha')).toThrow(missing);
    expect(homeProblem(ctx, account)?.code).toBe('ACCOUNT_HOME_MISSING');
    expect(listAccounts(ctx)[0]?.account?.label).toBe('b');
    expect(findStoredAccount(ctx, 'alpha', 'b', 'remove')).toEqual(account);
    expect(treeOf(lab.home)).toEqual(before);
  });

  test('B138: what a tool had before us keeps its bytes, and stays what runs where nothing was chosen', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    mkdirSync(join(lab.home, '.alpha'));
    writeFileSync(join(lab.home, '.alpha/auth.json'), 'CANARY-9');
    const before = treeOf(join(lab.home, '.alpha'));
    expect(chooseAccount(ctx, 'alpha')).toMatchObject({ account: { kind: 'system' }, rule: 'system' });
    await setDefault(ctx, await addAccount(ctx, 'alpha', 'work'));
    await removeAccount(ctx, 'alpha', 'work');
    expect(treeOf(join(lab.home, '.alpha'))).toEqual(before);
  });
});
