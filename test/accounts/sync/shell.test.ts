import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountsContext } from '../../../src/accounts/index.ts';
import { writeShellMark } from '../../../src/accounts/store/live-mark.ts';
import { markOf } from '../store-lab.ts';
import { met } from './sync-lab.ts';

test('what is started from a shell in the account’s environment arrives at every launch of another account', async () => {
  const lab = await met();
  rmSync(join(lab.root.folder, '.root', 'dirty'), { recursive: true });
  const asking = lab.process();
  const processes = { ...asking.host.processes, parent: () => markOf(77) };
  const env: AccountsContext = { ...asking, host: { ...asking.host, processes } };
  await lab.join(lab.work, env);
  writeShellMark(env, lab.work);
  lab.end(env);
  for (const value of [1, 2, 3]) {
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = value;
    });
    await lab.join(lab.personal);
    expect(lab.json(lab.personal).value).toBe(value);
  }
});
