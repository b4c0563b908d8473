import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { appPaths, type Host } from '../../../src/platform/index.ts';
import {
  type CheckedConfigSchema,
  type ConfigChange,
  checkConfigSchema,
  readConfig,
  writeConfig,
} from '../../../src/plugins/config/index.ts';
import { quickFiles } from '../../accounts/sharing/sharing-lab.ts';
import { Died, type FaultyFiles, faultyFiles } from '../../support/faulty-files.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { textsBelow, treeOf } from '../../support/tree.ts';

const schema = checkConfigSchema({
  type: 'object',
  additionalProperties: false,
  required: ['region'],
  properties: {
    region: { type: 'string' },
    seats: { type: 'integer', default: 3, maximum: 9 },
    token: { type: 'string', 'x-tools': { sensitive: true } },
    other: { type: 'string', 'x-tools': { sensitive: true } },
  },
});
const token = 'sk-dummy-canary';

let host: Host;
let folder: string;
beforeEach(() => {
  host = testHost({ home: tempHome(), files: quickFiles });
  folder = join(appPaths(host).plugins, 'acme');
});

interface By {
  readonly on?: Host;
  readonly by?: CheckedConfigSchema | undefined;
}

function write(change: ConfigChange, given: By = {}) {
  const { on, by } = { on: host, by: schema, ...given };
  return writeConfig(
    { host: on, paths: appPaths(on), tell: () => {} },
    { id: 'acme', folder, schema: by },
    change,
  );
}

/** Of a process that is gone by the time anybody asks. */
function victimOn({ files }: FaultyFiles): Host {
  const { processes } = host;
  return { ...host, files, processes: { ...processes, self: { ...processes.self, pid: 2 ** 30 } } };
}

const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;

test('nothing is set where nothing was written, and reading makes nothing', () => {
  expect(readConfig(host, folder, schema)).toEqual({
    values: {},
    references: {},
    sensitive: [],
    unknown: [],
  });
  expect(existsSync(folder)).toBe(false);
});

test('plain values lie in one file and secrets in another, 0600 in a folder that is 0700', async () => {
  const { before, after } = await write({ set: { region: 'eu', token } });
  expect(before.values).toEqual({});
  expect(after).toEqual({
    values: { region: 'eu', token },
    references: {},
    sensitive: ['token'],
    unknown: [],
  });
  expect(readConfig(host, folder, schema)).toEqual(after);
  expect(json('config.json')).toEqual({ schemaVersion: 1, values: { region: 'eu' } });
  expect(json('secrets.json')).toEqual({ schemaVersion: 1, values: { token }, references: {} });
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'secrets.json']);
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a plain value alone makes no file for secrets', async () => {
  await write({ set: { seats: 4 } });
  expect(readdirSync(folder)).toEqual(['config.json']);
});

describe('a value that is kept elsewhere', () => {
  test('takes the place of the one that was here, and the other way round', async () => {
    await write({ set: { token } });
    const { after } = await write({ refer: { token: 'op://Work/Acme/key' } });
    expect(after).toEqual({
      values: {},
      references: { token: 'op://Work/Acme/key' },
      sensitive: ['token'],
      unknown: [],
    });
    expect(textsBelow(folder)).not.toContain(token);
    expect((await write({ set: { token } })).after.references).toEqual({});
    expect(textsBelow(folder)).not.toContain('op://');
  });

  test.each([
    ['what is not sensitive', { region: 'env:X' }, 'region is not sensitive'],
    ['nothing', { token: '' }, 'token must be referred to in one line'],
    ['two lines', { token: 'env:A\nB' }, 'token must be referred to in one line'],
    ['a novel', { token: `pass:${'x'.repeat(2_048)}` }, 'token must be referred to in one line'],
  ])('%s is refused', async (_what, refer, problem) => {
    const error = await write({ refer }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'PLUGIN_CONFIG_INVALID', message: expect.stringContaining(problem) });
    expect(existsSync(folder)).toBe(false);
  });
});

test('what is taken away is gone, wherever it was; the rest stays', async () => {
  await write({ set: { region: 'eu', seats: 4, token }, refer: { other: 'env:OTHER' } });
  await write({ unset: ['seats', 'token', 'other'] });
  expect(readConfig(host, folder, schema)).toEqual({
    values: { region: 'eu' },
    references: {},
    sensitive: [],
    unknown: [],
  });
  expect(textsBelow(folder)).not.toContain(token);
});

describe('what can not be set changes nothing', () => {
  test.each<[string, ConfigChange, string]>([
    ['a value that breaks a rule', { set: { region: 'eu', seats: 10 } }, 'PLUGIN_CONFIG_INVALID'],
    ['a key that is not in the schema', { set: { regoin: 'eu' } }, 'PLUGIN_CONFIG_KEY_UNKNOWN'],
    ['a reference for one', { refer: { regoin: 'env:X' } }, 'PLUGIN_CONFIG_KEY_UNKNOWN'],
    ['to take away what never was', { unset: ['regoin'] }, 'PLUGIN_CONFIG_KEY_UNKNOWN'],
    ['a key of every object', { set: { constructor: 'x' } }, 'PLUGIN_CONFIG_KEY_UNKNOWN'],
  ])('%s', async (_what, change, code) => {
    await write({ set: { region: 'us', token } });
    const before = treeOf(folder);
    await expect(write(change)).rejects.toMatchObject({ code });
    expect(treeOf(folder)).toEqual(before);
  });

  test('and the key that was meant is named', async () => {
    await expect(write({ set: { regoin: 'eu' } })).rejects.toMatchObject({
      exit: 3,
      message: 'the plugin "acme" has nothing to set that is called "regoin".',
      hint: 'tools plugin config acme region',
    });
  });

  test('nor can anything where there is no schema', async () => {
    await expect(write({ set: { region: 'eu' } }, { by: undefined })).rejects.toMatchObject({
      code: 'PLUGIN_CONFIG_KEY_UNKNOWN',
    });
  });
});

describe('when the schema of a plugin changes', () => {
  const changed = (properties: object) =>
    checkConfigSchema({ type: 'object', additionalProperties: false, properties } as never);

  test('a value that is not in it any more is kept, and named', async () => {
    await write({ set: { region: 'eu', token }, refer: { other: 'env:OTHER' } });
    const later = changed({ seats: { type: 'integer' } });
    await write({ set: { seats: 1 } }, { by: later });
    expect(readConfig(host, folder, later)).toEqual({
      values: { seats: 1 },
      references: {},
      sensitive: ['other', 'token'],
      unknown: ['other', 'region', 'token'],
    });
    expect(readConfig(host, folder, schema)).toMatchObject({
      values: { region: 'eu', token },
      references: { other: 'env:OTHER' },
    });
    expect(readConfig(host, folder, undefined).unknown).toEqual(['other', 'region', 'seats', 'token']);
    await write({ unset: ['region', 'token'] }, { by: later });
    expect(readConfig(host, folder, later).unknown).toEqual(['other']);
  });

  test('what has become sensitive is so at once, and moves at the next change', async () => {
    await write({ set: { region: token } });
    const later = changed({
      region: { type: 'string', 'x-tower': { sensitive: true } },
      seats: { type: 'integer' },
    });
    expect(readConfig(host, folder, later)).toMatchObject({
      values: { region: token },
      sensitive: ['region'],
    });
    await write({ set: { seats: 1 } }, { by: later });
    expect(json('config.json')).toEqual({ schemaVersion: 1, values: { seats: 1 } });
    expect(json('secrets.json')).toEqual({ schemaVersion: 1, values: { region: token }, references: {} });
  });

  test('what was sensitive stays so', async () => {
    await write({ set: { token } });
    const later = changed({ token: { type: 'string' } });
    expect(readConfig(host, folder, later)).toMatchObject({ values: { token }, sensitive: ['token'] });
    await write({ set: { token: `${token}-2` } }, { by: later });
    expect(existsSync(join(folder, 'config.json'))).toBe(false);
  });

  test('what was no text and is a secret now is neither lost nor shown', async () => {
    await write({ set: { seats: 4 } });
    const later = changed({
      seats: { type: 'string', 'x-tools': { sensitive: true } },
      region: { type: 'string' },
    });
    await write({ set: { region: 'eu' } }, { by: later });
    expect(readConfig(host, folder, later)).toMatchObject({ values: { seats: 4 }, sensitive: ['seats'] });
  });
});

test('what a later release wrote beside it is kept', async () => {
  await write({ set: { region: 'eu', token } });
  for (const name of ['config.json', 'secrets.json'])
    writeFileSync(join(folder, name), JSON.stringify({ ...(json(name) as object), later: [1] }));
  await write({ set: { region: 'us', token: 'sk-dummy-2' } });
  for (const name of ['config.json', 'secrets.json']) expect(json(name)).toMatchObject({ later: [1] });
});

describe('a damaged file is reported, and never taken for an empty one', () => {
  test.each([
    ['config.json', '{"schemaVersion":1,"values":', 'STATE_DAMAGED'],
    ['config.json', '{"schemaVersion":1,"values":[]}', 'STATE_DAMAGED'],
    ['config.json', '{"schemaVersion":2,"values":{}}', 'STATE_NEWER'],
    ['secrets.json', `{"schemaVersion":1,"values":{"token":"${token}"}`, 'STATE_DAMAGED'],
    ['secrets.json', '{"schemaVersion":1,"values":{"token":5},"references":{}}', 'STATE_DAMAGED'],
    [
      'secrets.json',
      `{"schemaVersion":1,"values":{"token":"${token}"},"references":{"token":"env:X"}}`,
      'STATE_DAMAGED',
    ],
  ])('%s: %s', async (name, text, code) => {
    await write({ set: { region: 'eu', token } });
    writeFileSync(join(folder, name), text);
    const before = treeOf(folder);
    const failures = [
      await write({ set: { region: 'us', token: 'sk-dummy-3' } }).catch((reason: unknown) => reason),
      await (async () => readConfig(host, folder, schema))().catch((reason: unknown) => reason),
    ];
    for (const error of failures) {
      expect(error).toMatchObject({ code, exit: 6, data: { path: join(folder, name) } });
      expect(`${String(error)}${JSON.stringify(error)}`).not.toContain(token);
    }
    expect(treeOf(folder)).toEqual(before);
  });
});

describe('whatever step of a change fails, or is the last', () => {
  const change: ConfigChange = {
    set: { region: 'us', token: 'sk-dummy-new' },
    unset: ['seats'],
    refer: { other: 'env:NEW' },
  };

  async function prepared(): Promise<void> {
    await write({ set: { region: 'eu', seats: 4, token, other: 'sk-dummy-other' } });
  }

  test('each value is the old one or the new one, each file whole, and the same change can be made again', async () => {
    await prepared();
    const counting = faultyFiles(quickFiles);
    await write(change, { on: victimOn(counting) });
    const { length } = counting.steps;
    expect(length).toBeGreaterThan(5);
    for (let step = 1; step <= length; step += 1) {
      for (const when of ['before', 'after', 'half', 'EIO'] as const) {
        await prepared();
        const faulty = faultyFiles(quickFiles);
        if (when === 'EIO') faulty.failAt(step, 'EIO');
        else faulty.dieAt(step, when);
        const failure = await write(change, { on: victimOn(faulty) }).catch((reason: unknown) => reason);
        if (when !== 'EIO') expect(failure).toBeInstanceOf(Died);
        const { values, references } = readConfig(host, folder, schema);
        expect(['eu', 'us']).toContain(values.region);
        expect([token, 'sk-dummy-new']).toContain(values.token);
        expect([4, undefined]).toContain(values.seats);
        expect([values.other, references.other]).toEqual(
          values.other === undefined ? [undefined, 'env:NEW'] : ['sk-dummy-other', undefined],
        );
        const { after } = await write(change);
        expect(after).toMatchObject({
          values: { region: 'us', token: 'sk-dummy-new' },
          references: { other: 'env:NEW' },
        });
        const later = () => new Date(Date.now() + 2 * 60 * 60 * 1000);
        await write(change, { on: { ...host, now: later } });
        expect(readdirSync(folder).sort()).toEqual(['config.json', 'secrets.json']);
      }
    }
  });

  test('what has become sensitive is never in no file', async () => {
    const later = checkConfigSchema({
      type: 'object',
      additionalProperties: false,
      properties: { region: { type: 'string', 'x-tools': { sensitive: true } }, seats: { type: 'integer' } },
    });
    let step = 0;
    for (let ended: unknown = new Died(); ended instanceof Died; ) {
      step += 1;
      await write({ set: { region: token } });
      const faulty = faultyFiles(quickFiles);
      faulty.dieAt(step, 'before');
      const change = write({ set: { seats: step % 9 } }, { on: victimOn(faulty), by: later });
      ended = await change.catch((reason: unknown) => reason);
      expect(readConfig(host, folder, later).values.region).toBe(token);
      await write({ unset: ['region'] });
    }
    expect(step).toBeGreaterThan(5);
  });
});

test('two who change it at once both have their way', async () => {
  await Promise.all([
    write({ set: { region: 'eu' } }),
    write({ set: { seats: 5 } }),
    write({ set: { token } }),
  ]);
  expect(readConfig(host, folder, schema).values).toEqual({ region: 'eu', seats: 5, token });
});
