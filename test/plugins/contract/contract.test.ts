import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as door from '../../../src/plugin.ts';
import * as contract from '../../../src/plugins/contract/index.ts';

const {
  definePlugin,
  describedFields,
  extensionPoints,
  neededPermissions,
  permissions,
  wireCapabilities,
  wireMethods,
} = contract;

describe('the tables of the contract', () => {
  const tables = Object.entries(contract).filter(([, value]) => typeof value === 'object');

  test.each(tables)('%s is frozen, with its rows', (_name, table) => {
    expect(Object.isFrozen(table)).toBe(true);
    for (const row of Object.values(table as object)) expect(Object.isFrozen(row)).toBe(true);
  });

  test('every table and function of the contract stands in the door ./plugin', () => {
    expect(Object.keys(door)).toEqual(expect.arrayContaining(Object.keys(contract)));
  });

  test('each permission is needed by something, or is an author’s promise that we can only show', () => {
    const needed = [
      ...Object.values(extensionPoints).map(({ permission }) => permission),
      ...Object.values(neededPermissions),
    ];
    const promised = ['process:spawn', 'network'];
    expect([...new Set([...needed, ...promised])].sort()).toEqual(Object.keys(permissions).sort());
  });

  test('point → permission is one table: no other file of the plugins pairs the two', () => {
    const folder = join(import.meta.dirname, '../../../src/plugins');
    const points = Object.keys(extensionPoints).join('|');
    const names = Object.keys(permissions).join('|');
    const pair = new RegExp(`\\b(?:${points})\\b['"]?: *(?:\\{ *permission: *)?['"](?:${names})['"]`, 'u');
    const paired = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && pair.test(readFileSync(join(folder, file), 'utf8')))
      .map((file) => file.replaceAll('\\', '/'));
    expect(paired).toEqual(['contract/extension-points.ts']);
  });

  test('a permission says in a sentence part what the plugin does, so that it can be listed', () => {
    for (const words of Object.values(permissions)) expect(words).toMatch(/^(?:\w+s|is) .*[^.]$/u);
  });

  test('capabilities are methods of the wire, and only what AIToolKit’s host never asks for needs announcing', () => {
    expect(Object.values(wireMethods)).toEqual(expect.arrayContaining([...wireCapabilities]));
    expect(
      Object.values(wireMethods).filter((method) => !wireCapabilities.some((name) => name === method)),
    ).toEqual(['initialize', '$/cancelRequest']);
  });

  test('the eight fields of tool/describe are AIToolKit’s, in its order', () => {
    expect(describedFields).toEqual([
      'id',
      'displayName',
      'configDirectoryName',
      'configDirEnvVar',
      'authLoginCommand',
      'installCommand',
      'sessionSubdirectories',
      'ansiColor',
    ]);
  });
});

test('definePlugin gives back the very plugin that it was given', () => {
  const plugin = { id: 'acme', version: '1.0.0', apiVersion: '1.0', setup: () => {} };
  expect(definePlugin(plugin)).toBe(plugin);
});
