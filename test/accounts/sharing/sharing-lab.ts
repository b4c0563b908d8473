import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type AccountsContext, noExtensions, type StoredAccount } from '../../../src/accounts/index.ts';
import { makeAccount } from '../../../src/accounts/store/make-account.ts';
import { appPaths, type Host } from '../../../src/platform/index.ts';
import type { SharingChoice } from '../../../src/state/index.ts';
import { Died, deathsOf, faultyFiles } from '../../support/faulty-files.ts';
import { quickFiles } from '../../support/quick-files.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { processTable } from '../store-lab.ts';
import { demoRegistry } from './demo-tool.ts';

export { quickFiles } from '../../support/quick-files.ts';
export { demo, demoTool } from './demo-tool.ts';

/** One computer, one folder of ours, and processes that can be ended. */
export interface SharingLab {
  readonly home: string;
  readonly shared: string;
  /** A process of ours. Nothing else is running. */
  process(input?: Partial<Host>): AccountsContext;
  end(ctx: AccountsContext): void;
  /** Below a folder; makes the folders above. */
  put(folder: string, path: string, content: string): void;
}

export function sharingLab(): SharingLab {
  const home = tempHome();
  const dead = new Set<number>();
  let lastPid = 1000;
  return {
    home,
    shared: join(home, 'ours', 'installations', 'demo', 'default', 'shared'),
    process: (input = {}) => {
      lastPid += 1;
      const env = { AI_TOOLS_HOME: join(home, 'ours'), ...input.env };
      const host = testHost({
        home,
        files: quickFiles,
        processes: processTable(lastPid, dead),
        ...input,
        env,
      });
      // Of this computer, also where another one is simulated.
      const paths = appPaths(testHost({ home, env }));
      return { host, paths, registry: demoRegistry, extensions: noExtensions, tell: () => undefined };
    },
    end: (ctx) => void dead.add(ctx.host.processes.self.pid),
    put: (folder, path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
  };
}

/** An account of the demo tool that shares, unless told otherwise; nothing is in its home yet. */
export function newAccount(
  ctx: AccountsContext,
  label: string,
  sharing: SharingChoice = { on: true, except: [] },
): Promise<StoredAccount> {
  return makeAccount(ctx, { tool: 'demo', label, verb: 'account add' }, async () => ({
    kind: 'login',
    identity: null,
    sharing,
  }));
}

/** An account as far as its home goes: a life that ends in milliseconds needs no more. */
export function bareAccount({ home }: SharingLab, label: string): StoredAccount {
  const id = label.padEnd(8, '0');
  const place = join(home, 'ours', 'accounts', 'demo', id, 'home');
  mkdirSync(place, { recursive: true });
  return {
    kind: 'login',
    tool: 'demo',
    id,
    label,
    createdAt: '2026-11-30T13:55:48.123Z',
    home: place,
    root: 'default',
    installation: 'default',
    identity: null,
    environment: {},
    sharing: { on: true, except: [] },
  };
}

export function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

export interface Mortal<Given> {
  readonly before: (lab: SharingLab) => Promise<Given>;
  readonly change: (ctx: AccountsContext, given: Given) => Promise<unknown>;
  /** Looks at what death left, then lets the next process go on, and looks again. */
  readonly after: (ctx: AccountsContext, given: Given, lab: SharingLab) => Promise<void>;
}

/** Ends a change in each way that leaves another disk, one life each. */
export async function dieEverywhere<Given>({ before, change, after }: Mortal<Given>): Promise<number> {
  const whole = sharingLab();
  const counting = faultyFiles(quickFiles);
  await change(whole.process({ files: counting.files }), await before(whole));
  const steps = counting.steps.map((step) => step.replaceAll(whole.home, ''));
  for (const { at, when, step } of deathsOf(steps)) {
    const lab = sharingLab();
    const given = await before(lab);
    const faulty = faultyFiles(quickFiles);
    faulty.dieAt(at, when);
    const victim = lab.process({ files: faulty.files });
    await expect(change(victim, given), `${when} ${step}`).rejects.toThrow(Died);
    lab.end(victim);
    try {
      await after(lab.process(), given, lab);
    } catch (error) {
      throw new Error(`ended ${when} step ${at}: ${step}`, { cause: error });
    }
  }
  return steps.length;
}
