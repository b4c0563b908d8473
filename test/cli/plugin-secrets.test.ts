import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enablePlugin, linkPlugin, planEnable } from '../../src/plugins/index.ts';
import { pluginIn, world } from '../plugins/loader/world.ts';
import { runCli } from '../support/run-cli.ts';

const secret = 'sk-dummy-of-a-plugin';

const module = `
const { token } = api.config;
api.log('has ' + token);
api.commands.register({ name: 'say', description: 'says it', run: async ({ print }) => { print('it is ' + token); } });
api.commands.register({ name: 'fail', description: 'fails', run: async () => { throw new Error('no luck with ' + token); } });
api.extensions.register('listColumn', { head: 'Token', value: async () => token });
`;
const properties = { token: { type: 'string', 'x-tools': { sensitive: true } } };

test('what is sensitive of its settings is shown nowhere, though its code says it', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const ctx = { ...world(), version };
  const folder = pluginIn(ctx, {
    module,
    permissions: ['command:add', 'list:column'],
    manifest: { configSchema: { type: 'object', additionalProperties: false, properties } },
  });
  await linkPlugin(ctx, folder);
  await enablePlugin(ctx, 'acme', await planEnable(ctx, 'acme'));
  const run = (stdin: string, ...argv: string[]) =>
    runCli(argv, { host: ctx.host, registry: ctx.builtIns, stdin });
  expect((await run(secret, 'plugin', 'config', 'acme', 'token')).code).toBe(0);
  const said = await Promise.all(
    [
      ['acme:say'],
      ['acme:fail'],
      ['list'],
      ['list', '--json'],
      ['plugin', 'doctor'],
      ['plugin', 'info', 'acme'],
    ].map(async (argv) => JSON.stringify(await run('', ...argv))),
  );
  expect(said.join('\n')).not.toContain(secret);
  expect(said[0]).toContain('it is ***');
  expect(said[1]).toContain('no luck with ***');
});
