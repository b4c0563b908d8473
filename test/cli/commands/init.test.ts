import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(() => {
  world = cliWorld();
});

const shells = ['bash', 'zsh', 'fish', 'pwsh', 'nu'] as const;
const rcFiles = {
  bash: '.bashrc',
  zsh: '.zshrc',
  fish: '.config/fish/conf.d/ai-tools.fish',
  pwsh: '.config/powershell/Microsoft.PowerShell_profile.ps1',
  nu: '.config/nushell/autoload/ai-tools.nu',
} as const;

const ok = async (line: string, env: Record<string, string> = {}) => {
  const ended = await world.run(line, { env });
  expect({ line, ...ended }).toMatchObject({ code: 0 });
  return ended;
};
/** The user's own things: all but our folder. */
const own = () =>
  Object.fromEntries(Object.entries(treeOf(world.home)).filter(([path]) => !path.startsWith('.local')));
const read = (path: string) => readFileSync(join(world.home, path));

describe.each(shells)('tools init %s', (shell) => {
  const rc = rcFiles[shell];

  test('printed: the script itself, and nothing is written', async () => {
    const before = own();
    expect((await ok(`init ${shell}`)).stdout).toContain(join(world.root, 'shims'));
    expect((await ok(`init ${shell}`)).stdout).not.toContain('links.json');
    expect(await world.json(`init ${shell}`)).toMatchObject({
      shell,
      script: (await ok(`init ${shell}`)).stdout,
    });
    expect(own()).toEqual(before);
    expect(existsSync(world.root)).toBe(false);
  });

  test('written where nothing was, and gone again with the folders that it needed', async () => {
    const before = own();
    const { stderr } = await ok(`init ${shell} --write`);
    expect(stderr).toContain(`written to ${join(world.home, rc)}`);
    expect(read(rc).toString()).toContain(`tools init ${shell} --remove`);
    expect(statSync(join(world.home, rc)).mode & 0o777).toBe(0o644);
    const once = own();
    expect((await ok(`init ${shell} --write`)).stderr).toContain('it is all there already\n');
    expect(own()).toEqual(once);
    expect((await ok(`init ${shell} --remove`)).stderr).toContain('which is gone again');
    expect(own()).toEqual(before);
    expect(readdirSync(join(world.root, 'shells'))).toEqual(['files.json']);
  });

  test.each([
    ['a file', 'alias a=b\n'],
    ['an empty file', ''],
    ['a file whose last line has no end', 'alias a=b'],
    ['a file of CRLF', 'alias a=b\r\n\r\n'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0x62])],
    ['UTF-16, as Windows writes it', Buffer.from('\ufeff# é 😀\r\nx', 'utf16le')],
  ])('%s: with the block, and to the byte without it', async (_case, content) => {
    world.put(rc, '');
    writeFileSync(join(world.home, rc), content);
    chmodSync(join(world.home, rc), 0o600);
    const before = own();
    await ok(`init ${shell} --write`);
    expect(own()).not.toEqual(before);
    expect(statSync(join(world.home, rc)).mode & 0o777).toBe(0o600);
    await ok(`init ${shell} --write --hook`);
    await ok(`init ${shell} --remove`);
    expect(own()).toEqual(before);
  });

  test('undone, and done again', async () => {
    world.put(rc, 'first\nlast');
    const before = own();
    await ok(`init ${shell} --write`);
    const written = own();
    await ok('undo');
    expect(own()).toEqual(before);
    await ok('undo --list');
    await ok(`init ${shell} --write`);
    await ok(`init ${shell} --write --hook`);
    const hooked = own();
    await ok('undo');
    expect(own()).toEqual(written);
    await ok(`init ${shell} --write --hook`);
    await ok(`init ${shell} --remove`);
    expect(own()).toEqual(before);
    await ok('undo');
    expect(own()).toEqual(hooked);
  });
});

test('--hook stays until --no-hook', async () => {
  await ok('init zsh --write --hook');
  const hooked = read('.zshrc').toString();
  expect(hooked).toContain('/shells/hook.zsh');
  await ok('init zsh --write');
  expect(read('.zshrc').toString()).toBe(hooked);
  await ok('init zsh --write --no-hook');
  expect(read('.zshrc').toString()).not.toContain('/shells/hook.zsh');
});

test('--dry-run shows what would go and come, and changes nothing', async () => {
  world.put('.zshrc', 'a\nb');
  const before = own();
  const { stdout } = await ok('init zsh --write --dry-run');
  const [first, ...lines] = stdout.trimEnd().split('\n');
  expect(first).toBe(`${join(world.home, '.zshrc')}: add`);
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => line.startsWith('+ '))).toBe(true);
  expect(own()).toEqual(before);
  expect(existsSync(world.root)).toBe(false);
  await ok('init zsh --write');
  const renewed = (await ok('init zsh --write --hook --dry-run')).stdout.split('\n');
  expect(renewed.filter((line) => line.startsWith('- '))).toEqual([]);
  expect(renewed.filter((line) => line.startsWith('+ '))).toEqual([expect.stringContaining('hook.zsh')]);
  expect(await world.json('init zsh --remove --dry-run')).toMatchObject({
    dryRun: true,
    shell: 'zsh',
    files: [{ path: join(world.home, '.zshrc'), action: 'remove', lines: null }],
  });
});

test('through a link into a repository of dotfiles: the link stays, the file behind it is changed', async () => {
  world.put('dotfiles/zshrc', 'a\n');
  symlinkSync('dotfiles/zshrc', join(world.home, '.zshrc'));
  const before = own();
  const { stdout } = await ok('init zsh --write --dry-run');
  expect(stdout).toContain(`(a link to ${join(world.home, 'dotfiles/zshrc')})`);
  await ok('init zsh --write');
  expect(lstatSync(join(world.home, '.zshrc')).isSymbolicLink()).toBe(true);
  // Of no computer in particular.
  expect(read('dotfiles/zshrc').toString()).toContain(`"$HOME"'/.local/share/ai-tools/shells/init.zsh'`);
  expect(read('dotfiles/zshrc').toString()).not.toContain(world.home);
  await ok('init zsh --remove');
  expect(own()).toEqual(before);
});

test.each([
  ['read-only', () => chmodSync(world.put('.zshrc', 'a\n'), 0o444), 'it is read-only'],
  ['a folder', () => mkdirSync(join(world.home, '.zshrc')), 'it is not a regular file'],
  [
    'a link that leads nowhere',
    () => symlinkSync('gone', join(world.home, '.zshrc')),
    'a link that leads nowhere',
  ],
  [
    'a file with a second name',
    () => linkSync(world.put('dotfiles/zshrc', 'a\n'), join(world.home, '.zshrc')),
    'it has 2 names',
  ],
])('%s: said, and left as it is', async (_case, make, why) => {
  make();
  const before = own();
  const ended = await world.run('init zsh --write');
  expect(ended.code).toBe(7);
  expect(ended.stderr).toContain(why);
  expect(ended.stderr).toContain('try:   tools init zsh');
  expect(own()).toEqual(before);
});

test('a block that lost its end: said with its line, by every verb, and left as it is', async () => {
  world.put('.zshrc', 'a\n# >>> ai-tools >>> x\nb\n');
  for (const verb of ['--write', '--remove']) {
    const ended = await world.run(`init zsh ${verb}`);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toContain('line 2');
  }
  expect(read('.zshrc').toString()).toBe('a\n# >>> ai-tools >>> x\nb\n');
});

describe('which files a bash reads', () => {
  const written = async (env = {}) => {
    const { files } = JSON.parse((await world.run('init bash --write --dry-run --json', env)).stdout);
    return files.map(({ path }: { path: string }) => path.slice(world.home.length + 1));
  };

  test.each([
    [{}, ['.bashrc']],
    [{ '.profile': 'if [ -n "$BASH_VERSION" ]; then . ~/.bashrc; fi\n' }, ['.bashrc']],
    [{ '.profile': 'PATH=$PATH:~/bin\n' }, ['.bashrc', '.profile']],
    [{ '.profile': '# see bashrc\n' }, ['.bashrc', '.profile']],
    [{ '.profile': 'x\n', '.bash_profile': 'y\n' }, ['.bashrc', '.bash_profile']],
    [{ '.profile': 'x\n', '.bash_login': 'source ~/.bashrc\n' }, ['.bashrc']],
  ])('%j', async (files, expected) => {
    for (const [name, text] of Object.entries(files)) world.put(name, text);
    expect(await written()).toEqual(expected);
  });

  test('macOS (simulated) logs in every time', async () => {
    expect(await written({ platform: 'darwin' })).toEqual(['.bashrc', '.bash_profile']);
  });
});

test.each([
  ['zsh', { ZDOTDIR: '/zdot' }, undefined, '/zdot/.zshrc'],
  ['fish', { XDG_CONFIG_HOME: '/cfg' }, undefined, '/cfg/fish/conf.d/ai-tools.fish'],
  ['fish', { XDG_CONFIG_HOME: 'relative' }, undefined, '~/.config/fish/conf.d/ai-tools.fish'],
  ['nu', { XDG_CONFIG_HOME: '/cfg' }, 'darwin', '/cfg/nushell/autoload/ai-tools.nu'],
  ['nu', {}, 'darwin', '~/Library/Application Support/nushell/autoload/ai-tools.nu'],
  ['pwsh', {}, 'darwin', '~/.config/powershell/Microsoft.PowerShell_profile.ps1'],
] as const)('%s with %j on %s (other platforms: simulated): %s', async (shell, env, platform, expected) => {
  const input = { env, ...(platform && { platform }) };
  const { stdout } = await world.run(`init ${shell} --write --dry-run --json`, input);
  expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path.replace(world.home, '~'))).toEqual(
    [expected],
  );
});

test('a file that was named is found again without its name', async () => {
  await ok(`init zsh --write --file ${world.home}/mine.zsh`);
  expect((await ok('init zsh --remove')).stderr).toContain('mine.zsh');
  expect(existsSync(join(world.home, 'mine.zsh'))).toBe(false);
});

test('nothing to take away: said, and our folder is not made for it', async () => {
  expect((await ok('init fish --remove')).stderr).toBe('there is nothing of ours to take away\n');
  expect(existsSync(world.root)).toBe(false);
});

test('the shell is taken from SHELL; one that is not known is told', async () => {
  expect((await ok('init --json', { SHELL: '/usr/bin/fish' })).stdout).toContain('fish_prompt');
  expect(await world.run('init', { env: { SHELL: '/bin/tcsh' } })).toMatchObject({ code: 2 });
  expect((await world.run('init dash')).stderr).toContain('"dash" is not one of: bash, zsh, fish, pwsh, nu.');
  expect(await world.run('init zsh --write --remove')).toMatchObject({ code: 2 });
});
