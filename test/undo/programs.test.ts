import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noExtensions } from '../../src/accounts/index.ts';
import {
  findInstallation,
  installTool,
  planInstall,
  releaseProgram,
  rollBack,
} from '../../src/install/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { knownTools } from '../../src/registry/index.ts';
import { undoChange } from '../../src/undo/index.ts';
import { demoPackage, demoTool } from '../install/demo-tool.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

test('an install, an update, a roll-back and an uninstall, as far as the version before is kept', async () => {
  const registry = await fakeRegistry(demoPackage('1.0.0', { tags: [] }), demoPackage('1.1.0'));
  const root = tempHome();
  const env = {
    AI_TOOLS_HOME: join(root, 'ours'),
    npm_config_registry: registry.url,
    npm_config_cache: join(root, 'npm'),
  };
  const host = testHost({ env });
  const tool = demoTool();
  const ctx = {
    host,
    paths: appPaths(host),
    registry: knownTools([tool]),
    extensions: noExtensions,
    tell: () => undefined,
  };
  const started = () => {
    const { program } = findInstallation(host, ctx.paths, tool, 'default');
    return program.kind === 'managed' ? program.version : 'PATH';
  };
  for (const version of ['1.0.0', '1.1.0'])
    await installTool(ctx, tool, await planInstall(ctx, tool, { version }));
  expect(started()).toBe('1.1.0');

  const { again, now } = await undoChange(ctx);
  expect(now).toEqual(['demo@default starts version 1.0.0']);
  expect(started()).toBe('1.0.0');
  await undoChange(ctx, again ?? '');
  expect(started()).toBe('1.1.0');

  await rollBack(ctx, tool, 'default');
  expect(started()).toBe('1.0.0');
  await undoChange(ctx);
  expect(started()).toBe('1.1.0');

  await releaseProgram(ctx, tool, 'default');
  expect(started()).toBe('PATH');
  await expect(undoChange(ctx)).rejects.toMatchObject({
    code: 'UNDO_CHANGED_SINCE',
    message: expect.stringContaining('version 1.1.0 is not kept any more'),
    hint: 'tools install demo@1.1.0 -i default',
  });
});
