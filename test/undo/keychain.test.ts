import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addAccount, listAccounts, removeAccount } from '../../src/accounts/index.ts';
import { readHistory, undoChange } from '../../src/undo/index.ts';
import { loginWorld } from '../accounts/login-world.ts';

const person = JSON.stringify({ oauthAccount: { accountUuid: 'user-1', emailAddress: 'me@example.org' } });

test.each([
  ['somebody has a newer login', true],
  ['nobody has another', false],
])(
  'law 16: a removed account whose login is in the keychain, where %s (simulated: darwin)',
  async (_, hasOther) => {
    const { ctx } = loginWorld({ platform: 'darwin', userName: 'u', security: async () => ({ code: 0 }) });
    const work = await addAccount(ctx, 'claude', 'work');
    writeFileSync(join(work.home, '.claude.json'), person);
    await removeAccount(ctx, 'claude', 'work');
    const id = readHistory(ctx).changes[0]?.record.id ?? '';
    if (hasOther) {
      const other = await addAccount(ctx, 'claude', 'other');
      writeFileSync(join(other.home, '.claude.json'), person);
      await expect(undoChange(ctx, id)).rejects.toMatchObject({
        code: 'UNDO_CHANGED_SINCE',
        message: expect.stringContaining('its own is in the keychain'),
      });
    } else await undoChange(ctx, id);
    const labels = listAccounts(ctx, 'claude').map(({ account }) => account?.label);
    expect(labels).toEqual([hasOther ? 'other' : 'work']);
  },
);
