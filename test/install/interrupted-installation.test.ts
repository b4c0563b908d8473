import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AccountsContext, removeInstallation, uninstallTool } from '../../src/accounts/index.ts';
import { ToolsError } from '../../src/errors/index.ts';
import { installTool, programOf, rollBack } from '../../src/install/index.ts';
import { type KillCase, killEverywhere } from '../accounts/store-lab.ts';
import { type FakeNpm, fakeNpm } from '../support/fake-npm.ts';
import { tempHome } from '../support/temp-home.ts';
import { demoTool } from './demo-tool.ts';

/** Not asked for its version, which would take a process each time. */
const tool = demoTool({ versionFrom: 'package' });
let npm: FakeNpm;

beforeEach(() => {
  npm = fakeNpm(join(tempHome(), 'bin'), { package: '@made/demo', bin: 'demo' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) npm.publish({ version, script: `echo demo ${version}` });
  vi.stubEnv('PATH', [npm.folder, process.env.PATH].join(delimiter));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Through npm, on a computer that tells who runs what: nobody runs anything. */
async function install(ctx: AccountsContext, version: string, name = 'default') {
  const { paths, tell } = ctx;
  const host = { ...ctx.host, processes: { ...ctx.host.processes, runningFrom: () => [] } };
  const folder = versionFolder({ paths }, name, version);
  const plan = { tool: tool.id, name, package: '@made/demo', version, pinned: true, root: 'default', folder };
  await installTool({ host, paths, tell }, tool, plan);
}

/** As an install leaves it, at once. */
function put({ paths }: AccountsContext, name: string, version: string, previous?: string): void {
  for (const each of [version, previous ?? version]) {
    const bin = join(versionFolder({ paths }, name, each), 'node_modules/.bin');
    mkdirSync(bin, { recursive: true, mode: 0o700 });
    writeFileSync(join(bin, 'demo'), `#!/bin/sh\necho demo ${each}\n`, { mode: 0o755 });
  }
  const program = { kind: 'managed', version, pinned: false, ...(previous && { previous }) };
  const record = { schemaVersion: 1, tool: tool.id, name, root: 'default', program };
  writeFileSync(join(paths.installationFolder(tool.id, name), 'installation.json'), JSON.stringify(record));
}

function versionFolder({ paths }: Pick<AccountsContext, 'paths'>, name: string, version: string): string {
  return join(paths.installationFolder(tool.id, name), 'versions', version);
}

/** What its program would say; the code of the error where none can be started. */
function started({ host, paths }: AccountsContext, name = 'default'): string | undefined {
  try {
    return /echo (.+)/.exec(readFileSync(programOf(host, paths, tool, name).file, 'utf8'))?.[1];
  } catch (error) {
    if (error instanceof ToolsError) return error.code;
    throw error;
  }
}

interface Row {
  readonly case: string;
  readonly before: KillCase['before'];
  readonly change: KillCase['change'];
  /** What may be started after a death. */
  readonly allowed: readonly string[];
  /** What is started once it was done to the end. */
  readonly done: string;
  readonly name?: string;
  /** The versions that are left of `default`. */
  readonly kept?: readonly string[];
}

const rows: readonly Row[] = [
  {
    case: 'a second installation is made',
    before: async (ctx) => put(ctx, 'default', '1.0.0'),
    change: (ctx) => install(ctx, '1.0.1', 'other'),
    name: 'other',
    allowed: ['INSTALLATION_NOT_FOUND', 'demo 1.0.1'],
    done: 'demo 1.0.1',
  },
  {
    case: 'an update is made',
    before: async (ctx) => put(ctx, 'default', '1.0.1', '1.0.0'),
    change: (ctx) => install(ctx, '1.0.2'),
    allowed: ['demo 1.0.1', 'demo 1.0.2'],
    done: 'demo 1.0.2',
    kept: ['1.0.1', '1.0.2'],
  },
  {
    case: 'it is rolled back',
    before: async (ctx) => put(ctx, 'default', '1.0.1', '1.0.0'),
    change: async (ctx) => {
      if (started(ctx) === 'demo 1.0.1') await rollBack(ctx, tool, 'default');
    },
    allowed: ['demo 1.0.1', 'demo 1.0.0'],
    done: 'demo 1.0.0',
  },
  {
    case: 'another installation is removed',
    before: async (ctx) => {
      put(ctx, 'default', '1.0.0');
      put(ctx, 'other', '1.0.1');
    },
    change: async (ctx) => {
      if (started(ctx, 'other') === 'demo 1.0.1') await removeInstallation(ctx, tool, 'other');
    },
    name: 'other',
    allowed: ['demo 1.0.1', 'INSTALLATION_NOT_FOUND'],
    done: 'INSTALLATION_NOT_FOUND',
  },
  {
    case: 'default goes back to PATH',
    before: async (ctx) => put(ctx, 'default', '1.0.0'),
    change: async (ctx) => {
      if (started(ctx) === 'demo 1.0.0') await uninstallTool(ctx, tool, 'default');
    },
    allowed: ['demo 1.0.0', 'PROGRAM_NOT_FOUND'],
    done: 'PROGRAM_NOT_FOUND',
  },
];

test.each(rows)(
  'B080: death at every step while $case: old or new starts, and doing it again works',
  async (row) => {
    const steps = await killEverywhere({
      before: row.before,
      change: row.change,
      others: 'write',
      after: async (ctx) => {
        expect(row.allowed).toContain(started(ctx, row.name));
        if (row.name !== undefined) expect(started(ctx)).toBe('demo 1.0.0');
        await row.change(ctx);
        expect(started(ctx, row.name)).toBe(row.done);
        if (row.name !== undefined) expect(started(ctx)).toBe('demo 1.0.0');
        const folder = join(ctx.paths.installations, 'demo');
        if (row.kept) expect(namesIn(ctx, join(folder, 'default/versions'))).toEqual(row.kept);
        // The lock of a dead one is no lock: whoever comes next takes it over.
        const litter = ctx.host.files
          .readdir(folder)
          .flatMap((name) => (name.startsWith('.') ? [name] : namesIn(ctx, join(folder, name, 'versions'))))
          .filter((name) => name.startsWith('.') && !name.includes('.lock'));
        expect(litter).toEqual([]);
      },
    });
    expect(steps).toBeGreaterThan(8);
  },
  180_000,
);

function namesIn({ host }: AccountsContext, folder: string): readonly string[] {
  return host.files.stat(folder) ? host.files.readdir(folder) : [];
}
