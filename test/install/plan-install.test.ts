import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type InstallRequest, planInstall } from '../../src/install/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../src/registry/index.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { demoPackage, demoTool } from './demo-tool.ts';

function context(registry: string, env: Record<string, string> = {}) {
  const root = tempHome();
  const host = testHost({
    home: root,
    env: {
      AI_TOOLS_HOME: join(root, 'ours'),
      npm_config_registry: registry,
      npm_config_cache: join(root, 'npm'),
      ...env,
    },
  });
  return { host, paths: appPaths(host) };
}

describe('planInstall', () => {
  test.each([
    { case: 'latest when nothing is asked', request: {}, version: '2.0.0', pinned: false },
    { case: 'a tag', request: { version: 'next' }, version: '3.0.0-rc.1', pinned: false },
    { case: 'an exact version', request: { version: '1.0.0' }, version: '1.0.0', pinned: true },
  ])('resolves $case', async ({ request, version, pinned }) => {
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { tags: [] }),
      demoPackage('3.0.0-rc.1', { tags: ['next'] }),
      demoPackage('2.0.0'),
    );
    const ctx = context(registry.url);
    expect(await planInstall(ctx, demoTool(), request)).toEqual({
      tool: 'demo',
      name: 'default',
      package: '@made/demo',
      version,
      pinned,
      ...(pinned ? {} : { tag: request.version ?? 'latest' }),
      root: 'default',
      folder: join(ctx.paths.root, 'installations/demo/default/versions', version),
    });
    expect(existsSync(ctx.paths.root)).toBe(false);
  });

  test('adds up what the registry says of the package and of its part for this computer', async () => {
    const { platform, arch } = testHost();
    const part = `@made/demo-${platform}-${arch}`;
    const optionalDependencies = {
      '@made/demo-other-s390x': '1.0.0',
      [part]: `npm:@made/parts@1.0.0-${platform}`,
    };
    const registry = await fakeRegistry(
      demoPackage('1.0.0', { unpackedSize: 1000, manifest: { optionalDependencies } }),
      {
        name: '@made/parts',
        version: `1.0.0-${platform}`,
        files: {},
        unpackedSize: 234,
        manifest: { os: [platform], cpu: [arch] },
      },
    );
    expect(await planInstall(context(registry.url), demoTool())).toMatchObject({ bytes: 1234 });
  });

  test.each([
    { case: 'a range', version: '^1.0.0' },
    { case: 'part of a version', version: '1' },
    { case: 'a range that looks like a tag', version: 'x' },
    { case: 'an option', version: '--registry=http://example.com' },
    { case: 'another package', version: 'npm:evil@1.0.0' },
    { case: 'an address', version: 'https://example.com/x.tgz' },
    { case: 'a folder', version: '../x' },
    { case: 'nothing', version: '' },
  ])('refuses $case before anything is asked', async ({ version }) => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    await expect(planInstall(context(registry.url), demoTool(), { version })).rejects.toMatchObject({
      code: 'VERSION_UNUSABLE',
      exit: 2,
    });
    expect(registry.requests).toEqual([]);
  });

  test.each<{ case: string; request: InstallRequest; code: string; exit: number }>([
    { case: 'a tag that is not there', request: { version: 'nightly' }, code: 'PACKAGE_NOT_FOUND', exit: 3 },
    {
      case: 'a version that is not there',
      request: { version: '9.9.9' },
      code: 'PACKAGE_NOT_FOUND',
      exit: 3,
    },
    {
      case: 'a name that leads out of its folder',
      request: { name: '../x' },
      code: 'INSTALLATION_NAME_UNUSABLE',
      exit: 2,
    },
    {
      case: 'a name that Windows keeps',
      request: { name: 'nul.1' },
      code: 'INSTALLATION_NAME_UNUSABLE',
      exit: 2,
    },
    {
      case: 'a name that is another on some disks',
      request: { name: 'Default' },
      code: 'INSTALLATION_TAKEN',
      exit: 2,
    },
  ])('refuses $case', async ({ request, code, exit }) => {
    const registry = await fakeRegistry(demoPackage('1.0.0'));
    await expect(planInstall(context(registry.url), demoTool(), request)).rejects.toMatchObject({
      code,
      exit,
    });
  });

  test('without a network: said so, exit 1, nothing made', async () => {
    const ctx = context('http://127.0.0.1:1/');
    await expect(planInstall(ctx, demoTool())).rejects.toMatchObject({
      code: 'REGISTRY_UNREACHABLE',
      exit: 1,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(existsSync(ctx.paths.root)).toBe(false);
  });

  test("B132: a password in the registry's address is not in the error", async () => {
    const failed = await planInstall(context('http://me:CANARY-9f3@127.0.0.1:1/'), demoTool()).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify([failed, String(failed)])).not.toContain('CANARY');
  });

  test('without npm: said so', async () => {
    await expect(planInstall(context('', { PATH: '/nowhere' }), demoTool())).rejects.toMatchObject({
      code: 'NPM_MISSING',
      exit: 1,
    });
  });

  test('a tool that is not on npm: its own command is the hint', async () => {
    const registry = new AIToolRegistry();
    const other = { id: 'other', displayName: 'Other', installCommand: ['brew', 'install', 'other'] };
    registry.register(other);
    await expect(planInstall(context(''), registry.all()[0] as AITool)).rejects.toMatchObject({
      code: 'INSTALL_NOT_SUPPORTED',
      hint: 'brew install other',
    });
  });
});
