import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { disablePlugin } from '../../src/plugins/index.ts';
import { enabled, pluginIn, world } from '../plugins/loader/world.ts';
import { runCli } from '../support/run-cli.ts';

const module = `
api.commands.register({ name: 'say', description: 'says what it is told', run: async ({ args, print }) => { for (const word of args) print(word); } });
api.commands.register({ name: 'end', description: 'ends with a code', run: async ({ args }) => Number(args[0]) });
api.commands.register({ name: 'last', description: 'ends with what print answers', run: async ({ print }) => print('done') });
api.commands.register({ name: 'fail', description: 'fails', run: async () => { throw new Error('no luck\\u001b[31m'); } });
`;

/** The program here, with a plugin that adds commands. */
async function withCommands() {
  // By our version: what another release found out is found out anew.
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const ctx = { ...world(), version };
  await enabled(ctx, { module, permissions: ['command:add'] });
  return { ctx, run: (...argv: string[]) => runCli(argv, { host: ctx.host, registry: ctx.builtIns }) };
}

test('what stands behind a command of a plugin goes there as it was typed', async () => {
  const { run } = await withCommands();
  const { code, stdout, stderr } = await run('acme:say', 'a b', '--json', '--help', '--', '-x');
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'a b\n--json\n--help\n--\n-x\n', stderr: '' });
});

test('what it prints is harmless', async () => {
  const { run } = await withCommands();
  expect((await run('acme:say', 'red\u001b[31m\r\n')).stdout).toBe('red\\x1b[31m\\r\\n\n');
});

test('what ends by printing ends well', async () => {
  const { run } = await withCommands();
  expect(await run('acme:last')).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' });
});

test.each([
  ['3', 3],
  ['0', 0],
  ['125', 125],
])('it ends with %s', async (text, code) => {
  const { run } = await withCommands();
  expect((await run('acme:end', text)).code).toBe(code);
});

test.each(['126', '-1', '1.5', 'x'])('%s is no exit code of a command', async (text) => {
  const { run } = await withCommands();
  const { code, stderr } = await run('acme:end', text);
  expect(code).toBe(1);
  expect(stderr).toContain('whole number from 0 to 125');
});

test('one that fails is named, and says why in one harmless line', async () => {
  const { run } = await withCommands();
  const { code, stderr } = await run('acme:fail');
  expect(code).toBe(1);
  expect(stderr).toBe(
    'tools: the plugin "acme" failed at the command "fail": no luck\\x1b[31m.\ntry:   tools plugin doctor acme\n',
  );
});

test.each([
  ['a number at once', '() => 3', 3, ''],
  ['nothing at once', '() => undefined', 0, ''],
  ['a text that is thrown at once', "() => { throw 'no luck' }", 1, 'failed at the command "it": no luck.'],
  [
    'what throws when it is looked at',
    'async () => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }) }',
    1,
    'failed at the command "it": it did not say why.',
  ],
])('%s is an answer as any other', async (_, run, exit, said) => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const ctx = { ...world(), version };
  const module = `api.commands.register({ name: 'it', description: 'does it', run: ${run} });`;
  await enabled(ctx, { module, permissions: ['command:add'] });
  const { code, stderr } = await runCli(['acme:it'], { host: ctx.host, registry: ctx.builtIns });
  expect(code).toBe(exit);
  expect(stderr).toContain(said);
  expect(stderr).not.toContain('internal error');
});

describe('what is no command of a plugin is told, with the next command', () => {
  test.each([
    ['acme:nope', 2, 'has no command "nope". It has: say, end, last, fail', 'tools acme:say'],
    ['acne:say', 3, 'there is no plugin "acne"', 'tools plugin info acme'],
    ['own-tool:say', 3, 'there is no plugin "own-tool"', 'tools run own-tool'],
    ['../x:say', 2, 'plugin id', 'tools plugin list'],
  ])('%s', async (word, exit, sentence, hint) => {
    const { run } = await withCommands();
    const { code, stderr, stdout } = await run(word);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(`try:   ${hint}`);
  });

  test('of a plugin that is not enabled', async () => {
    const { ctx, run } = await withCommands();
    await disablePlugin(ctx, 'acme');
    const { code, stderr } = await run('acme:say');
    expect(code).toBe(3);
    expect(stderr).toContain('tools plugin enable acme');
  });
});

test('where a plugin could not be set up anew, that is what a command of it fails with', async () => {
  const { ctx, run } = await withCommands();
  const configSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { token: { type: 'string', 'x-tools': { sensitive: true } } },
  };
  pluginIn(ctx, { module, permissions: ['command:add'], manifest: { configSchema } });
  expect((await run('plugin', 'config', 'acme', 'token', '--secret-ref', 'env:ACME_KEY')).code).toBe(0);
  const { code, stderr } = await run('acme:say', 'hi');
  expect(code).toBe(4);
  expect(stderr).toContain(
    'token of the plugin "acme" could not be had from the variable ACME_KEY: it is not set.',
  );
  expect(stderr).toContain('try:   export ACME_KEY=KEY');
});

test('help lists what plugins add, and runs none of it', async () => {
  const { run } = await withCommands();
  const { stdout } = await run('--help');
  expect(stdout).toContain('Of plugins');
  expect(stdout).toMatch(/acme:say +says what it is told/);
  const { commands } = JSON.parse((await run('help', '--json')).stdout);
  expect(commands.at(-1)).toEqual({ words: ['acme:fail'], category: 'Of plugins', description: 'fails' });
});

test('help explains what plugins add, by what they say of it', async () => {
  const { run } = await withCommands();
  expect(await run('help', 'acme:say')).toMatchObject({
    code: 0,
    stdout: `says what it is told

Usage
  tools acme:say [arguments]

A command of the plugin acme. What stands behind it goes there as it is typed,
--help, too.
`,
  });
  expect(JSON.parse((await run('help', 'acme:say', '--json')).stdout)).toMatchObject({
    command: { words: ['acme:say'], description: 'says what it is told' },
  });
  expect(await run('help', 'acme:nope')).toMatchObject({ code: 2 });
});

test('what plugins add is completed, and told as it is typed', async () => {
  const { ctx, run } = await withCommands();
  expect((await run('completion', 'bash', '--line', 'tools acme:s')).stdout).toBe(
    'acme:say\tsays what it is told\n',
  );
  expect((await run('plugin', 'info', 'acme')).stdout).toContain(
    'the command acme:say (says what it is told)',
  );
  await disablePlugin(ctx, 'acme');
  expect((await run('completion', 'bash', '--line', 'tools acme:s')).stdout).toBe('');
});

describe('--plugin uses a plugin in this run alone', () => {
  test('with --yes', async () => {
    const ctx = world();
    const folder = pluginIn(ctx, { module, permissions: ['command:add'] });
    const run = (...argv: string[]) => runCli(argv, { host: ctx.host, registry: ctx.builtIns });
    expect(await run('--plugin', folder, '--yes', 'acme:say', 'hi')).toMatchObject({
      code: 0,
      stdout: 'hi\n',
    });
    expect((await run('acme:say', 'hi')).code).toBe(3);
  });

  test('without anybody having agreed it is refused', async () => {
    const ctx = world();
    const folder = pluginIn(ctx, { module, permissions: ['command:add'] });
    const { code, stderr } = await runCli(['--plugin', folder, 'tools'], { host: ctx.host });
    expect(code).toBe(2);
    expect(stderr).toContain('code:in-process, command:add');
    expect(stderr).toContain(`try:   tools --plugin ${folder} --yes tools\n`);
  });

  test('what was agreed to for the same folder holds', async () => {
    const { ctx, run } = await withCommands();
    await disablePlugin(ctx, 'acme');
    const folder = join(ctx.host.homeDir, 'plugins-of-mine/acme');
    expect(await run(`--plugin=${folder}`, 'acme:say', 'hi')).toMatchObject({ code: 0, stdout: 'hi\n' });
  });

  test('a path that leads to nothing is told', async () => {
    expect(await runCli(['--plugin', './nope', 'tools'])).toMatchObject({ code: 3 });
  });

  test('a setting of another plugin is taken back in it all the same', async () => {
    const ctx = world();
    const properties = { colour: { type: 'string' } };
    const compatibility = { tools: '>=0.0.1' };
    const configSchema = { type: 'object', additionalProperties: false, properties };
    const descriptors = [{ id: 'painter', displayName: 'Painter' }];
    await enabled(ctx, { id: 'painter', descriptors, manifest: { compatibility, configSchema } });
    const folder = pluginIn(ctx, { module, permissions: ['command:add'] });
    const run = (...argv: string[]) => runCli(argv, { host: ctx.host, registry: ctx.builtIns });
    for (const colour of ['red', 'blue'])
      expect((await run('plugin', 'config', 'painter', 'colour', colour)).code).toBe(0);
    expect(await run('--plugin', folder, '--yes', 'undo')).toMatchObject({ code: 0 });
    expect((await run('plugin', 'config', 'painter')).stdout).toContain('red');
  });
});
