import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli/cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  expect(await world.run('init zsh --write --hook')).toMatchObject({ code: 0 });
});

const doctor = async () => {
  const { stderr, stdout } = await world.run('doctor');
  return `${stdout}${stderr}`;
};

test('what init wrote is no problem', async () => {
  expect(await doctor()).not.toContain('.zshrc');
  expect(await doctor()).not.toContain('/shells/');
});

describe('doctor names it, and init --write mends it', () => {
  test.each([
    [
      'lines of an older form',
      () => change(join(world.home, '.zshrc'), 'source', 'builtin source'),
      '.zshrc',
    ],
    [
      'a script of an older release',
      () => change(join(world.root, 'shells/init.zsh'), 'ai_tools_prompt', 'older'),
      'init.zsh',
    ],
    ['a script that is gone', () => rmSync(join(world.root, 'shells/hook.zsh')), 'hook.zsh'],
  ])('%s', async (_case, damage, named) => {
    damage();
    const said = await doctor();
    expect(said).toContain(named);
    expect(said).toContain('tools init zsh --write');
    expect(await world.run('init zsh --write')).toMatchObject({ code: 0 });
    expect(await doctor()).not.toContain(named);
  });
});

function change(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}
