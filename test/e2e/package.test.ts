import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tempHome } from '../support/temp-home.ts';

// The package as it would be published, installed into an empty project without a network. Needs `npm run build`.

const root = resolve(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';
let home: string;
let project: string;
let installed: string;

beforeAll(() => {
  home = tempHome();
  project = join(home, 'a project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', home).stdout.trim();
  npm(project, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(home, tarball));
  installed = join(project, 'node_modules', 'ai-tool-registry');
}, 120_000);

function npm(cwd: string, ...args: string[]): SpawnSyncReturns<string> {
  const done = run(isWindows ? 'npm.cmd' : 'npm', args, { cwd });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  return done;
}

function run(
  file: string,
  args: readonly string[],
  { cwd = project, user = home }: { cwd?: string; user?: string } = {},
): SpawnSyncReturns<string> {
  const env = { PATH: process.env.PATH, HOME: user, USERPROFILE: user, AI_TOOLS_HOME: join(user, 'ours') };
  // Windows starts a `.cmd` through a shell only.
  return spawnSync(isWindows ? `"${file}"` : file, args, { cwd, env, encoding: 'utf8', shell: isWindows });
}

const bin = (name: string) => join(project, 'node_modules', '.bin', isWindows ? `${name}.cmd` : name);
const script = (name: string, text: string) => {
  writeFileSync(join(project, name), text);
  return run(process.execPath, [name]);
};

const ids = ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'qwen'];

describe('the package', () => {
  test('tells what it kept from what any other build of its version kept, by one mark in each file that asks', () => {
    const cli = join(installed, 'dist/cli');
    const asking = readdirSync(cli).flatMap((name) => {
      const text = readFileSync(join(cli, name), 'utf8');
      return name.endsWith('.cjs') ? [...text.matchAll(/\+[0-9a-f]{12}(?=`)/g)].map(([mark]) => mark) : [];
    });
    // Whoever keeps an answer, and whoever gives it again.
    expect(asking.length).toBeGreaterThan(1);
    expect(new Set(asking).size).toBe(1);
  });

  test('brings nothing else along', () => {
    const names = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(names).toEqual(['ai-tool-registry']);
  });

  test('holds the program, the library with its types, its data files, and no sources or tests', () => {
    const files = execFileSync(
      process.execPath,
      [
        '-e',
        `console.log(require('fs').readdirSync(process.argv[1], {recursive: true}).join('\\n'))`,
        installed,
      ],
      { encoding: 'utf8' },
    )
      .trim()
      .split(/\r?\n/)
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => statSync(join(installed, file)).isFile());
    const expected =
      /^(?:dist\/cli\/[\w-]+\.cjs|dist\/(?:cli\/)?third-party-licences\.txt|dist\/(?:errors|registry|tools)\/[\w-]+\.d\.ts|dist\/plugins\/[\w-]+\/[\w-]+\.d\.ts|dist\/(?:index|plugin|testing)\.js|dist\/(?:index|plugin|testing-types)\.d\.ts|dist\/plugin(?:\.d\.cts|\.cjs)|docs\/(?:(?:descriptor|plugin-manifest)\.schema|tools)\.json|docs\/plugins\.md|README\.md|LICENSE|package\.json)$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['dist/cli/main.cjs', 'dist/index.d.ts', 'LICENSE']));
  });

  test('carries the licence of everything that is bundled', () => {
    const text = readFileSync(join(installed, 'dist', 'cli', 'third-party-licences.txt'), 'utf8');
    for (const name of ['clipanion', 'typanion', 'zod', 'proper-lockfile', 'jsonc-parser', 'smol-toml'])
      expect(text).toMatch(new RegExp(`^== ${name} \\d`, 'm'));
  });
});

describe('the programs', () => {
  test.each(['tools', 'ai-tools'])('%s says its version', (name) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(run(bin(name), ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('an account is made, its settings are written as TOML, and read again', () => {
    const user = tempHome();
    expect(run(bin('tools'), ['account', 'add', 'codex', 'work'], { user })).toMatchObject({ status: 0 });
    const shown = run(bin('tools'), ['env', 'codex', '-a', 'work', '--json'], { user });
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    const { CODEX_HOME } = JSON.parse(shown.stdout).set as { CODEX_HOME: string };
    const config = join(CODEX_HOME, 'config.toml');
    expect(readFileSync(config, 'utf8')).toContain('daemon_auto_start = false');
    writeFileSync(config, '[features] # mine\ndaemon_auto_start = true\n');
    expect(run(bin('tools'), ['exec', 'codex', '-a', 'work', '--', 'node', '-e', ''], { user }).status).toBe(
      0,
    );
    expect(readFileSync(config, 'utf8')).toContain('[features] # mine\ndaemon_auto_start = false\n');
  });
});

describe('the library', () => {
  const names = `console.log(registry.all().map(({ id }) => id).join());`;

  test('is imported, and touches nothing', () => {
    const before = readdirSync(home);
    const { stdout, stderr } = script('a.mjs', `import { registry } from 'ai-tool-registry';\n${names}`);
    expect([stdout, stderr]).toEqual([`${ids.join()}\n`, '']);
    expect(readdirSync(home)).toEqual(before);
  });

  // Without a flag since Node 20.19 and 22.12.
  test('is required', () => {
    const { stdout, status } = script('b.cjs', `const { registry } = require('ai-tool-registry');\n${names}`);
    expect([stdout, status]).toEqual([`${ids.join()}\n`, 0]);
  });

  test('its other doors lead somewhere', () => {
    const { stdout } = script(
      'c.cjs',
      `const { $schema } = require('ai-tool-registry/descriptor.schema.json');
       const tools = require('ai-tool-registry/tools.json');
       console.log($schema, Object.keys(tools).length > 0, require('ai-tool-registry/package.json').name);`,
    );
    expect(stdout).toMatch(/^https?:\S+ true ai-tool-registry\n$/);
  });

  test('a program requires the door of plugins, and imports the same', () => {
    const { stdout, stderr } = script(
      'plugin.cjs',
      `const required = require('ai-tool-registry/plugin');
       import('ai-tool-registry/plugin').then((imported) =>
         console.log(required.pluginApiVersion, Object.keys(imported).every((name) => name in required)));`,
    );
    expect([stdout, stderr]).toEqual(['1.0 true\n', '']);
  });

  test('a plugin is written and tested with its doors, and nothing else is installed', () => {
    const { stdout, stderr } = script(
      'd.mjs',
      `import { serveTool } from 'ai-tool-registry/plugin';
       import { checkPlugin, pluginInMemory, renderReport } from 'ai-tool-registry/testing';
       const plugin = pluginInMemory((streams) => serveTool({ id: 'acme', displayName: 'Acme' }, {}, streams));
       console.log((await plugin.describe()).descriptor.id);
       await plugin.close();
       console.log(renderReport(await checkPlugin('./gone')).at(-1));`,
    );
    expect([stdout, stderr]).toEqual(['acme\n./gone: 0 passed, 1 failed\n', '']);
  });

  test('the tests of the guide for authors of plugins pass', () => {
    cpSync(join(root, 'examples/data-plugin'), join(project, 'acme'), { recursive: true });
    copyFileSync(join(root, 'examples/tests/acme.test.mjs'), join(project, 'acme.test.mjs'));
    const { status, stdout } = run(process.execPath, ['--test', '--test-reporter=tap', 'acme.test.mjs']);
    expect(stdout).toContain('# pass 2\n');
    expect(status).toBe(0);
  });

  test('the kit of the installed package judges a module', () => {
    const plugin = join(project, 'acme-plugin');
    mkdirSync(plugin);
    const code = `export default { id: 'acme', version: '1.0.0', apiVersion: '1.0', setup() { process.env.ACME = '1'; } };`;
    writeFileSync(join(plugin, 'index.mjs'), code);
    const tools = {
      manifestVersion: 1,
      apiVersion: '1.0',
      id: 'acme',
      publisher: { id: 'acme', name: 'Acme' },
      display: { name: 'Acme' },
      permissions: ['code:in-process'],
      entry: './index.mjs',
    };
    const manifest = { name: 'acme-plugin', version: '1.0.0', type: 'module', tools };
    writeFileSync(join(plugin, 'package.json'), JSON.stringify(manifest));
    const checked = run(bin('tools'), ['plugin', 'check', plugin, '--json']);
    expect(checked.status).toBe(1);
    const { checks } = JSON.parse(checked.stdout) as { checks: { id: string; outcome: string }[] };
    expect(checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
      'module/surroundings',
    ]);
  });

  const compilers = [
    ['7', compilerOf(join(root, 'package.json'))],
    ['6', compilerOf(createRequire(import.meta.url).resolve('@microsoft/api-extractor/package.json'))],
    ['5.6', compilerOf(createRequire(attw()).resolve('@arethetypeswrong/core'))],
  ] as const;

  test.each(
    compilers.flatMap(([version, tsc]) =>
      (['nodenext', 'bundler'] as const).map((resolution) => ({ version, tsc, resolution })),
    ),
  )('its types are read by TypeScript $version ($resolution)', ({ version, tsc, resolution }) => {
    expect(run(process.execPath, [tsc, '--version']).stdout).toContain(`Version ${version}.`);
    writeFileSync(join(project, 'consumer.ts'), consumer);
    const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
    const flags = ['--noEmit', '--strict', '--module', module, '--moduleResolution', resolution];
    const options = [...flags, '--target', 'es2022', '--lib', 'es2022'];
    expect(run(process.execPath, [tsc, ...options, 'consumer.ts'])).toMatchObject({ status: 0, stdout: '' });
    writeFileSync(join(project, 'doors.ts'), doors);
    // With the AbortSignal of the browser's types, and with no other than ours.
    for (const given of [[...flags, '--target', 'es2022', '--lib', 'es2022,dom'], options])
      expect(run(process.execPath, [tsc, ...given, 'doors.ts'])).toMatchObject({ status: 0, stdout: '' });
    writeFileSync(join(project, 'wrong.ts'), consumer.replace("id: 'mine'", 'id: 42'));
    expect(run(process.execPath, [tsc, ...options, 'wrong.ts']).stdout).toMatch(/wrong\.ts.*TS\d+/);
  });

  test.each(compilers)(
    'TypeScript %s reads the types of what a program requires, as of Node 16',
    (_, tsc) => {
      const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--lib', 'es2022'];
      writeFileSync(join(project, 'required.cts'), requiring);
      expect(run(process.execPath, [tsc, ...options, 'required.cts'])).toMatchObject({
        status: 0,
        stdout: '',
      });
      writeFileSync(join(project, 'wrong.cts'), requiring.replace("id: 'acme'", 'id: 42'));
      expect(run(process.execPath, [tsc, ...options, 'wrong.cts']).stdout).toMatch(/wrong\.cts.*TS\d+/);
    },
  );
});

const consumer = `import { AIToolRegistry, type AITool, type ErrorCode, registry, ToolsError } from 'ai-tool-registry';
const own = new AIToolRegistry();
own.register({ id: 'mine', displayName: 'Mine', configDirEnvVar: 'MINE_HOME' });
export const tools: readonly AITool[] = registry.all();
export const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof ToolsError ? error.code : undefined);
`;

const doors = `import { definePlugin, serveTool, type ServeHandlers } from 'ai-tool-registry/plugin';
import { checkPlugin, type CheckReport, pluginInMemory, renderReport } from 'ai-tool-registry/testing';
const handlers: ServeHandlers = { accountInfo: (configDir, { signal }) => (signal.aborted ? undefined : { email: configDir }) };
export const plugin = definePlugin({ id: 'acme', version: '1.0.0', apiVersion: '1.0', setup() {} });
export const served = pluginInMemory((streams) => serveTool({ id: 'acme', displayName: 'Acme' }, handlers, streams));
export const lines = async (): Promise<readonly string[]> => {
  const report: CheckReport = await checkPlugin('./acme', { patienceMs: 1000 });
  return report.checks.some(({ id, outcome }) => id === 'wire/ids' && outcome === 'failed') ? renderReport(report) : [];
};
`;

const requiring = `import { defineTool, pluginApiVersion, serveTool, type ServeHandlers } from 'ai-tool-registry/plugin';
const handlers: ServeHandlers = { accountInfo: (configDir) => ({ email: configDir }) };
export const version: string = pluginApiVersion;
export const server = () => serveTool(defineTool({ id: 'acme', displayName: 'Acme' }), handlers);
`;

/** The compiler that a module of ours would get. */
function compilerOf(from: string): string {
  const folder = dirname(createRequire(from).resolve('typescript/package.json'));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { tsc: string } };
  return join(folder, bin.tsc);
}

function attw(): string {
  return createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json');
}
