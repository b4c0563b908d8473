import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../../src/platform/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { Died, type FaultyFiles, faultyFiles } from '../../support/faulty-files.ts';
import { runCli } from '../../support/run-cli.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

/** A home with an account of codex, our folder of shims on PATH, and codex behind it. */
async function world(more: Partial<Host> = {}) {
  const home = tempHome();
  const root = join(home, '.local', 'share', 'ai-tools');
  const shims = join(root, 'shims');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const script = join(home, "it's main.cjs");
  writeFileSync(script, '');
  const host = (env: Record<string, string> = {}) =>
    testHost({
      home,
      env: { PATH: `${shims}:${bin}`, ...env },
      program: { node: process.execPath, script },
      ...more,
    });
  const cli = (...argv: string[]) => runCli(argv, { host: host() });
  await cli('account', 'add', 'codex', 'work');
  return { home, root, shims, bin, script, host, cli };
}

describe('tools shim', () => {
  it('makes a program of the name of each tool that has an account, once, and says where', async () => {
    const { cli, shims } = await world();
    expect(await cli('shim', 'enable')).toEqual({
      code: 0,
      stdout: '',
      stderr: `${join(shims, 'codex')} made\n`,
    });
    expect(statSync(join(shims, 'codex')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(shims, 'codex'), 'latin1').slice(0, 256)).toContain('ai-tools-shim');
    const before = statSync(join(shims, 'codex')).ino;
    expect((await cli('shim', 'enable', 'codex')).stderr).toBe(`${join(shims, 'codex')} is in place\n`);
    expect(statSync(join(shims, 'codex')).ino).toBe(before);
    expect((await cli('shim', 'path')).stdout).toBe(`${shims}\n`);
    const { shims: listed } = JSON.parse((await cli('shim', 'list', '--json')).stdout);
    expect(listed).toEqual([{ tool: 'codex', name: 'codex', path: join(shims, 'codex'), problems: [] }]);
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    const { cli, shims } = await world();
    expect((await cli('shim', 'enable', 'codex', '--dry-run')).stdout).toBe(
      `would write ${join(shims, 'codex')}\n`,
    );
    expect(existsSync(shims)).toBe(false);
    await cli('shim', 'enable', 'codex');
    expect((await cli('shim', 'disable', '--dry-run')).stdout).toBe(`would remove ${join(shims, 'codex')}\n`);
    expect(existsSync(join(shims, 'codex'))).toBe(true);
  });

  it('leaves alone what somebody else put there, and changes nothing beside it', async () => {
    const { cli, shims } = await world();
    mkdirSync(shims, { mode: 0o700 });
    writeFileSync(join(shims, 'codex'), 'theirs\n');
    const refused = await cli('shim', 'enable', 'claude', 'codex', '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr).error.code).toBe('SHIM_FOREIGN');
    expect(existsSync(join(shims, 'claude'))).toBe(false);
    await cli('shim', 'enable', 'claude');
    await cli('shim', 'disable');
    expect(readFileSync(join(shims, 'codex'), 'utf8')).toBe('theirs\n');
    expect(existsSync(join(shims, 'claude'))).toBe(false);
  });

  it('of a disabling that was made good in part, the rest is taken back', async () => {
    const { cli, shims } = await world();
    await cli('shim', 'enable', 'codex', 'claude');
    await cli('shim', 'disable');
    const [{ id }] = JSON.parse((await cli('undo', '--list', '--json')).stdout).changes;
    await cli('shim', 'enable', 'codex');
    expect(await cli('undo', id)).toMatchObject({ code: 0 });
    expect([existsSync(join(shims, 'claude')), existsSync(join(shims, 'codex'))]).toEqual([true, true]);
    expect(await cli('undo', id)).toMatchObject({ code: 1 });
  });

  it('takes shims away, and the folder with the last; undo and undo again lead there and back', async () => {
    const { cli, shims } = await world();
    await cli('shim', 'enable', 'codex', 'claude');
    const text = readFileSync(join(shims, 'codex'), 'utf8');
    await cli('shim', 'disable', 'claude');
    expect([existsSync(join(shims, 'claude')), existsSync(join(shims, 'codex'))]).toEqual([false, true]);
    expect((await cli('undo')).code).toBe(0);
    expect(existsSync(join(shims, 'claude'))).toBe(true);
    await cli('shim', 'disable');
    expect(existsSync(shims)).toBe(false);
    await cli('undo');
    expect(readFileSync(join(shims, 'codex'), 'utf8')).toBe(text);
    await cli('undo', '--list');
    const { code } = await cli('undo');
    expect(code).toBe(0);
  });

  it('says what puts it first on PATH where the tool itself is met before it: init, else this shell itself', async () => {
    const { cli, shims, bin, host } = await world();
    const run = (path: string, SHELL = '/bin/bash') =>
      runCli(['shim', 'enable', 'codex'], { host: host({ PATH: path, SHELL }) });
    for (const shell of ['', '/bin/dash', '/bin/sh'])
      expect((await run(bin, shell)).stderr, shell).toContain(`export PATH='${shims}':"$PATH"`);
    const behind = await run(`${bin}:${shims}`);
    expect(behind.stderr).toContain(`because ${join(bin, 'codex')} stands before it on PATH`);
    expect(behind.stderr).toContain('try:   tools init --write\n');
    expect((await cli('init', 'bash', '--write')).code).toBe(0);
    const older = await run(bin);
    expect(older.stderr).toContain('is not on PATH');
    expect(older.stderr).toContain(`export PATH='${shims}':"$PATH"`);
  });

  it('B134 what all shims suffer from is said once, beside a word for each', async () => {
    const { cli, shims, bin, host } = await world();
    await cli('shim', 'enable', 'codex', 'claude');
    const off = host({ PATH: bin });
    const listed = await runCli(['shim', 'list'], { host: off });
    expect(listed.stdout).toBe(
      `claude\t${join(shims, 'claude')}\tnot met\ncodex\t${join(shims, 'codex')}\tnot met\n`,
    );
    expect(listed.stderr.match(/is not on PATH/g)).toHaveLength(1);
    const { stdout } = await runCli(['doctor', '--json'], { host: off });
    expect(JSON.parse(stdout).findings.map(({ code }: { code: string }) => code)).toEqual(['SHIM_HIDDEN']);
    for (const name of ['claude', 'codex']) appendFileSync(join(shims, name), '# older\n');
    expect((await cli('shim', 'list')).stderr).toBe(
      `${join(shims, 'claude')} is not as this release writes it. The same of 1 more.\ntry:   tools doctor --fix\n`,
    );
  });

  it('B134 doctor finds a shim behind the real tool, one of an older form, one whose program is gone, a copy and a stranger', async () => {
    const { cli, shims, bin, script, host, home } = await world();
    await cli('shim', 'enable', 'codex');
    expect((await cli('doctor')).code).toBe(0);
    const codes = async (env: Record<string, string> = {}) => {
      const { stdout } = await runCli(['doctor', '--json'], { host: host(env) });
      return JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
    };
    expect(await codes({ PATH: `${bin}:${shims}` })).toEqual(['SHIM_HIDDEN']);
    const copies = join(home, 'copies');
    mkdirSync(copies);
    copyFileSync(join(shims, 'codex'), join(copies, 'codex'));
    chmodSync(join(copies, 'codex'), 0o755);
    expect(await codes({ PATH: `${shims}:${copies}:${bin}` })).toEqual(['SHIM_COPIED']);
    writeFileSync(join(shims, 'other'), 'theirs\n');
    expect(await codes()).toEqual(['SHIM_FOREIGN']);
    rmSync(join(shims, 'other'));
    writeFileSync(join(shims, 'codex'), `${readFileSync(join(shims, 'codex'), 'utf8')}# older\n`);
    expect(await codes()).toEqual(['SHIM_OLD']);
    rmSync(script);
    expect(await codes()).toEqual(['SHIM_STALE']);
    writeFileSync(script, '');
    await cli('shim', 'enable');
    expect(await codes()).toEqual([]);
  });

  it.each([
    {
      of: 'a tool whose home is HOME',
      borrowed: { HOME: '{home}', XDG_DATA_HOME: '{home}/data' },
      shape: 'home',
    },
    { of: 'a tool that borrows XDG_DATA_HOME', borrowed: { XDG_DATA_HOME: '{home}/data' }, shape: 'set' },
  ] as const)(
    'is as it should be also where doctor is asked in an account of $of',
    async ({ borrowed, shape }) => {
      const { cli, shims, home, host } = await world();
      await cli('shim', 'enable', 'codex');
      const before = readFileSync(join(shims, 'codex'), 'utf8');
      const registry = new AIToolRegistry();
      for (const tool of builtInTools) registry.register(tool);
      const relocation = { borrowed, shape, isolation: 'complete' } as const;
      registry.register({ id: 'inner', displayName: 'Inner', relocation });
      await runCli(['account', 'add', 'inner', 'in'], { host: host(), registry });
      const { stdout } = await runCli(['env', 'inner', '-a', 'in', '--json'], { host: host(), registry });
      const { set } = JSON.parse(stdout);
      const { env, program } = host(set);
      const inside = testHost({ home: set.HOME ?? home, env, program });
      expect(inside.env.XDG_DATA_HOME).toContain('accounts');
      expect((await runCli(['doctor', 'codex', '--fix'], { host: inside, registry })).code).toBe(0);
      expect(readFileSync(join(shims, 'codex'), 'utf8')).toBe(before);
    },
  );

  it('is missed by doctor once its folder is gone: the bare name would start whatever else is there', async () => {
    const { cli, shims } = await world();
    await cli('shim', 'enable', 'codex');
    rmSync(shims, { recursive: true });
    expect(await cli('doctor', 'codex')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('tools shim enable codex'),
    });
    expect((await cli('doctor', 'claude')).stdout).not.toContain('shim enable');
    await cli('shim', 'enable', 'codex');
    expect((await cli('doctor', 'codex')).code).toBe(0);
    await cli('shim', 'disable');
    expect((await cli('doctor', 'codex')).code).toBe(0);
  });

  it('is whole or not there, at whatever step it dies, and enabling again completes it', async () => {
    let faults: FaultyFiles | undefined;
    for (let step = 1; ; step += 1) {
      faults = faultyFiles(nodeFileSystem);
      const { cli, shims } = await world({ files: faults.files });
      faults.dieAt(step, 'after');
      const isOver = await cli('shim', 'enable', 'codex').then(
        ({ code }) => code === 0,
        (error: unknown) => {
          if (!(error instanceof Died)) throw error;
          return false;
        },
      );
      faults.heal();
      // Whoever died holds nothing; this process lives on.
      rmSync(`${shims}.lock`, { recursive: true, force: true });
      const there = existsSync(join(shims, 'codex')) && readFileSync(join(shims, 'codex'), 'utf8');
      await cli('shim', 'enable', 'codex');
      const whole = readFileSync(join(shims, 'codex'), 'utf8');
      if (there !== false) expect(there).toBe(whole);
      if (isOver) return expect(step).toBeGreaterThan(5);
    }
  });
});
