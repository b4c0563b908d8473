import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ToolsError } from '../../src/errors/index.ts';
import type { Host } from '../../src/platform/index.ts';
import { type AccountFile, readJson, type StoredFiles, writeJson } from '../../src/state/index.ts';
import {
  isAccountFile,
  isDefaultFile,
  isInstallationFile,
  isLinksFile,
  isPendingFile,
  isPluginConfigFile,
  isPluginFile,
  isPluginSecretsFile,
  isPluginStateFile,
  isRootRecordFile,
  isSecretFile,
  isSettingsFile,
  isSharedRootFile,
  isShellFilesFile,
  isTrustFile,
} from '../../src/state/stored-shapes.ts';
import { testHost } from '../support/temp-home.ts';

let host: Host;
let file: string;

beforeEach(() => {
  host = testHost();
  file = join(host.homeDir, 'file.json');
});

const at = '2026-11-30T13:55:48.123Z';
const account: AccountFile = {
  schemaVersion: 1,
  id: 'abcd1234',
  tool: 'some-tool',
  label: 'work',
  createdAt: at,
  home: '/home/u/.local/share/ai-tools/accounts/some-tool/abcd1234/home',
  root: 'default',
  installation: 'default',
  kind: 'login',
  identity: { subject: 's', email: 'a@b', asOf: at },
  environment: { HTTPS_PROXY: 'http://proxy' },
};
const good: StoredFiles = {
  account,
  pending: {
    schemaVersion: 1,
    label: 'work',
    startedAt: at,
    process: { pid: 4, startedAt: null, boot: '', machine: 'm' },
  },
  secret: { schemaVersion: 1, key: 'sk-dummy-1' },
  default: { schemaVersion: 1, account: null, at },
  installation: {
    schemaVersion: 1,
    tool: 't',
    name: 'default',
    root: 'default',
    program: { kind: 'managed', version: '1.0.0', pinned: true },
  },
  sharedRoot: { schemaVersion: 1, id: 'root1', salt: 'salt1' },
  rootRecord: { schemaVersion: 1, id: 'root1' },
  links: { schemaVersion: 1, links: { '/repo': { 'some-tool': 'abcd1234', other: 'system' } } },
  trust: { schemaVersion: 1, files: { '/repo/.ai-tools.toml': { hash: '0'.repeat(64), at } } },
  shellFiles: { schemaVersion: 1, files: { '/home/u/.bashrc': 'bash' } },
  settings: { schemaVersion: 1 },
  plugin: {
    schemaVersion: 1,
    id: 'acme',
    kind: 'module',
    source: { how: 'linked', path: '/home/u/acme' },
    version: '1.0.0',
    enabled: true,
    confirmed: { kind: 'module', path: '/home/u/acme', permissions: ['storage'], digest: 'd', at },
    linkedAt: at,
  },
  pluginState: { schemaVersion: 1, values: { seen: [1] } },
  pluginConfig: { schemaVersion: 1, values: { region: 'eu' } },
  pluginSecrets: { schemaVersion: 1, values: { token: 'sk-dummy-1' }, references: { key: 'env:ACME_KEY' } },
};
const shapes = {
  account: isAccountFile,
  pending: isPendingFile,
  secret: isSecretFile,
  default: isDefaultFile,
  installation: isInstallationFile,
  sharedRoot: isSharedRootFile,
  rootRecord: isRootRecordFile,
  links: isLinksFile,
  trust: isTrustFile,
  shellFiles: isShellFilesFile,
  settings: isSettingsFile,
  plugin: isPluginFile,
  pluginState: isPluginStateFile,
  pluginConfig: isPluginConfigFile,
  pluginSecrets: isPluginSecretsFile,
} satisfies Record<keyof StoredFiles, (value: unknown) => boolean>;
const kinds = Object.keys(good) as (keyof StoredFiles)[];

test.each(kinds)('%s: what is written, 0600, is what is read', async (kind) => {
  await writeJson(host, file, kind, good[kind]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const isShape = (value: unknown): value is unknown => shapes[kind](value);
  expect(readJson(host, file, isShape)).toEqual(good[kind]);
});

test('keys that a later release of the format adds are kept, at every depth', async () => {
  const value = { ...account, later: { deep: [1] }, identity: { ...account.identity, asOf: at, more: 2 } };
  await writeJson(host, file, 'account', value);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(value);
});

describe('a value that does not belong there is not written', () => {
  /** Each field, in turn, left out or replaced by something of another kind. */
  const damages = kinds.flatMap((kind) =>
    Object.keys(good[kind])
      .filter((name) => name !== 'schemaVersion')
      .flatMap((name) =>
        [undefined, 5, [], ''].map((value) => ({
          kind,
          name,
          value,
          damaged: { ...good[kind], [name]: value },
        })),
      ),
  );

  test.each(damages)('$kind without a right $name ($value)', async ({ kind, damaged }) => {
    const error = await writeJson(host, file, kind, damaged as never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolsError);
    expect(error).toMatchObject({ code: 'STATE_INVALID', exit: 7, data: { path: file } });
    expect(readdirSync(host.homeDir)).toEqual([]);
    // The cheap look that reading takes refuses it too.
    expect(shapes[kind](damaged)).toBe(false);
  });

  test.each([
    [
      'a variable that no shell could set',
      { environment: { 'A;touch x': '1' } },
      'environment.A;touch x: Invalid key in record',
    ],
    ['an id of another form', { id: '../../x' }, 'id: not an account id'],
    ['a time that is none', { createdAt: 'yesterday' }, 'createdAt: Invalid ISO datetime'],
  ])('%s: the problem names the field', async (_case, change, problem) => {
    await expect(writeJson(host, file, 'account', { ...account, ...change })).rejects.toMatchObject({
      data: { path: file, problem },
    });
  });

  test('the value itself is never in the message: it may be a secret', async () => {
    const secret = { schemaVersion: 1, key: ['CANARY-5'] } as never;
    const error = await writeJson(host, file, 'secret', secret).catch((reason: unknown) => reason);
    expect(JSON.stringify([(error as Error).message, (error as ToolsError).data])).not.toContain('CANARY');
  });
});

test('an optional field given as undefined is refused, not written as absent by chance', async () => {
  const identity = { asOf: at, email: undefined };
  await expect(writeJson(host, file, 'account', { ...account, identity } as never)).rejects.toMatchObject({
    code: 'STATE_INVALID',
  });
});
