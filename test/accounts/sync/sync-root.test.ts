import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeAccount } from '../../../src/accounts/remove-account.ts';
import { pushHome, syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { syncAccounts } from '../../../src/accounts/sync-accounts.ts';
import { randomFrom } from '../../merge/model-document.ts';
import { textsBelow, treeOf } from '../../support/tree.ts';
import { met, writtenAt } from './sync-lab.ts';

describe('a launch', () => {
  test('brings what one account has to the other, and leaves each its own', async () => {
    const lab = await met({ map: { a: { own: 1 } }, value: 7 });
    expect(lab.json(lab.personal)).toEqual({
      userID: 'p',
      account: { who: 'personal' },
      map: { a: { own: 1 } },
      value: 7,
    });
    expect(lab.text(lab.root, 'state.json')).not.toMatch(/work|userID/);
  });

  test('brings mirrored files and TOML as well', async () => {
    const lab = await met();
    lab.put(lab.work, 'NOTES.md', '# be kind\n');
    lab.put(lab.work, 'keys.json', { bindings: ['a'] });
    lab.put(lab.work, 'settings.toml', 'model = "big" # mine\nupdate = true\n');
    await lab.join(lab.personal);
    expect(lab.text(lab.personal, 'NOTES.md')).toBe('# be kind\n');
    expect(lab.json(lab.personal, 'keys.json')).toEqual({ bindings: ['a'] });
    expect(lab.text(lab.personal, 'settings.toml')).toContain('model = "big"');
  });

  test('law 23: what is shared lies in homes and in the root; what is remembered of it is a hash that no other root has', async () => {
    const [lab, other] = [await met({ value: 'CANARY-text' }), await met({ value: 'CANARY-text' })];
    for (const { join: joined, work, personal } of [lab, other]) {
      await joined(personal);
      await joined(work);
    }
    const holders = Object.keys(treeOf(lab.ctx.paths.root)).filter((path) => {
      const file = join(lab.ctx.paths.root, path);
      return statSync(file).isFile() && readFileSync(file, 'utf8').includes('CANARY');
    });
    const shared = [lab.work.home, lab.personal.home, lab.root.folder].map((folder) =>
      join(folder, 'state.json'),
    );
    expect(holders.map((path) => join(lab.ctx.paths.root, path)).sort()).toEqual(shared.sort());
    const remembered = ({ ctx, work }: typeof lab) =>
      [...textsBelow(join(ctx.paths.accountFolder('mixer', work.id), 'base')).matchAll(/[\w+/-]{16,}/gu)].map(
        ([hash]) => hash,
      );
    expect(remembered(lab).length).toBeGreaterThan(0);
    expect(remembered(other).filter((hash) => remembered(lab).includes(hash))).toEqual([]);
  });

  test('never shares what is asserted in each home, whatever the rules say of it', async () => {
    const lab = await met();
    lab.put(lab.work, 'settings.toml', 'model = "big"\nupdate = true\n');
    await lab.join(lab.work);
    expect(lab.text(lab.root, 'settings.toml')).not.toContain('update');
  });

  test('looks at no home that nothing was launched in since', async () => {
    const lab = await met();
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.value = 2;
    });
    rmSync(join(lab.root.folder, '.root', 'dirty'), { recursive: true });
    await syncRoot(lab.ctx, lab.tool, lab.personal);
    expect(lab.json(lab.personal).value).toBeUndefined();
  });

  test('with no change it writes nothing at all', async () => {
    const lab = await met();
    await lab.leave(lab.personal);
    await lab.leave(lab.work);
    const before = [treeOf(lab.ctx.paths.root), writtenAt(join(lab.work.home, 'state.json'))];
    const report = await syncRoot(lab.ctx, lab.tool, lab.work);
    expect([treeOf(lab.ctx.paths.root), writtenAt(join(lab.work.home, 'state.json'))]).toEqual(before);
    expect(report).toMatchObject({ pushed: [], pulled: [], skipped: [] });
  });

  test('files that lie as they lay are not read', async () => {
    const lab = await met();
    const read: string[] = [];
    const { files } = lab.ctx.host;
    const reader = lab.process({
      ...files,
      readFile: (path) => {
        read.push(path);
        return files.readFile(path);
      },
    });
    await pushHome(reader, lab.tool, lab.work);
    expect(read.filter((path) => path.endsWith('state.json') || path.includes('/base/'))).toEqual([]);
  });

  test('into a home in which something lives nothing is written, and all it holds is read', async () => {
    const lab = await met();
    lab.session(lab.work);
    lab.edit(lab.work, 'state.json', (draft) => {
      draft.map.w = { own: 2 };
    });
    lab.edit(lab.personal, 'state.json', (draft) => {
      draft.map.p = { own: 3 };
    });
    const report = await lab.join(lab.work);
    expect(Object.keys(lab.json(lab.root).map)).toEqual(['a', 'p', 'w']);
    expect(Object.keys(lab.json(lab.work).map)).toEqual(['a', 'w']);
    expect(report.skipped).toEqual([{ label: 'work', path: 'state.json', why: 'live' }]);
    await lab.join(lab.personal);
    expect(Object.keys(lab.json(lab.personal).map)).toEqual(['a', 'p', 'w']);
  });
});

describe('two runs at once that touched different entries', () => {
  type Who = 'work' | 'personal';

  /** What the root holds after both have ended, each with its own entries added, changed and deleted. */
  async function endedIn(order: readonly [Who, Who], seed: number): Promise<object> {
    const random = randomFrom(seed);
    const names = ['work', 'personal'].flatMap((who) => ['a', 'b', 'c'].map((name) => `${who}-${name}`));
    const lab = await met({ map: Object.fromEntries(names.map((name) => [name, { own: 0 }])), set: ['x'] });
    const sessions = { work: lab.session(lab.work), personal: lab.session(lab.personal) };
    for (const who of ['work', 'personal'] as const)
      lab.edit(lab[who], 'state.json', (draft) => {
        for (const name of ['a', 'b', 'c', 'd'].map((each) => `${who}-${each}`)) {
          const dice = random(4);
          if (dice === 0) delete draft.map[name];
          else if (dice < 3) draft.map[name] = { own: 1 + random(9), tools: [`${who}-tool`] };
        }
        if (random(2) === 0) draft.set.push(who);
      });
    for (const who of order) {
      sessions[who].end();
      await lab.leave(lab[who]);
    }
    const { map, set } = lab.json(lab.root);
    return { map, set: set.toSorted() };
  }

  test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'agree, whichever ends first (%i)',
    async (seed) => {
      expect(await endedIn(['work', 'personal'], seed)).toEqual(await endedIn(['personal', 'work'], seed));
    },
  );
});

test('an account that is removed while all are synced is passed over; a home that is gone is damage', async () => {
  const lab = await met({ value: 7 });
  const damagedOf = async () =>
    (await syncAccounts(lab.ctx, [lab.work, lab.personal])).accounts.map(({ label, damaged }) => [
      label,
      damaged.map(({ problem }) => problem),
    ]);
  await removeAccount(lab.ctx, 'mixer', 'personal');
  expect(await damagedOf()).toEqual([['work', []]]);
  rmSync(lab.work.home, { recursive: true });
  expect(await damagedOf()).toEqual([['work', ['there is no folder']]]);
});
