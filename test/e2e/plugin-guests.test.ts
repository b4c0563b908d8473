import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginIn, world } from '../plugins/loader/world.ts';
import { spawnCli } from '../support/run-cli.ts';

/** The built program, with a module that does what it likes while it is set up. */
async function withModule(body: string) {
  const ctx = world();
  const home = ctx.host.homeDir;
  const folder = pluginIn(ctx, { permissions: ['command:add', 'list:column', 'hook:run'], module: body });
  const run = (...argv: string[]) => spawnCli(argv, { home });
  const linked = await run('plugin', 'link', folder, '--yes');
  return { home, folder, linked, run };
}

const command = (run: string) =>
  `api.commands.register({ name: 'go', description: 'goes', run: async ({ print }) => { ${run} } });`;

test.each([
  ['a timer that throws', "setTimeout(() => { throw new Error('late\\u001b[2J\\nboom'); }, 1);"],
  ['a promise that nobody looks at', "Promise.reject(new Error('late\\u001b[2J\\nboom'));"],
  ['a text that is thrown', "setTimeout(() => { throw 'late\\u001b[2J\\nboom'; }, 1);"],
])('%s ends nothing, and is told in one harmless line', async (_, body) => {
  const { linked, run } = await withModule(
    command(`${body} await new Promise((done) => setTimeout(done, 50)); print('done');`),
  );
  expect(linked).toMatchObject({ code: 0 });
  expect(await run('acme:go')).toMatchObject({
    code: 0,
    stdout: 'done\n',
    stderr: 'the plugin "acme" failed, and nobody was waiting for that: late\\x1b[2J\\nboom\n',
  });
});

test('what it prints, whichever way, is no part of our data', async () => {
  const prints = "console.log('loud'); console.table(['loud']); process.stdout.write('loud\\n');";
  const { linked, run } = await withModule(
    `${prints} api.extensions.register('listColumn', { head: 'H', value: async () => { ${prints} return 'cell'; } }); ${command(`${prints} print('done');`)}`,
  );
  expect(linked).toMatchObject({ code: 0, stdout: '' });
  await run('account', 'add', 'codex', 'work');
  const { code, stdout, stderr } = await run('list', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).accounts).toMatchObject([{ label: 'work', plugins: { acme: { H: 'cell' } } }]);
  expect(stderr).toContain('loud');
  expect(await run('acme:go')).toMatchObject({ code: 0, stdout: 'done\n' });
});

test('what never ends to fail is told of ten times, and what it looks like may throw', async () => {
  const { run } = await withModule(
    command(
      "const hostile = new Proxy({}, { get() { throw 1; } }); for (let at = 0; at < 50; at += 1) Promise.reject(hostile); await new Promise((done) => setTimeout(done, 50)); print('done');",
    ),
  );
  const { code, stdout, stderr } = await run('acme:go');
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    code: 0,
    stdout: 'done\n',
    lines: 10,
  });
});

test('what it left running is waited for by nobody', async () => {
  const { linked, run } = await withModule(`setInterval(() => {}, 1000); ${command("print('done')")}`);
  expect(linked).toMatchObject({ code: 0 });
  expect(await run('acme:go')).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' });
});

test('a setup that hangs, and holds the process, holds no list beyond the bound of a column', async () => {
  const { home, run } = await withModule(
    "const { existsSync } = await import('node:fs'); if (existsSync(process.env.HOME + '/hang')) { setInterval(() => {}, 1000); await new Promise(() => {}); } api.extensions.register('listColumn', { head: 'H', value: async () => 'cell' });",
  );
  await run('account', 'add', 'codex', 'work');
  writeFileSync(join(home, 'hang'), '');
  const started = performance.now();
  const { code, stdout } = await run('list');
  expect({ code, isBlank: !stdout.includes('cell') }).toEqual({ code: 0, isBlank: true });
  // Fifteen seconds is what a setup may take.
  expect(performance.now() - started).toBeLessThan(14_000);
});

test.each(['acme:go', 'run codex', 'plugin doctor'])(
  'process.exit within `%s` is never told as success',
  async (line) => {
    const { home } = await withModule(
      `const { existsSync } = await import('node:fs'); if (existsSync(process.env.HOME + '/exit')) process.exit(0); api.extensions.register('runHook', async () => undefined); ${command('')}`,
    );
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(home, 'exit'), '');
    const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
    const { code, stderr } = await spawnCli(line.split(' '), { home, env });
    expect(code).not.toBe(0);
    expect(stderr).toContain('it stopped before it was done, while the plugin "acme" was being called');
  },
);

test('a command that never ends its promise is told with the name of its plugin', async () => {
  const { run } = await withModule(command('await new Promise(() => {});'));
  const { code, stderr } = await run('acme:go');
  expect([code, stderr]).toEqual([1, expect.stringContaining('while the plugin "acme" was being called')]);
});
