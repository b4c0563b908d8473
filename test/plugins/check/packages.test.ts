import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appPaths } from '../../../src/platform/index.ts';
import { type CheckReport, checkPlugin } from '../../../src/plugins/check/index.ts';
import type { Permission } from '../../../src/plugins/contract/index.ts';
import { setUpPlugin } from '../../../src/plugins/loader/set-up-plugin.ts';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const acme = {
  id: 'acme',
  displayName: 'Acme',
  configDirEnvVar: 'ACME_HOME',
  relocation: { shape: 'variable', own: { ACME_HOME: '{home}' }, isolation: 'complete' },
};

describe('a plugin of data is looked at without running anything', () => {
  test('what is right passes', async () => {
    const report = await look({ descriptors: [acme] });
    expect(report).toMatchObject({ id: 'acme-plugin', kinds: ['data'], passed: true });
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  test('what has to be installed or built is told, and what is only for its author is not', async () => {
    const report = await look(
      { descriptors: [acme] },
      { 'addon.node': '', 'node_modules.txt': '' },
      undefined,
      {
        scripts: { postinstall: 'node build.js', prepare: 'tsc', test: 'node --test' },
        dependencies: { 'left-pad': '1.0.0' },
        optionalDependencies: { fsevents: '2.0.0' },
        devDependencies: { typescript: '7.0.0' },
        peerDependencies: { 'ai-tool-registry': '*' },
      },
    );
    const { outcome, details } = report.checks.find(({ id }) => id === 'package/complete') ?? {};
    expect({ outcome, details }).toEqual({
      outcome: 'warned',
      details: [
        'package.json: /scripts/postinstall is never run',
        'package.json: /scripts/prepare is never run',
        'package.json: /dependencies/left-pad is installed for nobody',
        'package.json: /optionalDependencies/fsevents is installed for nobody',
        'addon.node fits one system alone',
      ],
    });
    expect(report.passed).toBe(true);
  });

  test('native modules are looked for in its folders, but not in what npm put there', async () => {
    const report = await look(
      { descriptors: [acme] },
      { 'lib/x/a.node': '', 'node_modules/esbuild/b.node': '' },
    );
    expect(report.checks.find(({ id }) => id === 'package/complete')?.details).toEqual([
      'lib/x/a.node fits one system alone',
    ]);
  });

  const wrong = {
    'a tool without a directory of its own': [
      { id: 'acme', displayName: 'Acme' },
      [],
      ['descriptor/isolation'],
    ],
    'sessions that nobody misses': [
      {
        ...acme,
        sessionSubdirectories: ['chats'],
        directories: [{ path: 'chats', class: 'disposable', kind: 'directory' }],
      },
      ['descriptor/classes'],
      [],
    ],
    'a login that nobody misses': [
      {
        ...acme,
        login: [{ file: 'login.json', pointer: '', format: 'json' }],
        directories: [{ path: 'login.json', class: 'disposable', kind: 'file' }],
      },
      ['descriptor/classes'],
      [],
    ],
    'a shared file of tokens': [
      { ...acme, directories: [{ path: 'state/oauth_tokens.json', class: 'shared', kind: 'file' }] },
      ['descriptor/secrets'],
      [],
    ],
    'a shared key of a mixed file that speaks of a secret': [
      {
        ...acme,
        directories: [
          {
            path: 'config.json',
            class: 'mixed',
            kind: 'file',
            format: 'json',
            rules: [{ pointer: '/cookieJar', class: 'shared', merge: 'value' }],
          },
        ],
      },
      ['descriptor/secrets'],
      [],
    ],
    'a shared folder that may hold keys': [
      { ...acme, directories: [{ path: 'keys', class: 'shared', kind: 'directory' }] },
      [],
      ['descriptor/secrets'],
    ],
    'isolation that is partial for no reason': [
      { ...acme, relocation: { ...acme.relocation, isolation: 'partial' } },
      [],
      ['descriptor/isolation'],
    ],
  } as const;

  test.each(Object.entries(wrong))('%s', async (_, [descriptor, failed, warned]) => {
    const report = await look({ descriptors: [descriptor] });
    expect({ failed: idsOf(report, 'failed'), warned: idsOf(report, 'warned') }).toEqual({ failed, warned });
  });
});

describe('B094 B101: a manifest that breaks a rule is told before anything runs', () => {
  test.each([
    ['../../evil', 'package/id'],
    ['a/b', 'package/id'],
  ])('the id %s', async (id, check) => {
    const report = await look({ id, descriptors: [acme] });
    expect(idsOf(report, 'failed')).toEqual([check]);
    expect(report.id).toBeNull();
  });

  test('a descriptor whose shared path leads out', async () => {
    const descriptor = { ...acme, directories: [{ path: '../../.ssh', class: 'shared', kind: 'directory' }] };
    const report = await look({ descriptors: [descriptor] });
    expect(idsOf(report, 'failed')).toEqual(['package/manifest']);
    expect(JSON.stringify(report.checks)).toContain('/directories/0/path');
  });

  test('no manifest at all', async () => {
    const report = await checkPlugin(testHost(), tempHome(), { version: '0.1.0', node: '20.20.2' });
    expect(idsOf(report, 'failed')).toEqual(['package/manifest']);
  });

  test.each([
    [{ 'tool.json': '{' }, './tool.json is damaged as JSON'],
    [{ 'tool.json': '{\n  "id": "acme",,\n}' }, 'in line 2'],
    [
      { 'tool.json': '{"id":"acme","dispName":"Acme"}' },
      './tool.json: /dispName is not a field that is known',
    ],
    [{}, 'package.json: /tools/descriptors/0 is not there'],
  ])('what is wrong with which file: %j', async (files, detail) => {
    const { checks } = await look({ descriptors: ['./tool.json'] }, files);
    const told = checks.find(({ id }) => id === 'package/manifest');
    expect(told?.details[0]).toContain(detail);
  });

  test('nothing there at all', async () => {
    const report = await checkPlugin(testHost(), join(tempHome(), 'gone'), {
      version: '0.1.0',
      node: '20.20.2',
    });
    expect(idsOf(report, 'failed')).toEqual(['package/found']);
  });

  test('a release that it was not made for', async () => {
    const report = await look({ descriptors: [acme], compatibility: { tools: '>=99.0.0' } });
    expect(idsOf(report, 'failed')).toEqual(['package/compatible']);
  });
});

function loaderContext() {
  const host = testHost();
  return { host, paths: appPaths(host) };
}

describe('a module is set up and unloaded in a process of its own', () => {
  const body = (setup: string, rest = '') =>
    `export default { id: 'acme-plugin', version: '1.0.0', apiVersion: '1.0', setup(api) { ${setup} }, ${rest} };`;
  const register = `api.tools.register(${JSON.stringify(acme)});`;

  test('what is right passes', async () => {
    const report = await lookAtModule(body(register, 'dispose() {}'));
    expect(report).toMatchObject({ id: 'acme-plugin', kinds: ['module'], passed: true });
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  const wrong: Readonly<
    Record<string, readonly [code: string, failed: readonly string[], warned?: readonly string[]]>
  > = {
    'no default export': ['export const x = 1;', ['module/import']],
    'a syntax error': ['export default {', ['module/import']],
    'it ends the process': ['process.exit(0);', ['module/import']],
    'another id': [`const p = {}; ${body(register).replace('acme-plugin', 'other')}`, ['module/agrees']],
    'setup throws': [body('throw new Error("no luck")'), ['module/setup']],
    'it ends the process in setup': [body('process.exit(3)'), ['module/setup']],
    'setup works once only': [
      `let done = false; ${body(`if (done) throw new Error('twice'); done = true; ${register}`)}`,
      ['module/again'],
    ],
    'nobody hears of a refusal': [
      body(`queueMicrotask(() => {}); Promise.resolve().then(() => { ${register} });`),
      ['module/refused'],
    ],
    'a timer goes on': [body(`setInterval(() => {}, 1000); ${register}`), ['module/unload']],
    'a listener stays': [body(`process.on('exit', () => {}); ${register}`), ['module/unload']],
    'it registers later': [
      body(`${register} setTimeout(() => { try { ${register} } catch {} }, 10);`),
      ['module/late'],
    ],
    'it changes the environment': [body(`process.env.ACME_HOME = '/'; ${register}`), ['module/surroundings']],
    'it leaves a global': [body(`globalThis.acme = 1; ${register}`), ['module/surroundings']],
    'it writes into the home': [
      `import { writeFileSync } from 'node:fs'; ${body(`writeFileSync(process.env.HOME + '/.acme', ''); ${register}`)}`,
      ['module/surroundings'],
    ],
    'it writes to stdout': [body(`console.log('hello'); ${register}`), [], ['module/surroundings']],
    'a point that is none': [
      body(`${register} api.extensions.register('everything', () => {});`),
      ['module/setup'],
    ],
    'a provider that is none': [
      body(`${register} api.extensions.register('listColumn', () => {});`),
      ['module/setup', 'permission/declared'],
    ],
    'it does not ask for what it uses': [
      body(
        `${register} api.extensions.register('runHook', async () => undefined); return api.state.get('x');`,
      ),
      ['permission/declared'],
    ],
    'what JSON can not say': [
      body(`api.tools.register({ ...${JSON.stringify(acme)}, description: undefined });`),
      ['descriptor/json'],
    ],
  };

  test.each(Object.entries(wrong))('%s', async (_, [code, failed, warned = []]) => {
    const report = await lookAtModule(code);
    expect({ failed: idsOf(report, 'failed'), warned: idsOf(report, 'warned') }).toEqual({ failed, warned });
  });

  test.each([
    ["commands.register({ name: '9lives', description: 'x', run })", 'lower-case letters, digits and dashes'],
    ["commands.register({ name: 'x', description: 'two\\nlines', run })", 'has no description of one line'],
    ["commands.register({ name: 'x', description: 'x' })", 'has nothing to run'],
    ["commands.register({ name: 'two', description: 'x', run })", 'is registered already'],
    [
      "commands; for (let n = 0; n < 64; n += 1) api.commands.register({ name: 'c' + n, description: 'x', run })",
      'one more than the 64',
    ],
    [
      "tools; for (let n = 0; n < 33; n += 1) api.tools.register({ id: 't-' + n, displayName: 'x' })",
      'one more than the 32',
    ],
    ["extensions.register('runHook', run, { priority: 0.5 })", 'has a priority that is no whole number'],
    ["extensions.register('listColumn', { head: 'x'.repeat(25), value: run })", 'has no head of one line'],
    ["extensions.register('listColumn', { head: 'Seats', value: 'function' })", 'has no function "value"'],
    ["extensions.register('importer', { name: 'x', displayName: '', find: run })", 'has no displayName'],
    ["extensions.register('secretReference', { scheme: 'op', resolve: run })", 'which is ours'],
  ])('what is refused when it is loaded fails here, too: api.%s', async (call, problem) => {
    const first =
      "const run = async () => {}; api.commands.register({ name: 'two', description: 'x', run });";
    const code = body(`${first} api.${call};`);
    const permissions: readonly Permission[] = [
      ...(['code:in-process', 'command:add', 'hook:run', 'list:column', 'account:import'] as const),
      'secret:resolve',
    ];
    const report = await lookAtModule(code, permissions);
    expect(idsOf(report, 'failed')).toEqual(['module/setup']);
    const told = report.checks.find(({ id }) => id === 'module/setup');
    expect(told?.details).toEqual([expect.stringContaining(problem)]);
    const { default: plugin } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const by = { id: 'acme-plugin', permissions, manifest: '', registry: new AIToolRegistry() };
    const refused = setUpPlugin({ ...loaderContext(), tell: () => {} }, plugin, by);
    await expect(refused).rejects.toMatchObject({
      code: 'PLUGIN_REGISTRATION_REFUSED',
      message: expect.stringContaining(problem),
    });
  });

  test('a provider may be of a class', async () => {
    const column = "new (class { get head() { return 'Seats'; } async value() {} })()";
    const report = await lookAtModule(body(`api.extensions.register('listColumn', ${column});`), [
      ...['code:in-process', 'list:column'],
    ]);
    expect(idsOf(report, 'failed')).toEqual([]);
  });

  test.each(['await new Promise(() => {});', 'while (true);'])('setup never ends: %s', async (setup) => {
    const code = body(setup).replace('setup(api)', 'async setup(api)');
    const report = await lookAtModule(code, ['code:in-process'], 500);
    expect(idsOf(report, 'failed')).toEqual(['module/setup']);
  });

  test('it asks for what it does not use', async () => {
    const report = await lookAtModule(body(register), ['code:in-process', 'hook:login', 'network']);
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'permission/used')).toMatchObject({
      outcome: 'warned',
      details: ['hook:login was not seen to be used'],
    });
  });

  test('what it would use is not told of code that did not get so far; what it keeps, it may keep later', async () => {
    const asked = ['code:in-process', 'hook:login', 'storage'];
    for (const code of ['export default {', body('throw new Error("no");')])
      expect(await checkOf('permission/used', code, asked)).toMatchObject({ outcome: 'skipped' });
    expect(await checkOf('permission/used', body(register), ['code:in-process', 'storage'])).toMatchObject({
      outcome: 'passed',
    });
  });

  test.each([
    ['module/import', 'export default {', 'Unexpected end of input (node --check says where)'],
    ['module/import', 'import "acme-of-nobody";', "Cannot find package 'acme-of-nobody'"],
    ['module/import', 'nobody();', 'nobody is not defined (plugin.mjs:1)'],
    ['module/import', 'export const plugin = {};', 'it exports nothing by default'],
    ['module/import', 'export default {};', 'its default export has no setup'],
    ['module/setup', body('\n\n  throw new Error("no luck");'), 'no luck (plugin.mjs:3)'],
  ] as const)('%s says where it is wrong: %j', async (id, code, detail) => {
    expect((await checkOf(id, code))?.details).toEqual([expect.stringContaining(detail)]);
  });

  async function checkOf(wanted: string, code: string, permissions?: readonly string[]) {
    return (await lookAtModule(code, permissions)).checks.find(({ id }) => id === wanted);
  }

  function lookAtModule(
    code: string,
    permissions: readonly string[] = ['code:in-process'],
    patienceMs?: number,
  ): Promise<CheckReport> {
    return look({ entry: './plugin.mjs', permissions }, { 'plugin.mjs': code }, patienceMs);
  }
});

/** A folder with this block `tools`, and these files. */
async function look(
  manifest: object,
  files: Readonly<Record<string, string>> = {},
  patienceMs?: number,
  fields: object = {},
): Promise<CheckReport> {
  const folder = join(tempHome(), 'plugin');
  mkdirSync(folder);
  const tools = {
    manifestVersion: 1,
    apiVersion: '1.0',
    id: 'acme-plugin',
    publisher: { id: 'acme', name: 'Acme' },
    display: { name: 'Acme for tools' },
    ...manifest,
  };
  const json = { name: 'acme-plugin', version: '1.0.0', type: 'module', tools, ...fields };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(json));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const host = testHost();
  const report = await checkPlugin(host, folder, { version: '0.1.0', node: '20.20.2', patienceMs });
  expect(host.files.readdir(host.homeDir), 'the home of the user').toEqual([]);
  return report;
}

function idsOf({ checks }: CheckReport, wanted: string): readonly string[] {
  return checks.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
}
