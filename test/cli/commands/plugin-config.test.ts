import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textsBelow, treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

const token = 'sk-dummy-CANARY-7f1';

const properties = {
  endpoint: { type: 'string', title: 'Endpoint', 'x-tools': { order: 1 } },
  token: { type: 'string', title: 'Token', 'x-tools': { order: 2, sensitive: true } },
  level: { type: 'string', enum: ['low', 'high'], default: 'low', 'x-tools': { order: 3 } },
  retries: { type: 'integer', minimum: 0, maximum: 9, 'x-tools': { order: 4, advanced: true } },
};

async function configurable(): Promise<CliWorld> {
  const world = cliWorld();
  putPlugin(world, properties);
  expect(await world.run(['plugin', 'link', join(world.home, 'acme')])).toMatchObject({ code: 0 });
  return world;
}

function putPlugin(world: CliWorld, fields: object, required: readonly string[] = []): void {
  const tools = {
    manifestVersion: 1,
    apiVersion: '1.0',
    id: 'acme',
    publisher: { id: 'acme', name: 'Acme' },
    display: { name: 'Acme' },
    descriptors: [{ id: 'acme-cli', displayName: 'Acme CLI' }],
    configSchema: { type: 'object', additionalProperties: false, properties: fields, required },
  };
  world.put('acme/package.json', JSON.stringify({ name: 'acme-plugin', version: '1.0.0', tools }));
}

const rowsOf = ({ stdout }: { stdout: string }) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

describe('tools plugin config', () => {
  test('completes what there is to choose from', async () => {
    const world = cliWorld();
    putPlugin(world, { ...properties, loud: { type: 'boolean' } });
    await world.run(['plugin', 'link', join(world.home, 'acme')]);
    const said = async (line: string) =>
      rowsOf(await world.run(['completion', 'fish', '--line', `tools plugin config ${line}`])).flat();
    expect(await said('acme level ')).toEqual(['low', 'high']);
    expect(await said('acme level h')).toEqual(['high']);
    expect(await said('acme loud ')).toEqual(['true', 'false']);
    for (const nothing of ['acme endpoint ', 'acme token ', 'acme nope ', 'nope level '])
      expect(await said(nothing)).toEqual([]);
  });

  test('of one that is not enabled tells a person how it is', async () => {
    const world = await configurable();
    const set = await world.run('plugin config acme endpoint x', { tty: true });
    expect(set.stderr).toBe('endpoint is now x\nacme is not used yet: tools plugin enable acme\n');
    await world.run('plugin enable acme --yes');
    expect((await world.run('plugin config acme endpoint y', { tty: true })).stderr).toBe(
      'endpoint is now y\n',
    );
  });

  test.each([
    ['has nothing to set', (world: CliWorld) => putPlugin(world, {}), 'PLUGIN_NOTHING_TO_SET'],
    ['can’t be read', (world: CliWorld) => world.put('acme/package.json', '{'), 'PLUGIN_MANIFEST_INVALID'],
  ])('of one that %s nothing is set, and that is why', async (_, change, code) => {
    const world = await configurable();
    change(world);
    const { stderr } = await world.run('plugin config acme endpoint x --json');
    expect(JSON.parse(stderr).error.code).toBe(code);
  });

  test('lists what can be set, with what is in force', async () => {
    const world = await configurable();
    expect(rowsOf(await world.run('plugin config acme'))).toEqual([
      ['endpoint', '', 'Endpoint'],
      ['token', '', 'Token'],
      ['level', 'low', ''],
      ['retries', '', ''],
    ]);
    expect(existsSync(join(world.root, 'plugins/acme/config.json'))).toBe(false);
  });

  test('sets one and takes it away again', async () => {
    const world = await configurable();
    expect(await world.run('plugin config acme endpoint https://acme.example')).toMatchObject({
      code: 0,
      stderr: 'endpoint is now https://acme.example\n',
    });
    await world.run('plugin config acme retries 3');
    expect(rowsOf(await world.run('plugin config acme')).map(([key, value]) => [key, value])).toEqual([
      ['endpoint', 'https://acme.example'],
      ['token', ''],
      ['level', 'low'],
      ['retries', '3'],
    ]);
    expect(await world.run('plugin config acme endpoint --unset')).toMatchObject({
      code: 0,
      stderr: 'endpoint is no longer set\n',
    });
    const { settings } = await world.json('plugin config acme');
    expect(settings[0]).toMatchObject({ key: 'endpoint', value: null, isSet: false });
  });

  test('what is sensitive comes on stdin, lies in a file of its own, and is never shown', async () => {
    const world = await configurable();
    const set = await world.run('plugin config acme token', { stdin: `${token}\n` });
    expect(set).toEqual({ code: 0, stdout: '', stderr: 'token is set\n' });
    const file = join(world.root, 'plugins/acme/secrets.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).values).toEqual({ token });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const shown = [
      await world.run('plugin config acme'),
      await world.run('plugin config acme --json'),
      await world.run('plugin info acme --json'),
      await world.run('plugin config acme token --unset --dry-run --json'),
    ];
    expect(JSON.stringify(shown)).not.toContain('CANARY');
    expect(shown[0]?.stdout).toContain('token\t(set, not shown)\tToken');
    expect(textsBelow(join(world.root, 'journal'))).not.toContain('CANARY');
    expect(existsSync(join(world.root, 'plugins/acme/config.json'))).toBe(false);
  });

  test.each([
    ['on the command line', ['token', token], undefined, 'PLUGIN_CONFIG_VALUE_SEEN'],
    ['of nothing', ['token'], '\n', 'PLUGIN_CONFIG_INPUT_UNUSABLE'],
    ['as a reference that is none', ['token', '--secret-ref', token], undefined, 'SECRET_REF_UNUSABLE'],
    [
      'as a reference, of what is not sensitive',
      ['endpoint', '--secret-ref', 'env:X'],
      undefined,
      'PLUGIN_CONFIG_INVALID',
    ],
    ['of another kind', ['retries', 'many'], undefined, 'PLUGIN_CONFIG_INVALID'],
    ['beyond its bounds', ['retries', '10'], undefined, 'PLUGIN_CONFIG_INVALID'],
    ['that is no choice', ['level', 'huge'], undefined, 'PLUGIN_CONFIG_INVALID'],
    ['of what can’t be set', ['tokn', token], undefined, 'PLUGIN_CONFIG_KEY_UNKNOWN'],
    ['that is missing', ['endpoint'], undefined, 'ARGUMENT_MISSING'],
    ['and --unset', ['endpoint', 'x', '--unset'], undefined, 'OPTION_CONFLICT'],
  ])('a value %s is refused, never repeated, and changes nothing', async (_, words, stdin, code) => {
    const world = await configurable();
    const before = treeOf(world.root);
    const result = await world.run(['plugin', 'config', 'acme', ...words, '--json'], {
      ...(stdin !== undefined && { stdin }),
    });
    expect(JSON.parse(result.stderr).error.code).toBe(code);
    expect(result.code).toBeGreaterThan(0);
    expect(JSON.stringify(result)).not.toContain('CANARY');
    expect(treeOf(world.root)).toEqual(before);
  });

  test('says where a secret is kept instead', async () => {
    const world = await configurable();
    await world.run('plugin config acme token', { stdin: token });
    await world.run('plugin config acme token --secret-ref op://Work/acme/token');
    expect((await world.run('plugin config acme')).stdout).toContain('token\tkept in op://Work/acme/token');
    expect(textsBelow(join(world.root, 'plugins'))).not.toContain('CANARY');
  });

  test('asks for each on a terminal, leaves what is answered with nothing, and asks again for what can’t be', async () => {
    const world = await configurable();
    await world.run('plugin enable acme --yes');
    putPlugin(world, { ...properties, token: { type: 'string' } });
    const { code, stderr } = await world.run('plugin config acme --plain', {
      tty: true,
      stdin: 'https://acme.example\n3\n\n',
    });
    expect({ code, asked: stderr.match(/\w+: /g) }).toEqual({
      code: 0,
      asked: ['Endpoint: ', 'number: ', 'token: '],
    });
    const { settings } = await world.json('plugin config acme');
    expect(settings.map(({ key, value }: { key: string; value: unknown }) => [key, value])).toEqual([
      ['endpoint', 'https://acme.example'],
      ['level', 'high'],
      ['retries', null],
      ['token', null],
    ]);
    expect(
      (await world.run('plugin config acme retries --plain', { tty: true, stdin: 'many\n4\n' })).stderr,
    ).toContain('retries must be');
    expect((await world.json('plugin config acme')).settings[2].value).toBe(4);
  });

  test('who gives up half way has set nothing', async () => {
    const world = await configurable();
    putPlugin(world, { endpoint: properties.endpoint, level: properties.level });
    const { code } = await world.run('plugin config acme --plain', {
      tty: true,
      stdin: 'https://a.example\n',
    });
    expect(code).toBe(130);
    expect(existsSync(join(world.root, 'plugins/acme/config.json'))).toBe(false);
  });

  test('what a newer plugin knows no more is listed, and can be taken away', async () => {
    const world = await configurable();
    await world.run('plugin config acme retries 3');
    putPlugin(world, { endpoint: properties.endpoint });
    expect(rowsOf(await world.run('plugin config acme'))[1]).toEqual([
      'retries',
      '',
      'unknown to the plugin now',
    ]);
    expect(await world.run('plugin config acme retries --unset')).toMatchObject({ code: 0 });
    expect(rowsOf(await world.run('plugin config acme'))).toHaveLength(1);
  });

  test('what has to be set is told when it is enabled, and shown as needed', async () => {
    const world = await configurable();
    putPlugin(world, properties, ['endpoint']);
    expect((await world.run('plugin enable acme --yes')).stderr).toContain(
      'it needs to be set up: tools plugin config acme\n',
    );
    expect(rowsOf(await world.run('plugin config acme'))[0]).toEqual(['endpoint', '(needed)', 'Endpoint']);
    await world.run('plugin config acme endpoint x');
    expect(await world.run('plugin doctor')).toMatchObject({ code: 0 });
  });

  test('undo sets what is not sensitive as it was', async () => {
    const world = await configurable();
    await world.run('plugin config acme endpoint one');
    await world.run('plugin config acme endpoint two');
    expect(await world.run('undo')).toMatchObject({ code: 0 });
    expect((await world.json('plugin config acme')).settings[0].value).toBe('one');
    await world.run('plugin config acme token', { stdin: token });
    expect((await world.run('undo')).code).toBeGreaterThan(0);
    expect(textsBelow(join(world.root, 'journal'))).not.toContain('CANARY');
  });
});
