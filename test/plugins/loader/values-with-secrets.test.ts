import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, writeConfig } from '../../../src/plugins/config/index.ts';
import { findPlugin, loadPlugins } from '../../../src/plugins/index.ts';
import { pluginFolder } from '../../../src/plugins/loader/plugin-folder.ts';
import { valuesOf } from '../../../src/plugins/loader/values-of.ts';
import { valuesWithSecrets } from '../../../src/plugins/loader/values-with-secrets.ts';
import { fakeTool } from '../../support/fake-tool.ts';
import { tempHome } from '../../support/temp-home.ts';
import { textsBelow } from '../../support/tree.ts';
import { enabled, world } from './world.ts';

const configSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['token'],
  properties: {
    region: { type: 'string', default: 'eu' },
    token: { type: 'string', pattern: '^sk-', 'x-tools': { sensitive: true } },
  },
};
const token = 'sk-dummy-canary';

/** A plugin whose token is kept where a reference says. */
async function referring(reference: string, env: Readonly<Record<string, string>> = {}) {
  const ctx = world();
  const descriptors = [{ id: 'acme-cli', displayName: 'Acme' }];
  await enabled(ctx, { descriptors, manifest: { configSchema } });
  const { found } = findPlugin(ctx, 'acme');
  const folder = pluginFolder(ctx, 'acme');
  await writeConfig(
    ctx,
    { id: 'acme', folder, schema: found?.package?.configSchema },
    { refer: { token: reference } },
  );
  const host = { ...ctx.host, env: { ...ctx.host.env, ...env } };
  return { ctx: { ...ctx, host }, found: found as NonNullable<typeof found> };
}

test('what is kept elsewhere is given to the plugin, judged as what is kept here, and written nowhere', async () => {
  const { ctx, found } = await referring('env:ACME_KEY', { ACME_KEY: token });
  expect(await valuesWithSecrets(ctx, found)).toEqual({ region: 'eu', token });
  expect(textsBelow(ctx.paths.root)).not.toContain(token);
  const schema = found.package?.configSchema;
  expect(readConfig(ctx.host, pluginFolder(ctx, 'acme'), schema).values).toEqual({});
});

test('only who needs it asks for it', async () => {
  const programs = tempHome();
  fakeTool(programs, 'op', () => {}, { unused: true });
  const { ctx, found } = await referring('op://Work/Acme/key', { PATH: programs });
  expect(await valuesOf(ctx, found)).toEqual({ region: 'eu' });
});

test('the program that keeps it is asked without a shell, and its first line is taken', async () => {
  const programs = tempHome();
  const op = fakeTool(programs, 'op', ({ say }) => say('sk-dummy-canary\nmore'));
  const { ctx, found } = await referring('op://Work/Acme/key', { PATH: `${programs}:${process.env.PATH}` });
  expect(await valuesWithSecrets(ctx, found)).toMatchObject({ token });
  expect(op.runs().map(({ argv }) => argv)).toEqual([['read', 'op://Work/Acme/key']]);
});

test.each([
  [
    'it is not there',
    'env:ACME_KEY',
    {},
    'PLUGIN_SECRET_UNRESOLVED',
    'token of the plugin "acme" could not be had from the variable ACME_KEY: it is not set.',
  ],
  [
    'it breaks a rule',
    'env:ACME_KEY',
    { ACME_KEY: 'dummy-canary' },
    'PLUGIN_CONFIG_INVALID',
    'token must match ^sk-',
  ],
  [
    'a plugin would have to be asked',
    'vault://acme',
    {},
    'SECRET_REF_UNUSABLE',
    'no plugin that is enabled answers for vault://',
  ],
])(
  'where %s, the plugin is not given anything, and the value is not told',
  async (_what, reference, env, code, message) => {
    const { ctx, found } = await referring(reference, env);
    const error = await valuesWithSecrets(ctx, found).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(`${String(error)}${JSON.stringify(error)}`).not.toContain('canary');
  },
);

test('a module finds it in its config, when it is called', async () => {
  const ctx = world();
  const module = `
    api.commands.register({ name: 'show', description: 'Shows it.', run: async ({ print }) => { print(String(api.config.token)); return 0; } });
  `;
  const schema = { ...configSchema, required: [] };
  await enabled(ctx, { module, permissions: ['command:add'], manifest: { configSchema: schema } });
  const { found } = findPlugin(ctx, 'acme');
  await writeConfig(
    ctx,
    { id: 'acme', folder: pluginFolder(ctx, 'acme'), schema: found?.package?.configSchema },
    { refer: { token: 'env:ACME_KEY' } },
  );
  const loaded = await loadPlugins({
    ...ctx,
    host: { ...ctx.host, env: { ...ctx.host.env, ACME_KEY: token } },
  });
  const said: string[] = [];
  const [command] = loaded.commands;
  await command?.run({
    args: [],
    cwd: ctx.host.homeDir,
    print: (line) => void said.push(line),
    signal: new AbortController().signal,
  });
  await loaded.close();
  expect(said).toEqual([token]);
  expect(textsBelow(join(ctx.paths.root))).not.toContain(token);
});
