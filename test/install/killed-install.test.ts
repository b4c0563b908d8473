import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { programOf } from '../../src/install/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { bundleChild, Child } from '../support/child-script.ts';
import { type FakeRegistry, fakeRegistry } from '../support/fake-registry.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { demoPackage, demoTool } from './demo-tool.ts';

let script = '';
beforeAll(async () => {
  script = await bundleChild(join(import.meta.dirname, 'children/install-child.ts'));
});

/** At moments of the clock; the next test dies at every step that counts. */
const rounds = 12;

test('B080: killed at any moment, the old version or the new one starts, and the next install works', async () => {
  const it = await world();
  const usual = await it.toTheEnd();
  let last = '1.0.0';
  for (let round = 1; round <= rounds; round++) {
    const next = `1.0.${round}`;
    it.registry.publish(demoPackage(next));
    const child = it.installing();
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, (usual * round) / rounds)),
      child.ended,
    ]);
    child.process.kill('SIGKILL');
    await child.ended;
    expect([`demo ${last}`, `demo ${next}`]).toContain(it.started());
    if (round % 4 === 0) {
      await it.toTheEnd();
      expect(it.started()).toBe(`demo ${next}`);
    }
    last = it.started().slice('demo '.length);
  }
  await it.npmToEnd();
  await it.toTheEnd();
  expect(it.started()).toBe(`demo 1.0.${rounds}`);
  expect(it.halfMade()).toEqual([]);
}, 180_000);

test('B080: killed at every rename and every new folder of ours, old or new starts, and the next install works', async () => {
  const it = await world();
  await it.toTheEnd();
  let last = '1.0.0';
  let kills = 0;
  for (let step = 1; ; step++) {
    const next = `1.0.${step}`;
    it.registry.publish(demoPackage(next));
    const inject = `inject=rename,mkdir:signal=KILL:when=${step}`;
    const { code, stdout } = await it.installing(
      'strace',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=rename,mkdir',
      '-e',
      inject,
    ).ended;
    expect([`demo ${last}`, `demo ${next}`]).toContain(it.started());
    last = it.started().slice('demo '.length);
    if (code === 0) {
      expect(stdout).toContain('done');
      expect(last).toBe(next);
      break;
    }
    kills += 1;
  }
  expect(kills).toBeGreaterThan(8);
  await it.npmToEnd();
  await it.toTheEnd();
  expect(it.halfMade()).toEqual([]);
}, 180_000);

interface World {
  readonly registry: FakeRegistry;
  /** A process that installs the newest version; behind the words of another program if given. */
  readonly installing: (...before: readonly string[]) => Child;
  readonly started: () => string;
  /** @returns how long it took */
  readonly toTheEnd: () => Promise<number>;
  /** Names of what no install may leave. */
  readonly halfMade: () => readonly string[];
  /** An npm whose parent was killed goes on for a moment. */
  readonly npmToEnd: () => Promise<void>;
}

async function world(): Promise<World> {
  const registry = await fakeRegistry(demoPackage('1.0.0'));
  const root = tempHome();
  const home = join(root, 'home');
  mkdirSync(home);
  const env = {
    AI_TOOLS_HOME: join(root, 'ours'),
    npm_config_registry: registry.url,
    npm_config_cache: join(root, 'npm'),
  };
  const host = testHost({ home, env });
  const installing = (...before: readonly string[]): Child => {
    const [file = '', ...args] = [...before, process.execPath, script];
    return new Child(file, args, { cwd: root, env: host.env as Record<string, string> });
  };
  const npmRuns = (): boolean =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`--prefix ${root}`);
  return {
    registry,
    installing,
    started: () =>
      execFileSync(programOf(host, appPaths(host), demoTool(), 'default').file, { encoding: 'utf8' }).trim(),
    toTheEnd: async () => {
      const before = performance.now();
      expect(await installing().ended).toMatchObject({ code: 0, stderr: '' });
      return performance.now() - before;
    },
    halfMade: () =>
      readdirSync(join(root, 'ours/installations/demo/default/versions')).filter((name) =>
        name.startsWith('.'),
      ),
    npmToEnd: async () => {
      while (npmRuns()) await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}
