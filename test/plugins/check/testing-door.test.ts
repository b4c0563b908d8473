import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type AccountInfo, serveTool } from '../../../src/plugin.ts';
import * as door from '../../../src/testing.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the types of the door name what it exports, and nothing else', () => {
  const types = readFileSync(resolve(root, 'src/testing-types.ts'), 'utf8');
  const declared = [...types.matchAll(/export declare const (\w+)/g)].map(([, name]) => name);
  expect(Object.keys(door).sort()).toEqual(declared.sort());
});

test('a plugin is talked with in the process of its own tests, as a host would', async () => {
  const copied: string[] = [];
  const handlers = {
    accountInfo: (configDir: string): AccountInfo => ({ email: `${configDir}@example.com` }),
    credentialCopy: (from: string, to: string) => {
      copied.push(`${from} to ${to}`);
      return from === '/a';
    },
  };
  const plugin = door.pluginInMemory((streams) =>
    serveTool({ id: 'acme', displayName: 'Acme' }, handlers, streams),
  );
  expect(await plugin.describe()).toMatchObject({ descriptor: { id: 'acme', displayName: 'Acme' } });
  expect(await plugin.accountInfo('/me')).toEqual({ email: '/me@example.com' });
  await plugin.credentialCopy('/a', '/b');
  await expect(plugin.credentialCopy('/x', '/b')).rejects.toThrow(/may not have happened|was not/);
  expect(copied).toEqual(['/a to /b', '/x to /b']);
  await plugin.close();
});

test('a plugin that goes away settles what was asked of it', async () => {
  const plugin = door.pluginInMemory(async () => {});
  await expect(plugin.describe()).rejects.toThrow();
  expect(await plugin.accountInfo('/me')).toBeUndefined();
  await plugin.close();
});
