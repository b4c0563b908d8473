import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pluginIdProblem, requirePluginId } from '../../../src/plugins/manifest/index.ts';
import { foldName } from '../../../src/registry/index.ts';
import { holds } from '../../support/holds.ts';

test.each(['acme', 'Acme-CLI', 'my_tool.2', 'café', '道具'])('%j may be the id of a plugin', (id) => {
  expect(pluginIdProblem(id)).toBe(undefined);
  expect(requirePluginId(id)).toBe(id);
});

describe('what may not be one breaks a rule that is named', () => {
  test.each([
    ['', 'empty'],
    ['a b', 'containsWhitespaceOrNewline'],
    ['../keep', 'containsPathSeparator'],
    ['a\\b', 'containsPathSeparator'],
    ['.', 'beginsWithDot'],
    ['.hidden', 'beginsWithDot'],
    ['\u001b[31m', 'containsControlCharacter'],
    ['NUL', 'reservedName'],
    ['a:b', 'forbiddenCharacter'],
    ['x'.repeat(129), 'tooLong'],
    // What is harmless as a name, and not as the folder that it becomes.
    ['a\uff0fb', 'containsPathSeparator'],
    ['\uff0e\uff0e', 'beginsWithDot'],
    ['\u2025', 'beginsWithDot'],
    ['n\uff55l', 'reservedName'],
    ['\ufdfa'.repeat(40), 'containsWhitespaceOrNewline'],
    ['\ufb03'.repeat(42), undefined],
    ['\ufb03'.repeat(43), 'tooLong'],
    // What a shell would act on, or nobody sees.
    ['$(id)', 'forbiddenCharacter'],
    ['`id`', 'forbiddenCharacter'],
    ["a'b", 'forbiddenCharacter'],
    ['a;b', 'forbiddenCharacter'],
    ['a&b', 'forbiddenCharacter'],
    ['~a', 'forbiddenCharacter'],
    ['a!b', 'forbiddenCharacter'],
    ['=a', 'forbiddenCharacter'],
    ['{a,b}', 'forbiddenCharacter'],
    ['a%b', 'forbiddenCharacter'],
    ['acme\u3164', 'forbiddenCharacter'],
    ['ac\u034fme', 'forbiddenCharacter'],
    // What stands beside the folders of plugins.
    ['enabled.json', 'reservedName'],
    ['Enabled.JSON', 'reservedName'],
    ['acme.lock', 'reservedName'],
    ['acme.tmp', 'reservedName'],
  ])('%j: %s', (id, reason) => {
    expect(pluginIdProblem(id)).toBe(reason);
  });

  test('and the error says which, with the command to type next', () => {
    expect(() => requirePluginId('../keep')).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_ID_REFUSED',
        exit: 2,
        message: 'the plugin id "../keep" holds a path separator (containsPathSeparator).',
        hint: 'tools plugin list',
      }),
    );
  });
});

test('the folder of an id lies in the folder of all of them, on every system', () => {
  holds(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.stringMatching(/^[./\\:a-z\uff0e\uff0f\u2024]{1,9}$/),
      ),
      (id) => {
        if (pluginIdProblem(id) !== undefined) return;
        const folder = foldName(id);
        expect(posix.join('/p', folder)).toBe(`/p/${folder}`);
        expect(win32.join('C:\\p', folder)).toBe(`C:\\p\\${folder}`);
        expect(Buffer.byteLength(folder)).toBeLessThanOrEqual(128);
        expect(foldName(folder)).toBe(folder);
      },
    ),
    2_000,
  );
});
