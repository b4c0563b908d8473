import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('doctor --fix renews our lines where they are, and puts them nowhere else', async () => {
  const other = world.put('dot/rc.zsh', '# mine\n');
  expect((await world.run('init zsh --remove')).code).toBe(0);
  expect((await world.run('init zsh --write --file dot/rc.zsh')).code).toBe(0);
  const written = readFileSync(other, 'utf8');
  change(other, 'source', 'builtin source');
  change(join(world.root, 'shells/init.zsh'), 'ai_tools_prompt', 'older');
  const { stderr } = await world.run('doctor --fix --yes');
  expect(stderr).toContain(`mended: renew our lines in ${other}`);
  expect(readFileSync(other, 'utf8')).toBe(written);
  expect(readFileSync(join(world.root, 'shells/init.zsh'), 'utf8')).toContain('ai_tools_prompt');
  expect(existsSync(join(world.home, '.zshrc'))).toBe(false);
});

function change(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}
