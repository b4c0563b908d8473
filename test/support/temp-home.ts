import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterAll } from 'vitest';
import { type Host, nodeFileSystem, nodeHost } from '../../src/platform/index.ts';

const made: string[] = [];

afterAll(() => {
  for (const home of made.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A fresh, empty directory by its real path; gone when the tests of the file are over. */
export function tempHome(): string {
  const home = realpathSync.native(mkdtempSync(join(tmpdir(), 'ai-tools-test-')));
  made.push(home);
  return home;
}

/** What a process of this computer needs, with a home of its own, and nothing else. */
export function homeVariables(home: string): Record<string, string | undefined> {
  const common = { HOME: home, PATH: process.env.PATH };
  if (process.platform !== 'win32') return common;
  // Without these Windows starts hardly anything.
  const { SystemRoot, ComSpec, PATHEXT, TEMP, TMP } = process.env;
  return { ...common, USERPROFILE: home, SystemRoot, ComSpec, PATHEXT, TEMP, TMP };
}

export type TestHostInput = Partial<Host>;

/**
 * A Host on the real disk with a home of its own (`homeDir`, a fresh one unless given). Its environment holds
 * only what is given, plus HOME and PATH; its cwd is the home. Any field can be given.
 */
export function testHost(input: TestHostInput & { readonly home?: string } = {}): Host {
  const { home, ...given } = input;
  const real = nodeHost();
  const homeDir = given.homeDir ?? home ?? tempHome();
  const platform = given.platform ?? real.platform;
  return {
    arch: real.arch,
    userName: 'tester',
    cwd: homeDir,
    isWsl: false,
    files: nodeFileSystem,
    processes: given.processes ?? realProcesses(real),
    now: real.now,
    randomName: real.randomName,
    ...given,
    platform,
    path: given.path ?? (platform === 'win32' ? win32 : posix),
    homeDir,
    env: { ...homeVariables(homeDir), ...given.env },
  };
}

let processes: Host['processes'] | undefined;

/** Who we are is asked of the system once: thousands of hosts of one test are all of this process. */
function realProcesses(real: Host): Host['processes'] {
  processes ??= real.processes;
  return processes;
}
