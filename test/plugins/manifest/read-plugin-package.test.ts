import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ToolsError } from '../../../src/errors/index.ts';
import { readPluginPackage } from '../../../src/plugins/manifest/index.ts';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { builtInOwner, builtInTools } from '../../../src/tools/index.ts';
import { packageFolder, packageJson } from '../../support/plugin-package.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { treeOf } from '../../support/tree.ts';

const host = testHost();
const isPosix = process.platform !== 'win32';
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: { region: { type: 'string', default: 'eu' } },
};

function refusal(folder: string, expected?: { readonly id: string }): ToolsError {
  return thrownBy(() => readPluginPackage(host, folder, expected)) as ToolsError;
}

/** What is refused of a package, as `pointer problem`, or `file pointer problem`. */
function problemsOf(folder: string): readonly string[] {
  const error = refusal(folder);
  expect(error).toMatchObject({ code: 'PLUGIN_MANIFEST_INVALID', exit: 2 });
  const { problems } = error.data as {
    readonly problems: readonly { readonly path: string; readonly problem: string; readonly file?: string }[];
  };
  for (const { problem } of problems) expect(error.message).toContain(problem);
  return problems.map(({ file, path, problem }) => [file, path, problem].filter(Boolean).join(' '));
}

describe('a package with a manifest', () => {
  test('of a data plugin is read with what its manifest names', () => {
    const folder = packageFolder({
      'package.json': packageJson(
        {
          descriptors: [{ id: 'acme-cli', displayName: 'Acme CLI' }, './tools/other.json'],
          configSchema: './config.schema.json',
          compatibility: { tools: '>=0.1.0 <2', node: '>=20' },
          permissions: ['storage'],
        },
        { scripts: { postinstall: 'touch /tmp/never' }, anything: { of: ['npm'] } },
      ),
      'tools/other.json': { id: 'other', displayName: 'Other' },
      'config.schema.json': schema,
    });
    const found = readPluginPackage(host, folder);
    expect(found).toMatchObject({
      root: realpathSync(folder),
      name: '@acme/tools-plugin',
      version: '1.2.3',
      manifest: { id: 'acme', permissions: ['storage'] },
      descriptors: [{ id: 'acme-cli' }, { id: 'other' }],
      configSchema: { fields: [{ key: 'region', type: 'string', control: 'text', default: 'eu' }] },
      files: ['package.json', 'tools/other.json', 'config.schema.json'].map((name) =>
        join(realpathSync(folder), name),
      ),
    });
    expect(found.digest).toMatch(/^[0-9a-f]{64}$/);
    expect([found.entryFile, found.programFile]).toEqual([undefined, undefined]);
  });

  test('of a module is read without a line of it being run, and nothing is changed', () => {
    const mark = join(tempHome(), 'ran');
    const folder = packageFolder({
      'package.json': packageJson({
        descriptors: undefined,
        entry: './dist/plugin.mjs',
        permissions: ['code:in-process'],
      }),
      'dist/plugin.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`,
    });
    const before = treeOf(folder);
    const found = readPluginPackage(host, folder);
    expect(found.entryFile).toBe(join(realpathSync(folder), 'dist', 'plugin.mjs'));
    expect(found.descriptors).toEqual([]);
    expect(existsSync(mark)).toBe(false);
    expect(treeOf(folder)).toEqual(before);
  });

  test('of a program names the program by its real path', () => {
    const folder = packageFolder({
      'package.json': packageJson({
        descriptors: undefined,
        program: './bin/link',
        permissions: ['code:child-process'],
      }),
      'bin/acme-plugin': '#!/bin/sh\n',
    });
    symlinkSync('acme-plugin', join(folder, 'bin/link'));
    expect(readPluginPackage(host, folder).programFile).toBe(
      join(realpathSync(folder), 'bin', 'acme-plugin'),
    );
  });

  test('may be reached by a link, and begin with a byte order mark', () => {
    const folder = packageFolder({ 'package.json': `\ufeff${JSON.stringify(packageJson())}` });
    const link = join(tempHome(), 'link');
    symlinkSync(folder, link);
    expect(readPluginPackage(host, link).root).toBe(realpathSync(folder));
  });

  test('has what was read frozen', () => {
    const { manifest, descriptors } = readPluginPackage(
      host,
      packageFolder({ 'package.json': packageJson() }),
    );
    for (const part of [manifest, manifest.publisher, descriptors[0]])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe('the digest', () => {
  const digestOf = (json: unknown, files: Readonly<Record<string, unknown>> = {}) =>
    readPluginPackage(host, packageFolder({ 'package.json': json, ...files })).digest;
  const whole = packageJson({ permissions: ['network', 'storage'], configSchema: './schema.json' });
  const tool = { 'schema.json': schema };

  test('is the same wherever the folder lies, and however the JSON is written', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, turned(inner)]),
          )
        : value;
    const spread = JSON.stringify(turned({ ...whole, scripts: {} }), undefined, 4);
    expect(digestOf(spread, { 'schema.json': JSON.stringify(turned(schema)) })).toBe(digestOf(whole, tool));
  });

  test.each([
    ['a permission more', { permissions: ['network', 'storage', 'hook:run'] }, tool],
    ['a permission less', { permissions: ['network'] }, tool],
    ['another descriptor', { descriptors: [{ id: 'acme-cli', displayName: 'Acme' }] }, tool],
    ['a schema that says something else', {}, { 'schema.json': { ...schema, required: ['region'] } }],
  ])('is another one with %s', (_what, changes, files) => {
    const json = packageJson({
      permissions: ['network', 'storage'],
      configSchema: './schema.json',
      ...changes,
    });
    expect(digestOf(json, files)).not.toBe(digestOf(whole, tool));
  });
});

describe('a folder without a manifest is told apart from one whose manifest is wrong', () => {
  test.each([
    ['no folder', () => join(tempHome(), 'gone'), 'there is no such folder'],
    ['a file', () => join(packageFolder({ file: 'x' }), 'file'), 'it is no folder'],
    ['no package.json', () => packageFolder({ 'index.js': '' }), 'its package.json is not there'],
    [
      'a package of something else',
      () => packageFolder({ 'package.json': { name: 'x', version: '1.0.0' } }),
      'its package.json has no block "tools"',
    ],
    [
      'tools of a prototype',
      () => packageFolder({ 'package.json': '{"name":"x","__proto__":{"tools":{}}}' }),
      'its package.json has no block "tools"',
    ],
    [
      'a folder named package.json',
      () => packageFolder({ 'package.json/x': '' }),
      'its package.json is no regular file',
    ],
  ])('%s', (_what, make, problem) => {
    const folder = make();
    expect(refusal(folder)).toMatchObject({
      code: 'PLUGIN_MANIFEST_MISSING',
      exit: 3,
      message: `${folder} holds no plugin: ${problem}.`,
    });
  });

  test.runIf(isPosix)('a pipe named package.json is not waited for', () => {
    const folder = packageFolder({ x: '' });
    execFileSync('mkfifo', [join(folder, 'package.json')]);
    expect(refusal(folder).message).toContain('its package.json is no regular file');
  });

  test('a link to a package.json elsewhere is not followed', () => {
    const folder = packageFolder({ x: '' });
    symlinkSync(
      join(packageFolder({ 'package.json': packageJson() }), 'package.json'),
      join(folder, 'package.json'),
    );
    expect(refusal(folder).message).toContain('a link that leads out of the package');
  });
});

describe('a package.json that can not be read is not guessed at', () => {
  const text = JSON.stringify(packageJson());
  test.each([
    ['damaged', text.slice(0, -1), 'is damaged as JSON'],
    ['with a comment', `// mine\n${text}`, 'is damaged as JSON'],
    ['a list', `[${text}]`, 'it is not an object'],
    ['empty', '', 'it is empty'],
    ['with a key twice', text.replace('"id":"acme"', '"id":"acme","id":"evil"'), 'a key is there twice'],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'it is not UTF-8'],
    ['nested beyond measure', `{"tools":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'nested too deeply'],
    ['larger than 1 MiB', `${text}${' '.repeat(1_048_577)}`, 'is larger than 1 MiB'],
  ])('%s', (_what, content, problem) => {
    const problems = problemsOf(packageFolder({ 'package.json': content }));
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});

describe('what a manifest may not say is refused, with its place', () => {
  const descriptor = { id: 'acme-cli', displayName: 'Acme CLI' };
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a format that never was', { manifestVersion: 0 }, '/tools/manifestVersion must be'],
    ['an API version that is none', { apiVersion: '1' }, '/tools/apiVersion must be two numbers'],
    ['no id', { id: undefined }, '/tools/id is missing'],
    [
      'an id with a space',
      { id: 'a b' },
      '/tools/id must be a plugin id, and "a b" is none (containsWhitespaceOrNewline)',
    ],
    [
      'an id that folds to another folder',
      { id: 'a\uff0fb' },
      '/tools/id must be a plugin id, and "a／b" is none (containsPathSeparator)',
    ],
    [
      'an id that is the name of our table',
      { id: 'enabled.json' },
      '/tools/id must be a plugin id, and "enabled.json" is none (reservedName)',
    ],
    [
      'a field that nobody knows',
      { permisions: [] },
      '/tools/permisions is not a field that is known (is "permissions" meant?)',
    ],
    ['a permission that nobody knows', { permissions: ['netwrok'] }, '(is "network" meant?)'],
    [
      'a permission twice',
      { permissions: ['network', 'network'] },
      '/tools/permissions must not name anything twice',
    ],
    [
      'an address without https',
      { display: { name: 'x', homepage: 'http://x.org' } },
      '/tools/display/homepage must be an https address',
    ],
    ['a publisher without a name', { publisher: { id: 'acme' } }, '/tools/publisher/name is missing'],
    [
      'a range that is none',
      { compatibility: { node: '>=banana' } },
      '/tools/compatibility/node is no range of versions',
    ],
    ['nothing that it brings', { descriptors: undefined }, '/tools must have at least one of'],
    [
      'no descriptors in a list of them',
      { descriptors: [] },
      '/tools/descriptors must have at least 1 entries',
    ],
    ['code without its permission', { entry: './a.js' }, '/tools/permissions must name code:in-process'],
    [
      'a program without its permission',
      { program: './a' },
      '/tools/permissions must name code:child-process',
    ],
    [
      'two kinds of code',
      { entry: './a.js', program: './a', permissions: ['code:in-process', 'code:child-process'] },
      '/tools/program must not stand beside entry',
    ],
    ['an entry of another language', { entry: './a.ts' }, '/tools/entry must be'],
    ['an entry without ./', { entry: 'a.js' }, '/tools/entry must be'],
    ['an entry out of the package', { entry: './../a.js' }, '/tools/entry must be'],
    ['an entry out of the package, later', { entry: './a/../../a.js' }, '/tools/entry must be'],
    ['an entry with a backslash', { entry: './a\\..\\..\\b.js' }, '/tools/entry must be'],
    ['an entry in a stream', { entry: './a:b.js' }, '/tools/entry must be'],
    ['an absolute program', { program: '/bin/sh' }, '/tools/program must be'],
    ['a program that is the folder', { program: './' }, '/tools/program must be'],
    ['an address as a schema', { configSchema: 'https://x.org/s.json' }, '/tools/configSchema must be'],
    ['a number as a schema', { configSchema: 5 }, '/tools/configSchema must be'],
    [
      'a schema that is wrong',
      { configSchema: { ...schema, additionalProperties: true } },
      '/tools/configSchema/additionalProperties must be false',
    ],
    ['a descriptor that is a number', { descriptors: [1] }, '/tools/descriptors/0 must be'],
    ['a descriptor of nothing', { descriptors: [null] }, '/tools/descriptors/0 must be'],
    [
      'too many descriptors',
      { descriptors: Array(33).fill(descriptor) },
      '/tools/descriptors must have at most 32 entries',
    ],
    [
      'one tool twice, the other way round',
      { descriptors: [{ ...descriptor, id: 'Acme-CLI' }, descriptor] },
      '/tools/descriptors/1 describes the same tool as /tools/descriptors/0',
    ],
    [
      'one tool twice',
      { descriptors: [descriptor, { ...descriptor, id: 'Acme-CLI' }] },
      '/tools/descriptors/1 describes the same tool as /tools/descriptors/0',
    ],
    [
      'an entry that is not there',
      { entry: './a.js', permissions: ['code:in-process'] },
      '/tools/entry is not there',
    ],
    [
      'a program that is not there',
      { program: './a', permissions: ['code:child-process'] },
      '/tools/program is not there',
    ],
    ['a descriptor that is not there', { descriptors: ['./a.json'] }, '/tools/descriptors/0 is not there'],
    ['a schema that is not there', { configSchema: './a.json' }, '/tools/configSchema is not there'],
  ])('%s', (_what, changes, problem) => {
    expect(problemsOf(packageFolder({ 'package.json': packageJson(changes) }))).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  test.each([
    ['no name', { name: undefined }, '/name is missing'],
    ['a name that npm would not take', { name: '../evil' }, '/name must be'],
    ['a name longer than npm takes', { name: 'x'.repeat(215) }, '/name must be'],
    ['a range as a version', { version: '^1.0.0' }, '/version must be an exact version'],
    ['a version with a v', { version: 'v1.0.0' }, '/version must be'],
    ['a version with two numbers', { version: '1.0' }, '/version must be'],
    ['a version with a leading zero', { version: '1.02.0' }, '/version must be'],
    ['tools that are a list', { tools: [] }, '/tools must be a plain object'],
    ['tools that are nothing', { tools: null }, '/tools must be a plain object'],
  ])('%s', (_what, outer, problem) => {
    expect(problemsOf(packageFolder({ 'package.json': packageJson({}, outer) }))).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  test('everything that can be told at once is told at once', () => {
    const json = packageJson(
      { id: '..', apiVersion: 'x', permissions: ['all'], surprise: 1 },
      { version: 'latest' },
    );
    expect(problemsOf(packageFolder({ 'package.json': json })).map((line) => line.split(' ')[0])).toEqual([
      '/version',
      '/tools/apiVersion',
      '/tools/id',
      '/tools/permissions/0',
      '/tools/surprise',
    ]);
  });

  test('so is everything that is wrong with the files', () => {
    const json = packageJson({
      descriptors: ['./a.json', './b.json', './gone.json'],
      entry: './dist',
      permissions: ['code:in-process'],
      configSchema: './s.json',
    });
    const folder = packageFolder({
      'package.json': { ...json, tools: { ...(json.tools as object), entry: './dist.js' } },
      'dist.js/x': '',
      'a.json': '{',
      'b.json': { id: 'b', displayName: 'B', configDirEnvVar: 'PATH' },
      's.json': { ...schema, properties: { a: { type: 'strnig' } } },
    });
    expect(problemsOf(folder)).toEqual([
      expect.stringMatching(/^\.\/a\.json is damaged as JSON/),
      expect.stringMatching(/^\.\/b\.json \/configDirEnvVar must be/),
      '/tools/descriptors/2 is not there',
      expect.stringMatching(/^\.\/s\.json \/properties\/a\/type must be one of .* \(is "string" meant\?\)$/),
      '/tools/entry is no regular file',
    ]);
  });

  test('a name of any length is told in a line', () => {
    const json = packageJson({ ['x'.repeat(900_000)]: 1 });
    expect(problemsOf(packageFolder({ 'package.json': json }))[0]?.length).toBeLessThan(250);
  });

  test.runIf(isPosix)('a program that may not be executed', () => {
    const json = packageJson({ program: './run', permissions: ['code:child-process'] });
    expect(problemsOf(packageFolder({ 'package.json': json, run: '#!/bin/sh\n' }))).toEqual([
      '/tools/program is no file that may be executed',
    ]);
  });

  test.each([
    ['entry', './out/a.js', ['code:in-process']],
    ['program', './out/a', ['code:child-process']],
    ['configSchema', './out/a.json', []],
  ])('%s by a link that leads out of the package', (field, path, permissions) => {
    const outside = packageFolder({ 'a.js': '', 'a.json': schema, 'bin/a': '' }, join(tempHome(), 'outside'));
    renameSync(join(outside, 'bin/a'), join(outside, 'a'));
    const folder = packageFolder({ 'package.json': packageJson({ [field]: path, permissions }) });
    symlinkSync(outside, join(folder, 'out'));
    expect(problemsOf(folder)).toEqual([`/tools/${field} is a link that leads out of the package`]);
  });

  test('a link that leads to a folder whose name only begins as ours', () => {
    const folder = packageFolder({ 'package.json': packageJson({ descriptors: ['./d.json'] }) });
    const beside = packageFolder({ 'd.json': { id: 'd', displayName: 'D' } }, `${folder}-evil`);
    symlinkSync(join(beside, 'd.json'), join(folder, 'd.json'));
    expect(problemsOf(folder)).toEqual(['/tools/descriptors/0 is a link that leads out of the package']);
  });
});

describe('a manifest for another API than ours', () => {
  test.each([
    [{ manifestVersion: 2, whatever: true }, 'manifest version 2', 'version 1'],
    [{ apiVersion: '1.1', whatever: true }, 'plugin API 1.1', '1.0'],
    [{ apiVersion: '2.0' }, 'plugin API 2.0', '1.0'],
    [{ apiVersion: '0.9' }, 'plugin API 0.9', '1.0'],
  ])('%j is told so, before what is new in it reads as a mistake', (changes, needs, found) => {
    expect(refusal(packageFolder({ 'package.json': packageJson(changes) }))).toMatchObject({
      code: 'PLUGIN_INCOMPATIBLE',
      exit: 1,
      message: `the plugin "acme" needs ${needs}, and here is ${found}.`,
    });
  });
});

describe('B094: a hostile descriptor is refused with the field named, nothing is made, and others work', () => {
  const base = { id: 'evil', displayName: 'Evil' };
  const shared = (path: string) => ({ ...base, directories: [{ path, class: 'shared', kind: 'directory' }] });
  const rows: readonly [string, object, string][] = [
    ['a shared path above', shared('../../.ssh'), '/directories/0/path'],
    ['an absolute shared path', shared('/etc'), '/directories/0/path'],
    ['a shared path that climbs', shared('a/../../b'), '/directories/0/path'],
    ['a path of Windows', shared('C:\\x'), '/directories/0/path'],
    ['a drive of Windows', shared('C:x'), '/directories/0/path'],
    ...(['A;touch x', 'PATH', 'LD_PRELOAD', 'NODE_OPTIONS'].map(
      (name) =>
        [
          `the variable ${name}`,
          { ...base, configDirEnvVar: name },
          '/configDirEnvVar',
        ] as const satisfies readonly unknown[],
    ) as [string, object, string][]),
    [
      'an identity file that is shared, too',
      {
        ...base,
        identity: [{ file: 'auth.json', format: 'json', email: { pointer: '/email' } }],
        directories: [{ path: 'auth.json', class: 'shared', kind: 'file' }],
      },
      '/identity/0/file',
    ],
  ];

  test.each(rows)('%s', (_what, descriptor, field) => {
    for (const inline of [true, false]) {
      const folder = packageFolder({
        'package.json': packageJson({ descriptors: [inline ? descriptor : './evil.json'] }),
        'evil.json': descriptor,
      });
      const around = treeOf(dirname(folder));
      const place = inline ? `/tools/descriptors/0${field}` : `./evil.json ${field}`;
      expect(problemsOf(folder).some((line) => line.startsWith(place))).toBe(true);
      expect(treeOf(dirname(folder))).toEqual(around);
    }
    const good = readPluginPackage(host, packageFolder({ 'package.json': packageJson() }));
    expect(good.descriptors).toHaveLength(1);
  });

  test('an id that a built-in has: its owner keeps it', () => {
    const registry = new AIToolRegistry();
    for (const tool of builtInTools) registry.register(tool, { owner: builtInOwner });
    const before = registry.all();
    const [first] = builtInTools;
    const { descriptors, manifest } = readPluginPackage(
      host,
      packageFolder({
        'package.json': packageJson({
          descriptors: [
            { ...base, id: first?.id },
            { id: 'good', displayName: 'Good' },
          ],
        }),
      }),
    );
    const owner = `plugin:${manifest.id}`;
    expect(thrownBy(() => registry.register(descriptors[0] as never, { owner }))).toMatchObject({
      code: 'TOOL_OWNED_BY_ANOTHER',
    });
    registry.register(descriptors[1] as never, { owner });
    expect(registry.all().filter(({ id }) => id !== 'good')).toEqual(before);
  });
});

describe('B101: the id in a package never chooses where something is written', () => {
  test.each(['../../evil', '/tmp/evil', 'a/b', '.', '..', 'C:\\evil', '\uff0e\uff0e', ''])('%j', (id) => {
    const folder = packageFolder({ 'package.json': packageJson({ id }) });
    const around = treeOf(dirname(folder));
    expect(problemsOf(folder)).toEqual([expect.stringMatching(/^\/tools\/id /)]);
    expect(treeOf(dirname(folder))).toEqual(around);
  });

  test('nor is it another than the one that was asked for', () => {
    const folder = packageFolder({ 'package.json': packageJson({ id: 'other' }) });
    expect(refusal(folder, { id: 'good' })).toMatchObject({
      code: 'PLUGIN_ID_MISMATCH',
      exit: 2,
      message: `the plugin in ${folder} calls itself "other", and "good" was asked for.`,
    });
    expect(readPluginPackage(host, folder, { id: 'other' }).manifest.id).toBe('other');
  });
});

test('what a folder may not be looked at for is told (injected)', () => {
  const folder = packageFolder({ 'package.json': packageJson() });
  const closed = (path: string) => {
    throw Object.assign(new Error('closed'), { code: 'EACCES', path });
  };
  const noRead = testHost({ files: { ...host.files, readStart: closed } });
  expect(thrownBy(() => readPluginPackage(noRead, folder))).toMatchObject({
    code: 'PLUGIN_MANIFEST_INVALID',
    message: expect.stringContaining('cannot be read (EACCES)'),
  });
  const noWay = testHost({ files: { ...host.files, realpath: closed } });
  expect(thrownBy(() => readPluginPackage(noWay, folder))).toMatchObject({
    code: 'PLUGIN_MANIFEST_MISSING',
    message: expect.stringContaining('cannot be read (EACCES)'),
  });
});
