import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  findAccount,
  foldLabel,
  listAccounts,
  readKey,
  renameAccount,
} from '../../src/accounts/index.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { treeOf } from '../support/tree.ts';
import { killEverywhere, pathsIn, storeLab } from './store-lab.ts';

const labelsOf = (listings: ReturnType<typeof listAccounts>) => listings.map(({ account }) => account?.label);

describe('addAccount', () => {
  test('makes an account with a home of its own, found under its label', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    expect(account).toMatchObject({
      kind: 'login',
      tool: 'alpha',
      label: 'work',
      root: 'default',
      installation: 'default',
      identity: null,
    });
    expect(account.id).toMatch(/^[a-z0-9]{8}$/);
    expect(account.home).toBe(join(lab.root, 'accounts', 'alpha', account.id, 'home'));
    expect(findAccount(ctx, 'alpha', 'work')).toEqual(account);
    expect(pathsIn(lab)).toEqual([
      'accounts',
      'accounts/alpha',
      `accounts/alpha/${account.id}`,
      `accounts/alpha/${account.id}/account.json`,
      `accounts/alpha/${account.id}/home`,
      'labels',
      'labels/alpha',
      'labels/alpha/work',
      'layout.json',
    ]);
  });

  test('B012: every folder is 0700 and every file 0600, whatever the umask', async () => {
    const umask = process.umask(0);
    try {
      const lab = storeLab();
      await addAccount(lab.process(), 'alpha', 'work', { key: 'sk-dummy-1' });
      for (const [path, entry] of Object.entries(treeOf(lab.root)))
        expect(`${path} ${entry}`).toMatch(/ (dir 0700|file 0600 \w+)$/);
    } finally {
      process.umask(umask);
    }
  });

  test('with a key holds it in secret.json, and a fingerprint that is of no use elsewhere', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const [one, other] = [
      await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' }),
      await addAccount(ctx, 'alpha', 'home', { key: 'sk-dummy-1' }),
    ];
    expect(one.kind).toBe('key');
    expect(readKey(ctx, one)).toBe('sk-dummy-1');
    expect(one.identity?.keyFingerprint).toMatch(/^local:[0-9a-f]{16}$/);
    expect(one.identity?.keyFingerprint).not.toBe(other.identity?.keyFingerprint);
    expect(JSON.stringify(listAccounts(ctx))).not.toContain('sk-dummy-1');
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['sk-a\nsk-b', 'lines'],
    ['sk-a\r', 'lines'],
    ['sk-\u0000', 'characters'],
    ['sk-\u001b[0m', 'characters'],
    ['sk a', 'characters'],
    ['sk-\u00e9', 'characters'],
  ])('refuses the key %j as %s and makes nothing', async (key, problem) => {
    const lab = storeLab();
    await expect(addAccount(lab.process(), 'alpha', 'work', { key })).rejects.toMatchObject({
      code: 'KEY_INPUT_UNUSABLE',
      exit: 2,
      data: { problem },
    });
    expect(treeOf(lab.root)).toEqual({});
  });

  test.each([
    'CON',
    'nul',
    'Aux.txt',
    'com1',
    'LPT9',
    'a.',
    'a ',
    ' a',
    '.',
    '..',
    '',
    'a/b',
    'a\\b',
    'C:x',
    '-x',
    'a'.repeat(256),
  ])('B003: refuses the label %j with exit 2 and makes nothing', async (label) => {
    const lab = storeLab();
    await expect(addAccount(lab.process(), 'alpha', label)).rejects.toMatchObject({
      code: 'LABEL_UNUSABLE',
      exit: 2,
    });
    expect(treeOf(lab.root)).toEqual({});
  });

  test.each(['system', 'System', 'SYSTEM'])('never makes an account called %s', async (label) => {
    const lab = storeLab();
    await expect(addAccount(lab.process(), 'alpha', label)).rejects.toMatchObject({
      code: 'SYSTEM_ACCOUNT_REFUSED',
      exit: 2,
    });
    expect(treeOf(lab.root)).toEqual({});
  });

  test.each(['../evil', '.', '..', 'a/b', ''])('B005: the tool id %j leads nowhere', async (tool) => {
    const lab = storeLab();
    await expect(addAccount(lab.process(), tool, 'work')).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      exit: 3,
    });
    expect(treeOf(lab.home)).toEqual({});
  });

  test.each([
    'shared',
    'Shared',
    'accounts',
    'tmp',
    'labels',
    'journal',
    'trash',
    'layout.json',
    'constructor',
    '__proto__',
  ])('B005: %s is a label like any other: it meets nothing of ours', async (label) => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    const before = treeOf(lab.root);
    const account = await addAccount(ctx, 'alpha', label);
    const after = treeOf(lab.root);
    expect(findAccount(ctx, 'alpha', label)).toEqual(account);
    const isNoted = (path: string) => /^journal\/\d{8}T\d{6}Z-[a-z0-9]{8}\.json$/.test(path);
    const made = Object.keys(after).filter((path) => !(path in before) && !isNoted(path));
    const folder = `accounts/alpha/${account.id}`;
    expect(made).toEqual(
      [folder, `${folder}/account.json`, `${folder}/home`, `labels/alpha/${foldLabel(label)}`].sort(),
    );
    expect({ ...after, ...before }).toEqual(after);
  });

  test.each([
    ['work', 'Work'],
    ['work', 'ＷＯＲＫ'],
    ['straße', 'STRASSE'],
    ['\u00e9', 'E\u0301'],
    ['work', 'work'],
  ])(
    'B001: beside %j there is no %j: it names the one that is there and changes nothing',
    async (existing, label) => {
      const lab = storeLab();
      const ctx = lab.process();
      await addAccount(ctx, 'alpha', existing);
      const before = treeOf(lab.root);
      await expect(addAccount(ctx, 'alpha', label)).rejects.toMatchObject({
        code: 'LABEL_TAKEN',
        exit: 2,
        data: { existing },
      });
      expect(treeOf(lab.root)).toEqual(before);
      await addAccount(ctx, 'beta', label);
    },
  );

  test('the label is kept also where somebody threw the claims away', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    nodeFileSystem.unlink(join(lab.root, 'labels/alpha/work'));
    expect(findAccount(ctx, 'alpha', 'work')).toEqual(account);
    await expect(addAccount(ctx, 'alpha', 'Work')).rejects.toMatchObject({
      code: 'LABEL_TAKEN',
      data: { existing: 'work' },
    });
    expect(readFileSync(join(lab.root, 'labels/alpha/work'), 'utf8').trim()).toBe(account.id);
  });

  test('B010: 50 tries beside a damaged account name its file and offset, and change no byte', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    const path = join(lab.root, 'accounts/alpha', id, 'account.json');
    nodeFileSystem.unlink(path);
    nodeFileSystem.writeNew(path, '{"accounts":{"work":', 0o600);
    const before = treeOf(lab.home);
    for (let run = 0; run < 50; run += 1) {
      const listed = listAccounts(ctx, 'alpha');
      expect(listed).toMatchObject([
        { id, claimed: 'work', damage: { code: 'STATE_DAMAGED', exit: 6, data: { path, offset: 20 } } },
      ]);
      await expect(addAccount(ctx, 'alpha', 'x')).rejects.toMatchObject({
        code: 'STATE_DAMAGED',
        data: { path, offset: 20 },
      });
      await expect(addAccount(ctx, 'alpha', 'work')).rejects.toMatchObject({
        code: 'STATE_DAMAGED',
        data: { path, offset: 20 },
      });
      await expect(renameAccount(ctx, 'alpha', 'work', 'y')).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
    }
    expect(treeOf(lab.home)).toEqual(before);
    await addAccount(ctx, 'beta', 'x');
  });

  test('ended at any step, the label is free for the next one and no litter stays', async () => {
    const steps = await killEverywhere({
      before: async () => {},
      change: (ctx) => addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' }),
      after: async (ctx, lab) => {
        const found = listAccounts(ctx, 'alpha');
        expect(found.every(({ damage }) => damage === undefined)).toBe(true);
        if (found.length > 0) {
          const [made] = found;
          expect(found).toHaveLength(1);
          expect(findAccount(ctx, 'alpha', 'work')).toEqual(made?.account);
          await expect(addAccount(ctx, 'alpha', 'Work')).rejects.toMatchObject({
            code: 'LABEL_TAKEN',
            data: { existing: 'work' },
          });
          await addAccount(ctx, 'alpha', 'other', { key: 'sk-dummy-2' });
        } else {
          expect(() => findAccount(ctx, 'alpha', 'work')).toThrow(
            expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND' }),
          );
          await addAccount(ctx, 'alpha', 'other');
          await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-3' });
        }
        const accounts = listAccounts(ctx, 'alpha');
        expect(labelsOf(accounts)).toEqual(['other', 'work']);
        const expected = accounts.flatMap(({ id, account }) => {
          const folder = `accounts/alpha/${id}`;
          const secret = account?.kind === 'key' ? [`${folder}/secret.json`] : [];
          return [folder, `${folder}/account.json`, `${folder}/home`, ...secret];
        });
        const labels = ['labels', 'labels/alpha', 'labels/alpha/other', 'labels/alpha/work'];
        expect(pathsIn(lab)).toEqual([
          ...['accounts', 'accounts/alpha', ...expected].sort(),
          ...labels,
          'layout.json',
        ]);
      },
    });
    expect(steps).toBeGreaterThan(30);
  });

  test('B009: on a disk that is full from any step on nothing is added, and it works once there is room', async () => {
    for (let step = 1, isReached = true; isReached; step += 1) {
      const lab = storeLab();
      const faulty = faultyFiles(nodeFileSystem);
      const ctx = lab.process({ files: faulty.files });
      const needsRoom = (method: string) => ['writeNew', 'mkdir', 'link'].includes(method);
      faulty.failWhere((method) => needsRoom(method) && faulty.steps.length >= step, 'ENOSPC');
      const failure = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' }).catch(
        (error: unknown) => error,
      );
      isReached = failure instanceof Error;
      if (isReached) {
        expect(failure).toMatchObject({ code: 'WRITE_FAILED', exit: 7, data: { cause: 'ENOSPC' } });
        expect(
          pathsIn(lab).filter((path) => !/^(accounts|labels)(\/alpha)?$|^layout.json$/.test(path)),
        ).toEqual([]);
      }
      faulty.heal();
      if (isReached) await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
      expect(labelsOf(listAccounts(ctx, 'alpha'))).toEqual(['work']);
    }
  });

  test('a list of one tool reads only what belongs to that tool', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    await addAccount(ctx, 'beta', 'work');
    const read: string[] = [];
    const files = {
      ...nodeFileSystem,
      readFile: (path: string) => read.push(path) && nodeFileSystem.readFile(path),
    } as typeof nodeFileSystem;
    listAccounts(lab.process({ files }), 'alpha');
    expect(read).toHaveLength(1);
    expect(read[0]).toContain('/accounts/alpha/');
    expect(statSync(read[0] ?? '').isFile()).toBe(true);
  });
});
