import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, findStoredAccount, listAccounts, removeInstallation } from '../../src/accounts/index.ts';
import { moveAccount } from '../../src/accounts/move-account.ts';
import { findInstallation } from '../../src/install/index.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { type StoreLab, storeLab } from './store-lab.ts';

/** A name for an executable, on the root of `default`. */
function installed(lab: StoreLab, name: string): string {
  const folder = join(lab.root, 'installations/alpha', name);
  const program = { kind: 'path', file: '/usr/bin/env' };
  mkdirSync(folder, { recursive: true });
  const record = { schemaVersion: 1, tool: 'alpha', name, root: 'default', program };
  writeFileSync(join(folder, 'installation.json'), JSON.stringify(record));
  return folder;
}

const alpha = (ctx: ReturnType<StoreLab['process']>) => ctx.registry.tool('alpha') as AITool;

describe('an account that begins to use an installation while it is removed', () => {
  test('a new one: there are both, or neither; never an account of an installation that is gone', async () => {
    const lab = storeLab();
    for (const nth of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const name = `x${nth}`;
      installed(lab, name);
      const [one, other] = [lab.process(), lab.process()];
      const [added, removed] = await Promise.allSettled([
        addAccount(one, 'alpha', `a${nth}`, { installation: name }),
        new Promise((done) => setTimeout(done, nth)).then(() =>
          removeInstallation(other, alpha(other), name),
        ),
      ]);
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
      const refusal = added.status === 'rejected' ? added.reason : (removed as PromiseRejectedResult).reason;
      expect(refusal.code).toMatch(/^INSTALLATION_(?:NOT_FOUND|IN_USE)$/);
    }
    const ctx = lab.process();
    for (const { account } of listAccounts(ctx, 'alpha'))
      findInstallation(ctx.host, ctx.paths, alpha(ctx), account?.installation ?? '');
  });

  test('one whose installation goes while it is being made is not made', async () => {
    const lab = storeLab();
    const folder = installed(lab, 'x');
    const files = {
      ...nodeFileSystem,
      writeNew: (path: string, data: string | Uint8Array, mode: number) => {
        if (path.includes('.pending.json.')) rmSync(folder, { recursive: true });
        nodeFileSystem.writeNew(path, data, mode);
      },
    };
    await expect(addAccount(lab.process({ files }), 'alpha', 'work', { installation: 'x' })).rejects.toThrow(
      expect.objectContaining({ code: 'INSTALLATION_NOT_FOUND' }),
    );
    expect(listAccounts(lab.process(), 'alpha')).toEqual([]);
    await addAccount(lab.process(), 'alpha', 'work');
  });

  test('one that is moved to it', async () => {
    const lab = storeLab();
    await addAccount(lab.process(), 'alpha', 'work');
    for (const nth of [1, 2, 3, 4]) {
      installed(lab, `y${nth}`);
      const [one, other] = [lab.process(), lab.process()];
      const account = findStoredAccount(one, 'alpha', 'work', 'account move');
      const both = await Promise.allSettled([
        moveAccount(one, alpha(one), account, `y${nth}`),
        new Promise((done) => setTimeout(done, nth * 3)).then(() =>
          removeInstallation(other, alpha(other), `y${nth}`),
        ),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { installation } = findStoredAccount(lab.process(), 'alpha', 'work', 'list');
      findInstallation(other.host, other.paths, alpha(other), installation);
    }
  });
});
