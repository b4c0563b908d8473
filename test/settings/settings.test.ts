import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AccountsContext, changeSetting, restoreSetting } from '../../src/accounts/index.ts';
import {
  keysSet,
  readSetting,
  readSettings,
  settingKey,
  settingsTable,
  settingValue,
} from '../../src/settings/index.ts';
import { readHistory } from '../../src/undo/index.ts';
import { type BindingLab, bindingLab } from '../accounts/bindings/binding-lab.ts';
import { thrownBy } from '../support/thrown-by.ts';

let lab: BindingLab;
let ctx: AccountsContext;
beforeEach(async () => {
  lab = await bindingLab([]);
  ctx = lab.process();
});

const set = (key: string, text: string) =>
  changeSetting(ctx, settingKey(key), settingValue(settingKey(key), text));
const unset = (key: string) => changeSetting(ctx, settingKey(key), null);
const stored = () => JSON.parse(readFileSync(ctx.paths.settings, 'utf8'));

describe('the table', () => {
  test('names each key once, with a default of its own kind and a sentence', () => {
    expect(new Set(settingsTable.map(({ key }) => key)).size).toBe(settingsTable.length);
    for (const { key, type, default: value, description } of settingsTable) {
      expect(key).toMatch(/^[a-z<>]+(\.[a-z<>]+)*$/);
      expect(value === null || typeof value === (type === 'switch' ? 'boolean' : 'string')).toBe(true);
      expect(description).toMatch(/^[a-z].*[^.]$/);
    }
  });

  test.each<[string, readonly string[]]>([
    ['plain', ['plain']],
    ['aliases.client.codex', ['aliases', 'client', 'codex']],
    ['aliases.client.my.tool', ['aliases', 'client', 'my.tool']],
    ['aliases.a+b@c_d-e.x', ['aliases', 'a+b@c_d-e', 'x']],
    ['aliases.__proto__.constructor', ['aliases', '__proto__', 'constructor']],
  ])('the key %s leads to %j', (key, path) => {
    expect(settingKey(key).path).toEqual(path);
  });

  test.each([
    '',
    'plan',
    'aliases',
    'aliases.',
    'aliases.x',
    'aliases..x',
    'aliases.x.',
    'plain.x',
    'schemaVersion',
    '__proto__',
  ])('there is no key %j', (key) => {
    expect(thrownBy(() => settingKey(key))).toMatchObject({ code: 'SETTING_UNKNOWN', exit: 3 });
  });

  test.each([
    ['plain', 'yes'],
    ['plain', ''],
    ['plain', 'TRUE'],
    ['aliases.x.codex', ''],
    ['aliases.x.codex', 'two\nlines'],
    ['aliases.x.codex', 'x'.repeat(201)],
  ])('%s can’t be %j', (key, text) => {
    expect(thrownBy(() => settingValue(settingKey(key), text))).toMatchObject({
      code: 'SETTING_UNUSABLE',
      exit: 2,
    });
  });
});

describe('the file', () => {
  test('is made by the first setting, and holds nothing that was taken away', async () => {
    expect(readSetting(ctx, 'plain')).toBe(false);
    expect(await set('aliases.client.codex', 'acme')).toEqual({
      key: 'aliases.client.codex',
      from: null,
      to: 'acme',
    });
    await set('aliases.client.alpha', 'a');
    await set('plain', 'true');
    expect(stored()).toEqual({
      schemaVersion: 1,
      aliases: { client: { codex: 'acme', alpha: 'a' } },
      plain: true,
    });
    expect(keysSet(readSettings(ctx)).map(({ key }) => key)).toEqual([
      'aliases.client.codex',
      'aliases.client.alpha',
      'plain',
    ]);
    expect(await unset('aliases.client.codex')).toMatchObject({ from: 'acme', to: null });
    await unset('aliases.client.alpha');
    await unset('plain');
    expect(stored()).toEqual({ schemaVersion: 1 });
  });

  test('keeps what it does not know, at every depth', async () => {
    const others = { later: { a: [1] }, aliases: { client: { codex: 'acme' }, odd: 5 } };
    lab.settings(others);
    await set('plain', 'true');
    await set('aliases.client.alpha', 'x');
    await unset('aliases.client.codex');
    expect(stored()).toEqual({
      schemaVersion: 1,
      later: { a: [1] },
      aliases: { odd: 5, client: { alpha: 'x' } },
      plain: true,
    });
  });

  test('a name of JavaScript’s own is a name like any other', async () => {
    await set('aliases.__proto__.codex', 'acme');
    expect(readSetting(ctx, 'aliases.__proto__.codex')).toBe('acme');
    for (const key of ['aliases.constructor.codex', 'aliases.constructor.name'])
      expect(readSetting(ctx, key)).toBe(null);
    expect(({} as Record<string, unknown>).codex).toBeUndefined();
    await unset('aliases.__proto__.codex');
    expect(stored()).toEqual({ schemaVersion: 1 });
    lab.settings({ aliases: {} });
    expect(readSetting(ctx, 'aliases.__proto__.toString')).toBe(null);
  });

  test('what is put back is put back only where nothing else was set since', async () => {
    await set('plain', 'true');
    await set('plain', 'false');
    const plain = settingKey('plain');
    expect(await restoreSetting(ctx, plain, { from: null, to: true })).toBe(false);
    expect(readSetting(ctx, 'plain')).toBe(false);
    expect(await restoreSetting(ctx, plain, { from: true, to: false })).toBe(true);
    expect(readSetting(ctx, 'plain')).toBe(true);
  });

  test('damaged it is told with path and place, and neither reset nor written over', async () => {
    const path = lab.put('ours/settings.json', '{"plain": tru}');
    for (const change of [() => set('plain', 'true'), () => unset('plain')])
      await expect(change()).rejects.toMatchObject({
        code: 'STATE_DAMAGED',
        exit: 6,
        data: { path, offset: 10 },
      });
    expect(readFileSync(path, 'utf8')).toBe('{"plain": tru}');
  });

  test('nested too deeply to be written again it is damaged, before the journal knows of a change', async () => {
    const deep = `{"schemaVersion": 1, "x": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const path = lab.put('ours/settings.json', deep);
    await expect(set('plain', 'true')).rejects.toMatchObject({ code: 'STATE_DAMAGED', data: { path } });
    expect(readFileSync(path, 'utf8')).toBe(deep);
    expect(readHistory(ctx).changes.filter(({ record }) => record.verb.startsWith('settings'))).toEqual([]);
  });

  test('of a newer release it is left alone', async () => {
    lab.put('ours/settings.json', '{"schemaVersion": 2}');
    await expect(set('plain', 'true')).rejects.toMatchObject({ code: 'STATE_NEWER' });
  });

  test('a value of the wrong kind is named, and can be set anew or taken away', async () => {
    lab.settings({ plain: 'yes' });
    expect(thrownBy(() => readSetting(ctx, 'plain'))).toMatchObject({
      code: 'SETTING_DAMAGED',
      exit: 6,
      hint: 'tools settings unset plain',
    });
    await unset('plain');
    expect(stored()).toEqual({ schemaVersion: 1 });
    lab.settings({ aliases: 'none' });
    expect(readSetting(ctx, 'aliases.x.codex')).toBe(null);
    await set('aliases.x.codex', 'acme');
    expect(stored()).toEqual({ schemaVersion: 1, aliases: { x: { codex: 'acme' } } });
  });

  test('of many who write at once nobody loses anything', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `n${index}`);
    await Promise.all(
      names.map((name) => changeSetting(lab.process(), settingKey(`aliases.${name}.codex`), name)),
    );
    expect(Object.keys(stored().aliases).sort()).toEqual(names);
  });

  test('each change is in the journal, and what is so already is none', async () => {
    await set('plain', 'true');
    await set('plain', 'true');
    expect(readHistory(ctx).changes.map(({ record: { verb, what } }) => ({ verb, what }))).toEqual([
      { verb: 'settings set', what: { name: 'plain', from: null, to: true } },
    ]);
  });
});
