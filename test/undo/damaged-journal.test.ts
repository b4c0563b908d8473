import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type ShareWorld, shareWorld } from '../cli/share-world.ts';

let world: ShareWorld;
let account: string;

beforeEach(async () => {
  world = shareWorld();
  await world.run('account add alpha work --share');
  const { accounts } = await world.json('list alpha');
  account = accounts[0].id;
});

/** As the last change, whoever wrote it. */
function putEntry(entry: object, doneAt: string | null = '2099-01-01T00:00:00Z'): void {
  const record = { schemaVersion: 1, at: '2099-01-01T00:00:00Z', tool: 'alpha', account, doneAt, ...entry };
  world.put('.local/share/ai-tools/journal/20990101T000000Z-abcd1234.json', JSON.stringify(record));
}

test('an entry that says less than it should, or nothing that makes sense, is named, and so is the change before it', async () => {
  const use = '{"sharing":{"on":true,"except":[]},"root":"default","installation":"default"}';
  await world.run('settings set plain true');
  for (const entry of [
    { verb: 'share on', what: {} },
    { verb: 'share on', what: { from: '{', to: use } },
    { verb: 'share on', what: { from: '{}', to: use } },
    { verb: 'share on', what: { from: use, to: '{"sharing":{"on":true,"except":[1]},"root":"a"}' } },
    { verb: 'install', what: { installation: 'default', program: '{', programBefore: null } },
    { verb: 'install', what: { installation: 'default', program: null, programBefore: '{"kind":"x"}' } },
    { verb: 'rename', what: { from: 'a' } },
    { verb: 'toString', what: {} },
    { verb: '__proto__', what: {} },
    { verb: 'of a later release', what: {} },
  ]) {
    putEntry(entry);
    for (const line of ['undo --dry-run', 'undo']) {
      const { code, stderr } = await world.run(line);
      expect(`${JSON.stringify(entry)} ${code} ${stderr}`).toMatch(
        / 1 tools: .* can't be taken back: .* Before it, "settings set plain" can be: tools undo \w{8}\n/,
      );
    }
  }
});

test('what was cut off and overtaken since stays as it is, and nobody hears of it again', async () => {
  putEntry({ verb: 'rename', what: { from: 'old', to: 'new' } }, null);
  expect((await world.run('doctor alpha')).stdout).toContain('was cut off');
  expect((await world.run('undo --dry-run')).stdout).toContain('they would stay as they are');
  const { code, stderr } = await world.run('undo');
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('they stay as they are'),
  });
  expect((await world.run('doctor alpha')).stdout).not.toContain('was cut off');
  expect((await world.json('list alpha')).accounts).toMatchObject([{ label: 'work' }]);
  // It may have taken effect before it was overtaken: by its id it can still be asked for.
  const { changes } = await world.json('undo --list');
  expect(changes).toContainEqual(
    expect.objectContaining({ change: `rename alpha#${account}`, state: 'done' }),
  );
});

test('what was cut off once it had taken effect is taken back, and nobody hears of it again', async () => {
  await world.run('settings set plain true');
  const journal = join(world.root, 'journal');
  const entry = readdirSync(journal).sort().at(-1) ?? '';
  const record = JSON.parse(readFileSync(join(journal, entry), 'utf8'));
  writeFileSync(join(journal, entry), JSON.stringify({ ...record, doneAt: null, process: undefined }));
  expect((await world.run('doctor alpha')).stdout).toContain('was cut off');
  expect((await world.run('undo')).code).toBe(0);
  expect((await world.json('settings get plain')).value).toBe(false);
  expect((await world.run('doctor alpha')).stdout).not.toContain('was cut off');
});

test('a taking back that was cut off and overtaken took nothing back', async () => {
  await world.run('rename alpha work office');
  const { changes } = await world.json('undo --list');
  const id = (await world.json('undo --dry-run')).id;
  await world.run('rename alpha office other');
  putEntry({ verb: 'rename', what: { from: 'office', to: 'work' }, undoes: id }, null);
  expect((await world.run('undo')).code).toBe(0);
  const list = (await world.json('undo --list')).changes;
  expect(list.find((each: { id: string }) => each.id === changes[0].id).state).toBe('done');
});
