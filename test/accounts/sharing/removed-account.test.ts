import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { sweepTrash } from '../../../src/state/index.ts';
import { demoTool, newAccount, sharingLab, textOf } from './sharing-lab.ts';

test('B024 what accounts share outlives each of them, and their time in the trash', async () => {
  const lab = sharingLab();
  const ctx = lab.process();
  const accounts = [await newAccount(ctx, 'work'), await newAccount(ctx, 'personal')];
  lab.put(lab.shared, 'sessions/keep.jsonl', 'kept\n');
  lab.put(lab.shared, 'skills/keep/SKILL.md', '# kept');
  for (const account of accounts) await assembleHome(ctx, demoTool, account);
  for (const account of accounts) {
    expect(textOf(account.home, 'sessions/keep.jsonl')).toBe('kept\n');
    await removeAccount(ctx, 'demo', account.label);
    expect(textOf(lab.shared, 'sessions/keep.jsonl')).toBe('kept\n');
  }
  const monthsLater = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000);
  expect(readdirSync(ctx.paths.trash)).toHaveLength(2);
  sweepTrash(lab.process({ now: () => monthsLater }).host, ctx.paths);
  expect(readdirSync(ctx.paths.trash)).toEqual([]);
  expect(textOf(lab.shared, 'sessions/keep.jsonl')).toBe('kept\n');
  expect(textOf(lab.shared, join('skills', 'keep', 'SKILL.md'))).toBe('# kept');
});
