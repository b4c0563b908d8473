import { lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ShareWorld, shareWorld } from '../../cli/share-world.ts';

const settings = { theme: 'dark', projects: { '/p': { a: 1 } } };

let world: ShareWorld;
let file: string;
let shared: string;
const jsonIn = (path: string) => JSON.parse(world.read(path));

beforeEach(async () => {
  world = shareWorld();
  world.fake('alpha', () => 0);
  await world.run('account add alpha work');
  await world.run('account add alpha home --share');
  file = join(await world.homeOf('alpha', 'work'), 'settings.json');
  shared = join(world.shared, 'settings.json');
  writeFileSync(file, JSON.stringify({ keepDays: 0, ...settings }));
  for (const label of ['work', 'home', 'work']) await world.run(`run alpha -a ${label}`);
});

describe('law 2: a file in which nothing stands that every home has was not edited, and deletes nothing', () => {
  const kinds = {
    deleted: () => rmSync(file),
    emptied: () => writeFileSync(file, ''),
    'cut down to white space': () => writeFileSync(file, '\n'),
    'made anew': () => writeFileSync(file, '{}'),
    'replaced by a link to what is shared': () => {
      rmSync(file);
      symlinkSync(shared, file);
    },
  };
  const next = {
    'its next launch': 'run alpha -a work',
    'a change of what it shares': 'share remove alpha -a work skills',
  };

  describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
    test.each(Object.entries(next))('before %s', async (_, line) => {
      kinds[kind]();
      expect((await world.run(line)).code).toBe(0);
      await world.run('run alpha -a home');
      await world.run('run alpha -a work');
      expect(jsonIn(shared)).toEqual(settings);
      expect(jsonIn(file)).toEqual({ keepDays: 0, ...settings });
      expect(lstatSync(file).isFile()).toBe(true);
    });
  });

  test('made anew in a session that nobody of ours waited for: what it says now is said to all', async () => {
    writeFileSync(file, '{"theme":"light"}');
    await world.run('run alpha -a work');
    expect(jsonIn(shared)).toEqual({ ...settings, theme: 'light' });
    expect(jsonIn(file)).toEqual({ keepDays: 0, ...settings, theme: 'light' });
  });

  test('what is deleted from one that has it is deleted', async () => {
    writeFileSync(file, '{"keepDays":0,"theme":"dark"}');
    await world.run('run alpha -a work');
    expect(jsonIn(shared)).toEqual({ theme: 'dark' });
  });
});
