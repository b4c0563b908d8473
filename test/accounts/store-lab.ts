import { join } from 'node:path';
import { expect } from 'vitest';
import { type AccountsContext, noExtensions } from '../../src/accounts/index.ts';
import { appPaths, type Host, type ProcessMark, type ProcessTable } from '../../src/platform/index.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { Died, deathsOf, faultyFiles } from '../support/faulty-files.ts';
import { quickFiles } from '../support/quick-files.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

/** One computer with one folder of ours, and processes that can be ended. */
export interface StoreLab {
  readonly home: string;
  /** Our folder. */
  readonly root: string;
  /** What has been told so far. */
  readonly told: readonly string[];
  /** A process that uses our folder. */
  process(input?: Partial<Host>): AccountsContext;
  end(ctx: AccountsContext): void;
}

const registry = new AIToolRegistry();
for (const id of ['alpha', 'beta', 'my-tool', 'my.tool']) {
  const name = id.toUpperCase().replace(/\W/gu, '_');
  registry.register({
    id,
    displayName: id,
    configDirEnvVar: `${name}_HOME`,
    environment: { apiKey: [`${name}_KEY`] },
  });
}

export function storeLab(): StoreLab {
  const home = tempHome();
  const root = join(home, 'ours');
  const told: string[] = [];
  const dead = new Set<number>();
  let lastPid = 1000;
  return {
    home,
    root,
    told,
    process: (input = {}) => {
      lastPid += 1;
      const env = { AI_TOOLS_HOME: root, ...input.env };
      const host = testHost({
        home,
        files: quickFiles,
        processes: processTable(lastPid, dead),
        ...input,
        env,
      });
      return {
        host,
        paths: appPaths(host),
        registry,
        extensions: noExtensions,
        tell: (line) => told.push(line),
      };
    },
    end: (ctx) => dead.add(ctx.host.processes.self.pid),
  };
}

export interface KillCase {
  readonly before: (ctx: AccountsContext) => Promise<void>;
  readonly change: (ctx: AccountsContext) => Promise<unknown>;
  /** What programs that it starts do; `wait` unless said: it writes through its context alone. */
  readonly others?: 'write' | 'wait';
  /** Looks at what the next process finds, and goes on working. */
  readonly after: (ctx: AccountsContext, lab: StoreLab) => Promise<void>;
}

/** Ends a change in each way that leaves another disk, one run each. */
export async function killEverywhere({ before, change, others, after }: KillCase): Promise<number> {
  const steps = await stepsOf(before, change);
  for (const { at, when, step } of deathsOf(steps, others)) {
    const lab = storeLab();
    await before(lab.process());
    const faulty = faultyFiles(quickFiles);
    faulty.dieAt(at, when);
    const victim = lab.process({ files: faulty.files });
    await expect(change(victim), `${when} ${step}`).rejects.toThrow(Died);
    lab.end(victim);
    const later = new Date(Date.now() + 2 * 60 * 60 * 1000);
    try {
      await after(lab.process({ now: () => later }), lab);
    } catch (error) {
      throw new Error(`ended ${when} step ${at}: ${step}`, { cause: error });
    }
  }
  return steps.length;
}

async function stepsOf(before: KillCase['before'], change: KillCase['change']): Promise<readonly string[]> {
  const lab = storeLab();
  await before(lab.process());
  const faulty = faultyFiles(quickFiles);
  await change(lab.process({ files: faulty.files }));
  return faulty.steps.map((step) => step.replaceAll(lab.home, ''));
}

/** Every path below our folder, but for trash and journal, which empty themselves after 30 days. */
export function pathsIn(lab: StoreLab): readonly string[] {
  return Object.keys(treeOf(lab.root)).filter((path) => !/^(trash|journal)\b/.test(path));
}

/** A process as the table of a lab knows it. */
export function markOf(pid: number, machine = 'lab'): ProcessMark {
  return { pid, startedAt: `${pid}`, boot: 'boot', machine };
}

export function processTable(pid: number, dead: ReadonlySet<number>): ProcessTable {
  return {
    self: markOf(pid),
    markOf: (asked) => (dead.has(asked) ? undefined : markOf(asked)),
    startTimeOf: () => undefined,
    stateOf: (mark) => (mark.machine !== 'lab' ? 'unknown' : dead.has(mark.pid) ? 'dead' : 'alive'),
    knows: () => undefined,
    knowing: () => undefined,
    runningFrom: () => undefined,
    parent: () => undefined,
    end: () => undefined,
  };
}
