import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  findInstallation,
  type InstallRequest,
  installTool,
  planInstall,
  programOf,
} from '../../src/install/index.ts';
import { appPaths, type FileSystem, type Host, nodeFileSystem } from '../../src/platform/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { isLinux } from '../support/linux-tools.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';
import { demoPackage, demoTool } from './demo-tool.ts';

interface World {
  readonly host: Host;
  /** Where npm keeps its cache, outside the home. */
  readonly root: string;
}

function world(url: string, env: Record<string, string> = {}, files: FileSystem = nodeFileSystem): World {
  const root = tempHome();
  const home = join(root, 'home');
  mkdirSync(home);
  const host = testHost({
    home,
    files,
    env: {
      AI_TOOLS_HOME: join(root, 'ours'),
      npm_config_registry: url,
      npm_config_cache: join(root, 'npm'),
      ...env,
    },
  });
  return { host, root };
}

async function install({ host }: World, tool: AITool, request: InstallRequest = {}): Promise<void> {
  const ctx = { host, paths: appPaths(host) };
  await installTool(ctx, tool, await planInstall(ctx, tool, request));
}

function started({ host }: World, tool: AITool): string {
  const { file, argsPrefix } = programOf(host, appPaths(host), tool, 'default');
  return execFileSync(file, [...argsPrefix, '--version'], { encoding: 'utf8' }).trim();
}

const versionsOf = ({ root }: World): string[] =>
  readdirSync(join(root, 'ours/installations/demo/default/versions')).sort();
const programRecord = ({ host }: World, tool: AITool) =>
  findInstallation(host, appPaths(host), tool, 'default').program;

describe('installTool', () => {
  test('a tool is installed, then updated; the earlier version stays for those who run it', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    const tool = demoTool();
    await install(it, tool);
    expect(started(it, tool)).toBe('demo 1.0.0');
    registry.publish(demoPackage('1.1.0'));
    await install(it, tool);
    expect(started(it, tool)).toBe('demo 1.1.0');
    expect(versionsOf(it)).toEqual(['1.0.0', '1.1.0']);
    expect(programRecord(it, tool)).toEqual({
      kind: 'managed',
      version: '1.1.0',
      pinned: false,
      previous: '1.0.0',
    });
  });

  test('an exact version pins, a tag does not', async () => {
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { tags: [] }),
      demoPackage('2.0.0'),
      demoPackage('3.0.0-rc.1', { tags: ['next'] }),
    );
    const it = world(registry.url);
    const tool = demoTool();
    await install(it, tool, { version: '1.0.0' });
    expect(programRecord(it, tool)).toEqual({ kind: 'managed', version: '1.0.0', pinned: true });
    await install(it, tool, { version: 'next' });
    expect(programRecord(it, tool)).toEqual({
      kind: 'managed',
      version: '3.0.0-rc.1',
      pinned: false,
      tag: 'next',
      previous: '1.0.0',
    });
    expect(started(it, tool)).toBe('demo 3.0.0-rc.1');
  });

  test('the newest version is installed though it asks for another Node', async () => {
    const trap = demoPackage('2.0.0', { manifest: { engines: { node: '>=99' } } });
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { tags: [], manifest: { engines: { node: '>=20' } } }),
      trap,
    );
    const it = world(registry.url);
    await install(it, demoTool());
    expect(started(it, demoTool())).toBe('demo 2.0.0');
  });

  test('scripts of the package write into a home that goes, and see none of the keys', async () => {
    const script = `node -e "const fs=require('fs');fs.writeFileSync(process.env.HOME+'/.bashrc','litter');fs.mkdirSync(process.env.XDG_CONFIG_HOME,{recursive:true});fs.writeFileSync('seen.json',JSON.stringify([process.env.HOME,process.env.DEMO_API_KEY,process.env.DEMO_HOME]))"`;
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { manifest: { scripts: { postinstall: script } } }),
    );
    const it = world(registry.url, {
      DEMO_API_KEY: 'sk-dummy-1',
      DEMO_HOME: '/somewhere',
      XDG_CONFIG_HOME: '/nowhere',
    });
    writeFileSync(join(it.host.homeDir, '.bashrc'), 'mine');
    const before = treeOf(it.host.homeDir);
    await install(it, demoTool());
    expect(treeOf(it.host.homeDir)).toEqual(before);
    const [home, key, directory] = JSON.parse(
      readFileSync(
        join(it.root, 'ours/installations/demo/default/versions/1.0.0/node_modules/@made/demo/seen.json'),
        'utf8',
      ),
    );
    expect(home).toContain('.staging-');
    expect(existsSync(home)).toBe(false);
    expect([key, directory]).toEqual([null, null]);
    expect(
      readdirSync(join(it.root, 'ours/installations/demo/default/versions/1.0.0')).filter((name) =>
        name.startsWith('.'),
      ),
    ).toEqual([]);
  });

  test("the settings of the user's npm are kept: registry and cache", async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world('', {});
    const { npm_config_registry: _r, npm_config_cache: _c, ...env } = it.host.env as Record<string, string>;
    const cache = join(it.root, 'their-cache');
    writeFileSync(join(it.host.homeDir, '.npmrc'), `registry=${registry.url}\ncache=${cache}\n`);
    const own = { ...it, host: { ...it.host, env } };
    await install(own, demoTool());
    expect(started(own, demoTool())).toBe('demo 1.0.0');
    expect(existsSync(join(cache, '_cacache'))).toBe(true);
    expect(existsSync(join(it.host.homeDir, '.npm'))).toBe(false);
  });

  test("settings of the directory the user is in are not npm's", async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    const { npm_config_registry: _, ...env } = it.host.env as Record<string, string>;
    writeFileSync(join(it.host.homeDir, '.npmrc'), `registry=${registry.url}\n`);
    const repository = join(it.root, 'repository');
    mkdirSync(repository);
    writeFileSync(join(repository, '.npmrc'), 'registry=http://127.0.0.1:1/\n');
    writeFileSync(join(repository, 'package.json'), '{}');
    await install({ ...it, host: { ...it.host, env, cwd: repository } }, demoTool());
    expect(started(it, demoTool())).toBe('demo 1.0.0');
  });

  test('the native program is started rather than the launcher', async () => {
    const { platform, arch } = testHost();
    const native = [{ platform, arch, path: '@made/demo-native/bin/demo' }];
    const part = {
      name: '@made/demo-native',
      version: '1.0.0',
      files: { 'bin/demo': '#!/bin/sh\necho native 1.0.0\n' },
    };
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { manifest: { optionalDependencies: { '@made/demo-native': '1.0.0' } } }),
      part,
    );
    const it = world(registry.url);
    await install(it, demoTool({ native }));
    expect(started(it, demoTool({ native }))).toBe('native 1.0.0');
  });

  test('a version that is there and works is not fetched again', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    await install(it, demoTool());
    await install(it, demoTool(), { version: '1.0.0' });
    expect(registry.requests.filter((path) => path.endsWith('.tgz'))).toHaveLength(1);
    expect(programRecord(it, demoTool())).toMatchObject({ pinned: true });
  });

  test('a version whose program is gone is put back', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    await install(it, demoTool());
    writeFileSync(
      join(it.root, 'ours/installations/demo/default/versions/1.0.0/node_modules/@made/demo/cli.js'),
      '#!/bin/sh\nexit 3\n',
    );
    await install(it, demoTool());
    expect(started(it, demoTool())).toBe('demo 1.0.0');
    expect(versionsOf(it)).toEqual(['1.0.0']);
  });

  test("B080: what a killed install left is cleared by the next, ours and npm's own", async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    await install(it, demoTool());
    const versions = join(it.root, 'ours/installations/demo/default/versions');
    for (const name of ['.staging-aaaaaaaa', '.demo-Ab12Cd34', '.old-bbbbbbbb'])
      mkdirSync(join(versions, name, 'node_modules'), { recursive: true });
    const keep = join(versions, '.staging-live0000');
    mkdirSync(keep);
    writeFileSync(join(keep, '.owner.json'), JSON.stringify(it.host.processes.self));
    registry.publish(demoPackage('2.0.0'));
    await install(it, demoTool());
    expect(versionsOf(it)).toEqual(['.staging-live0000', '1.0.0', '2.0.0']);
  });

  test('two at once both end well', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    await Promise.all([install(it, demoTool()), install(it, demoTool())]);
    expect(started(it, demoTool())).toBe('demo 1.0.0');
    expect(versionsOf(it)).toEqual(['1.0.0']);
  });

  test('an installation that is removed meanwhile is not recorded without a program', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'), demoPackage('1.1.0'));
    const it = world(registry.url);
    const tool = demoTool();
    await install(it, tool, { version: '1.0.0' });
    const folder = join(it.root, 'ours/installations/demo/default');
    let locked = 0;
    const mkdir: FileSystem['mkdir'] = (path, mode) => {
      // The second time is the last step: all is staged and checked.
      if (path.includes('.default.lock')) locked += 1;
      if (locked === 2) rmSync(folder, { recursive: true, force: true });
      nodeFileSystem.mkdir(path, mode);
    };
    const host = { ...it.host, files: { ...nodeFileSystem, mkdir } };
    const ctx = { host, paths: appPaths(host) };
    const plan = await planInstall(ctx, tool, { version: '1.1.0', name: 'default' });
    await expect(installTool(ctx, tool, plan)).rejects.toThrow(
      expect.objectContaining({ code: 'INSTALL_OVERTAKEN', hint: 'tools install demo@1.1.0 -i default' }),
    );
    expect(programRecord(it, tool)).toEqual({ kind: 'path' });
    await install(it, tool);
    expect(started(it, tool)).toBe('demo 1.1.0');
  });

  test('the bar follows the size on the disk where the registry says it', async () => {
    const big = 'x'.repeat(3_000_000);
    const seen = join(tempHome(), 'seen');
    // It ends once the bar was seen to stand near its end; or with the test.
    const waiting = `node -e "const fs=require('fs');const wait=()=>fs.existsSync('${seen}')||!fs.existsSync('${dirname(seen)}')||setTimeout(wait,20);wait()"`;
    const registry = await fakeRegistry(
      demoPackage('1.0.0', {
        files: { 'big.txt': big },
        unpackedSize: 3_100_000,
        manifest: { scripts: { postinstall: waiting } },
      }),
    );
    const it = world(registry.url);
    const ctx = { host: it.host, paths: appPaths(it.host) };
    const plan = await planInstall(ctx, demoTool());
    const fractions: (number | undefined)[] = [];
    const isNearItsEnd = (fraction = 0) => fraction > 0.9 && fraction < 1;
    const progress = (fraction: number | undefined) => {
      fractions.push(fraction);
      if (isNearItsEnd(fraction)) writeFileSync(seen, '');
    };
    await installTool(ctx, demoTool(), plan, { progress });
    expect(fractions[0]).toBe(0);
    expect(fractions.some(isNearItsEnd)).toBe(true);
    expect(fractions.at(-1)).toBe(1);
  });
});

describe('an install that fails changes nothing', () => {
  test.each([
    {
      case: 'a script of the package fails',
      broken: { manifest: { scripts: { postinstall: 'exit 9' } } },
      code: 'INSTALL_FAILED',
    },
    {
      case: 'the program fails',
      broken: { files: { 'cli.js': '#!/bin/sh\necho not for this system >&2\nexit 1\n' } },
      code: 'PROGRAM_UNUSABLE',
      says: 'not for this system',
    },
    {
      case: 'there is no program',
      broken: { manifest: { bin: {} } },
      code: 'PROGRAM_UNUSABLE',
      says: 'demo',
    },
    {
      case: 'a dependency is missing',
      broken: { manifest: { dependencies: { 'not-there': '1.0.0' } } },
      code: 'PACKAGE_NOT_FOUND',
    },
  ])('$case', async ({ broken, code, says = '' }) => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    await install(it, demoTool());
    const before = treeOf(join(it.root, 'ours/installations'));
    registry.publish(demoPackage('2.0.0', broken));
    await expect(install(it, demoTool())).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    });
    expect(treeOf(join(it.root, 'ours/installations'))).toEqual(before);
    expect(started(it, demoTool())).toBe('demo 1.0.0');
  });

  test.each([
    { case: 'the registry goes away', answer: 503, code: 'REGISTRY_UNREACHABLE' },
    { case: 'the registry wants a login', answer: 401, code: 'REGISTRY_UNREACHABLE' },
  ] as const)('$case between plan and install', async ({ answer, code }) => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    const ctx = { host: it.host, paths: appPaths(it.host) };
    const plan = await planInstall(ctx, demoTool());
    registry.answer(answer);
    const { npm_config_cache: _, ...env } = it.host.env as Record<string, string>;
    const cold = { ...ctx, host: { ...it.host, env: { ...env, npm_config_cache: join(it.root, 'cold') } } };
    await expect(installTool(cold, demoTool(), plan)).rejects.toMatchObject({ code, exit: 1 });
    expect(versionsOf(it)).toEqual([]);
  });

  test('a full disk at any step of ours: the old version runs, the next install works', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const faulty = faultyFiles(nodeFileSystem);
    const it = world(registry.url, {}, faulty.files);
    await install(it, demoTool());
    registry.publish(demoPackage('2.0.0'));
    const from = faulty.steps.length;
    await install(it, demoTool());
    const steps = faulty.steps.slice(from).filter((step) => !/\.lock|^(?:unlink|rmdir) /.test(step)).length;
    expect(steps).toBeGreaterThan(6);
    for (const method of ['writeNew', 'mkdir', 'rename'] as const) {
      registry.publish(demoPackage(`3.0.${method.length}`));
      faulty.failWhere((each, path) => each === method && !path.includes('.lock'), 'ENOSPC');
      const code = method === 'rename' ? 'MOVE_FAILED' : 'WRITE_FAILED';
      await expect(install(it, demoTool())).rejects.toMatchObject({ code, exit: 7 });
      faulty.heal();
      expect(started(it, demoTool())).toMatch(/^demo [23]/);
      await install(it, demoTool());
      expect(started(it, demoTool())).toBe(`demo 3.0.${method.length}`);
    }
    expect(versionsOf(it).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

test('a disk that does not confirm the new version: the one before runs, and the next install works', async () => {
  const registry = await fakeRegistry(demoPackage('1.0.0'));
  const faulty = faultyFiles(nodeFileSystem);
  const it = world(registry.url, {}, faulty.files);
  await install(it, demoTool());
  registry.publish(demoPackage('1.0.1'));
  faulty.failWhere((step, path) => step === 'syncDirectory' && path.endsWith('/versions'), 'EIO');
  await expect(install(it, demoTool())).rejects.toMatchObject({ code: 'WRITE_UNSURE', exit: 7 });
  faulty.heal();
  expect(started(it, demoTool())).toBe('demo 1.0.0');
  // What took its place without a word of it is of no use: a program that was cut off in the middle, say.
  const place = join(it.root, 'ours/installations/demo/default/versions/1.0.1');
  writeFileSync(join(place, 'node_modules/@made/demo/cli.js'), 'process.exit(1);\n');
  faulty.failWhere((step, path) => step === 'syncDirectory' && path.endsWith('/versions'), 'EIO');
  await expect(install(it, demoTool())).rejects.toMatchObject({ code: 'WRITE_UNSURE' });
  faulty.heal();
  expect(existsSync(place)).toBe(true);
  await install(it, demoTool());
  expect(started(it, demoTool())).toBe('demo 1.0.1');
  expect(versionsOf(it)).toEqual(['1.0.0', '1.0.1']);
});

describe('the versions on the disk', () => {
  test('one that somebody runs stays until nobody does; the current one and the one before stay always', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    const tool = demoTool();
    await install(it, tool);
    const first = join(it.root, 'ours/installations/demo/default/versions/1.0.0/node_modules/@made/demo');
    writeFileSync(join(first, 'wait.sh'), 'sleep 60; true\n');
    const child = spawn('sh', [join(first, 'wait.sh')], { detached: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    for (const version of ['1.0.1', '1.0.2']) {
      registry.publish(demoPackage(version));
      await install(it, tool);
    }
    expect(versionsOf(it)).toEqual(['1.0.0', '1.0.1', '1.0.2']);
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
    registry.publish(demoPackage('1.0.3'));
    await install(it, tool);
    expect(versionsOf(it)).toEqual(['1.0.2', '1.0.3']);
  });

  test.runIf(isLinux)(
    'one that is of no use is moved out of its place, and stays there while it runs',
    async () => {
      const registry = await fakeRegistry(demoPackage('1.0.0'));
      const it = world(registry.url);
      await install(it, demoTool());
      const place = join(it.root, 'ours/installations/demo/default/versions/1.0.0');
      writeFileSync(join(place, 'node_modules/@made/demo/cli.js'), '#!/bin/sh\nexit 3\n');
      copyFileSync('/bin/sleep', join(place, 'native'));
      const child = spawn(join(place, 'native'), ['60']);
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child, 'spawn');
      await install(it, demoTool());
      await install(it, demoTool());
      expect(started(it, demoTool())).toBe('demo 1.0.0');
      expect(existsSync(readlinkSync(`/proc/${child.pid}/exe`))).toBe(true);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await install(it, demoTool());
      expect(versionsOf(it)).toEqual(['1.0.0']);
    },
  );

  test('where nobody can tell who runs what, every version stays', async () => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    const it = world(registry.url);
    const processes = { ...it.host.processes, runningFrom: () => undefined };
    const blind = { ...it, host: { ...it.host, processes } };
    for (const version of ['1.0.1', '1.0.2', '1.0.3']) {
      registry.publish(demoPackage(version));
      await install(blind, demoTool());
    }
    expect(versionsOf(it)).toEqual(['1.0.1', '1.0.2', '1.0.3']);
  });
});
