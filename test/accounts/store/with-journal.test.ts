import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, removeAccount, renameAccount, setDefault } from '../../../src/accounts/index.ts';
import { withJournal } from '../../../src/accounts/store/with-journal.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { storeLab } from '../store-lab.ts';

function entries(root: string) {
  const folder = join(root, 'journal');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

describe('the journal', () => {
  test('knows of each change with what undoing it needs, and of no key', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
    const renamed = await renameAccount(ctx, 'alpha', 'work', 'office');
    await setDefault(ctx, renamed);
    await removeAccount(ctx, 'alpha', 'office');
    const folder = ctx.paths.accountFolder('alpha', id);
    const noted = entries(lab.root);
    expect(noted.map(({ verb, account, what }) => ({ verb, account, what }))).toEqual(
      expect.arrayContaining([
        { verb: 'rename', account: id, what: { label: 'work', from: 'work', to: 'office' } },
        { verb: 'default', account: id, what: { label: 'office', to: id } },
        { verb: 'remove', account: id, what: { folder, label: 'office', wasDefault: true } },
      ]),
    );
    // That the default went with it is a part of the removal.
    expect(noted.filter(({ verb }) => verb === 'default')).toHaveLength(1);
    for (const { doneAt } of noted) expect(doneAt).toMatch(/^\d{4}-/);
    expect(JSON.stringify(noted)).not.toContain('sk-dummy-1');
  });

  test('forgets what is older than 30 days when it learns something new', async () => {
    const lab = storeLab();
    const { id } = await addAccount(lab.process(), 'alpha', 'work');
    const changeOn = async (day: string, label: string) => {
      const ctx = lab.process({ now: () => new Date(`${day}T00:00:00Z`) });
      await renameAccount(ctx, 'alpha', label === 'a' ? 'work' : 'a', label);
    };
    await changeOn('2027-01-01', 'a');
    await changeOn('2027-02-15', 'b');
    expect(entries(lab.root).map(({ account, what }) => ({ account, what }))).toEqual([
      { account: id, what: { label: 'a', from: 'a', to: 'b' } },
    ]);
  });

  test('promise 5: that can’t be written stops the change before it begins', async () => {
    const lab = storeLab();
    const faulty = faultyFiles(nodeFileSystem);
    const ctx = lab.process({ files: faulty.files });
    const account = await addAccount(ctx, 'alpha', 'work');
    faulty.failWhere((method, path) => method === 'writeNew' && path.includes('/journal/'), 'ENOSPC');
    await expect(renameAccount(ctx, 'alpha', 'work', 'office')).rejects.toMatchObject({
      code: 'WRITE_FAILED',
    });
    await expect(removeAccount(ctx, 'alpha', 'work')).rejects.toMatchObject({ code: 'WRITE_FAILED' });
    await expect(setDefault(ctx, account)).rejects.toMatchObject({ code: 'WRITE_FAILED' });
    faulty.heal();
    await renameAccount(ctx, 'alpha', 'work', 'office');
  });

  test('a change that failed stays noted as one that was not done', async () => {
    const lab = storeLab();
    const failure = new Error('no');
    const entry = { verb: 'test', tool: 'alpha', account: null, what: {} };
    await expect(withJournal(lab.process(), entry, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(entries(lab.root)).toMatchObject([{ verb: 'test', doneAt: null }]);
  });
});
