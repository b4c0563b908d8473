import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programOf, programsOf, versionOf } from '../../src/install/index.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../src/registry/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';
import { demoTool } from './demo-tool.ts';

function program(path: string, body = 'echo demo 7.8.9'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

function world(): { home: string; host: Host; bin: string } {
  const home = tempHome();
  const bin = join(home, 'bin');
  return {
    home,
    bin,
    host: testHost({ home, env: { AI_TOOLS_HOME: join(home, 'ours'), PATH: `${bin}:/usr/bin:/bin` } }),
  };
}

function record(host: Host, text: string, name = 'default'): void {
  const file = join(appPaths(host).installationFolder('demo', name), 'installation.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** As every release so far wrote it. */
const managed = recorded({ kind: 'managed', version: '2.0.0', pinned: false });

function recorded(program: object, name = 'default', root = name): string {
  return JSON.stringify({ schemaVersion: 1, tool: 'demo', name, root, program });
}

const known = { knownPaths: { linux: ['{userHome}/.demo/bin/demo'] } };

describe('programOf', () => {
  test('takes the version we manage before PATH', () => {
    const { host, bin } = world();
    program(join(bin, 'demo'));
    record(host, managed);
    const file = program(
      join(appPaths(host).installationFolder('demo', 'default'), 'versions/2.0.0/node_modules/.bin/demo'),
    );
    expect(programOf(host, appPaths(host), demoTool(), 'default')).toEqual({
      file,
      path: file,
      argsPrefix: [],
      version: '2.0.0',
      source: 'managed',
    });
  });

  test('takes PATH before the known paths, and those when PATH has none', () => {
    const { host, bin, home } = world();
    const there = program(join(home, '.demo/bin/demo'));
    expect(programOf(host, appPaths(host), demoTool(known), 'default')).toMatchObject({
      file: there,
      source: 'known',
    });
    const first = program(join(bin, 'demo'));
    expect(programOf(host, appPaths(host), demoTool(known), 'default')).toMatchObject({
      file: first,
      source: 'path',
    });
    expect(programsOf(host, appPaths(host), demoTool(known)).found.map(({ path }) => path)).toEqual([
      first,
      there,
    ]);
  });

  test('starts the native program of a global npm install', () => {
    const { host, bin, home } = world();
    const launcher = program(join(home, 'lib/node_modules/@made/demo/cli.js'));
    const native = program(join(home, 'lib/node_modules/@made/demo-x/demo'));
    mkdirSync(bin);
    symlinkSync(launcher, join(bin, 'demo'));
    const tool = demoTool({ native: [{ platform: 'linux', arch: host.arch, path: '@made/demo-x/demo' }] });
    expect(programOf(host, appPaths(host), tool, 'default')).toMatchObject({
      file: native,
      path: join(bin, 'demo'),
    });
  });

  test('says how to install what is nowhere', () => {
    const { host } = world();
    expect(() => programOf(host, appPaths(host), demoTool(), 'default')).toThrow(
      expect.objectContaining({ code: 'PROGRAM_NOT_FOUND', exit: 127, hint: 'tools install demo' }),
    );
  });

  test.each([
    [['brew', 'install', 'foreign'], 'brew install foreign'],
    [null, 'tools info foreign'],
  ])('what we can’t install is installed as its descriptor says: %j', (installCommand, hint) => {
    const { host } = world();
    const registry = new AIToolRegistry();
    registry.register({ id: 'foreign', displayName: 'Foreign', installCommand });
    const tool = registry.tool('foreign') as AITool;
    expect(() => programOf(host, appPaths(host), tool, 'default')).toThrow(
      expect.objectContaining({ code: 'PROGRAM_NOT_FOUND', hint }),
    );
  });

  test('never takes PATH in place of a managed version that is gone', () => {
    const { host, bin } = world();
    program(join(bin, 'demo'));
    record(host, managed);
    expect(() => programOf(host, appPaths(host), demoTool(), 'default')).toThrow(
      expect.objectContaining({ code: 'PROGRAM_NOT_FOUND' }),
    );
  });

  test.each([
    { case: 'a damaged record', text: '{"schemaVersion":1,', code: 'STATE_DAMAGED' },
    { case: 'a record of a later release', text: '{"schemaVersion":2}', code: 'STATE_NEWER' },
    {
      case: 'a version that leads out of its folder',
      text: recorded({ kind: 'managed', version: '../../..', pinned: true }),
      code: 'STATE_DAMAGED',
    },
    {
      case: 'a root that leads out of its folder',
      text: recorded({ kind: 'path' }, 'default', '../default'),
      code: 'STATE_DAMAGED',
    },
    {
      case: 'the record of another installation',
      text: recorded({ kind: 'path' }, 'edge'),
      code: 'STATE_DAMAGED',
    },
  ])('refuses $case', ({ text, code }) => {
    const { host, bin } = world();
    program(join(bin, 'demo'));
    record(host, text);
    expect(() => programOf(host, appPaths(host), demoTool(), 'default')).toThrow(
      expect.objectContaining({ code, exit: 6 }),
    );
  });

  test.each([
    { case: 'a version', name: '1.2.3', hint: 'tools install demo@1.2.3' },
    { case: 'any name', name: 'edge', hint: 'tools installations list demo' },
    { case: 'a mistyped one', name: 'defualt', hint: 'tools installations show demo default' },
  ])('an installation that is not there: $case is refused, with what to do', ({ name, hint }) => {
    const { host } = world();
    expect(() => programOf(host, appPaths(host), demoTool(), name)).toThrow(
      expect.objectContaining({ code: 'INSTALLATION_NOT_FOUND', exit: 3, hint }),
    );
  });

  test('starts the executable that an installation names, and never PATH in its place', () => {
    const { host, bin, home } = world();
    program(join(bin, 'demo'));
    const file = program(join(home, 'opt/demo-edge'));
    record(host, recorded({ kind: 'path', file }, 'edge'), 'edge');
    expect(programOf(host, appPaths(host), demoTool(), 'edge')).toMatchObject({ file, source: 'file' });
    chmodSync(file, 0o644);
    expect(() => programOf(host, appPaths(host), demoTool(), 'edge')).toThrow(
      expect.objectContaining({ code: 'PROGRAM_NOT_FOUND', hint: 'tools installations show demo edge' }),
    );
  });
});

describe('versionOf', () => {
  const ask = async ({ host }: { host: Host }, tool = demoTool()): Promise<string | undefined> =>
    versionOf(host, programOf(host, appPaths(host), tool, 'default'), tool);

  test('reads the package.json above the program and starts nothing', async () => {
    const it = world();
    const launcher = program(join(it.home, 'lib/node_modules/@made/demo/cli.js'), `touch ${it.home}/started`);
    writeFileSync(join(dirname(launcher), 'package.json'), '{"version":"4.5.6"}');
    mkdirSync(it.bin);
    symlinkSync(launcher, join(it.bin, 'demo'));
    expect(await ask(it)).toBe('4.5.6');
    expect(Object.keys(treeOf(it.home))).not.toContain('started');
  });

  test("asks a program that is no package, in a home that is nobody's", async () => {
    const it = world();
    program(join(it.bin, 'demo'), 'echo "$HOME" > "$HOME/litter"; echo "demo-cli 7.8.9-beta.1 (x)"');
    expect(await ask(it)).toBe('7.8.9-beta.1');
    expect(Object.keys(treeOf(it.home)).filter((path) => /litter|\.home-/.test(path))).toEqual([]);
  });

  test.each([
    { case: 'a program that fails', body: 'echo 1.2.3; exit 1' },
    { case: 'a program that says something else', body: 'echo hello' },
  ])('does not know for $case', async ({ body }) => {
    const it = world();
    program(join(it.bin, 'demo'), body);
    expect(await ask(it)).toBeUndefined();
  });

  test('never starts one whose descriptor does not allow it', async () => {
    const it = world();
    program(join(it.bin, 'demo'), `touch ${it.home}/started; echo 1.2.3`);
    expect(await ask(it, demoTool({ versionFrom: 'package' }))).toBeUndefined();
    expect(Object.keys(treeOf(it.home))).not.toContain('started');
  });
});
