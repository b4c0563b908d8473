import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { registry } from '../../src/index.ts';
import { installTool, planInstall, programOf, versionOf } from '../../src/install/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';
import { cacheFolder } from './programs.ts';

const pinned: Record<string, { version: string }> = JSON.parse(
  readFileSync(new URL('versions.json', import.meta.url), 'utf8'),
);

test.each(['codex', 'claude'] as const)(
  '%s is installed from npm and starts, and HOME stays empty',
  async (id) => {
    const tool = registry.all().find((one) => one.id === id);
    if (!tool) throw new Error(`no ${id}`);
    const home = mkdtempSync(join(tmpdir(), 'ai-tools-install-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const ours = join(cacheFolder, 'managed');
    mkdirSync(ours, { recursive: true });
    // The way to the network is the machine's: proxies, certificates.
    const own = { AI_TOOLS_HOME: ours, npm_config_cache: join(cacheFolder, 'npm') };
    const host = testHost({ home, env: { ...process.env, ...own, HOME: home } });
    const ctx = { host, paths: appPaths(host) };
    const version = pinned[id]?.version ?? '';

    const plan = await planInstall(ctx, tool, { version, name: 'default' });
    expect(plan).toMatchObject({ version, pinned: true });
    await installTool(ctx, tool, plan);

    const program = programOf(host, ctx.paths, tool, 'default');
    expect(program).toMatchObject({ source: 'managed', version });
    expect(readFileSync(program.file).subarray(0, 4).toString('latin1'), 'a native program').not.toMatch(
      /^#!/,
    );
    const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-run-'));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    expect(
      execFileSync(program.file, ['--version'], {
        env: { PATH: process.env.PATH, HOME: scratch },
        encoding: 'utf8',
      }),
    ).toContain(version);
    expect(await versionOf(host, program, tool)).toBe(version);
    expect(treeOf(home)).toEqual({});
  },
);
