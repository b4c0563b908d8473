import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oddStart } from '../../src/accounts/fast/odd-environment.ts';
import { plainStart } from '../../src/accounts/fast/start-recorded.ts';
import { type AccountsContext, chooseAccount, noExtensions, planLaunch } from '../../src/accounts/index.ts';
import type { CliContext } from '../../src/cli/cli-context.ts';
import { RunCommand } from '../../src/cli/commands/run.ts';
import { cliOf } from '../../src/cli/odd-line.ts';
import { answerEnv } from '../../src/entry/answer-env.ts';
import { readyToRun } from '../../src/entry/answer-run.ts';
import { answerWhich } from '../../src/entry/answer-which.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { type KnownTools, knownTools } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

export const registry: KnownTools = knownTools(builtInTools);

/** One home with a tool on PATH, and two accounts of it, `work` in steady state: what it needs was recorded. */
export interface QuickWorld {
  readonly home: string;
  readonly work: string;
  readonly program: string;
  /** accounts/<tool>/<id> of `work`. */
  readonly folder: string;
  readonly root: string;
  host(over?: Partial<Host>): Host;
  ctx(host?: Host): AccountsContext;
  cli(line: string, host?: Host): ReturnType<typeof runCli>;
  /** What both ways make of a command line; the quick one may have no answer. */
  both(words: readonly string[], host?: Host): Promise<{ readonly quick: unknown; readonly slow: unknown }>;
  /** Starts the tool the slow way until it is ready to be started the quick way. */
  settle(): Promise<void>;
}

export async function quickWorld(id: string, sharing: '--share' | '--private'): Promise<QuickWorld> {
  const home = join(tempHome(), 'home');
  const [bin, work] = [join(home, 'bin'), join(home, 'work')];
  for (const folder of [home, bin, work]) mkdirSync(folder);
  const tool = registry.tool(id)!;
  const program = join(bin, tool.executable?.names[0] ?? id);
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, SHELL: '/bin/bash' };
  const host = (over: Partial<Host> = {}) =>
    testHost({ home, cwd: work, ...over, env: { ...env, ...over.env } });
  const ctx = (of = host()): AccountsContext => {
    const paths = appPaths(of);
    return { host: of, paths, registry, extensions: noExtensions, tell: () => undefined };
  };
  const cli = (line: string, of = host()) => runCli(line.split(' '), { host: of });
  const isReady = async () => {
    try {
      return (await readyToRun([id, '-a', 'work'], host())) !== undefined;
    } catch {
      return false;
    }
  };
  const dirty = join(ctx().paths.sharedFolder(id, 'default'), '.root/dirty');
  const world = {
    home,
    work,
    program,
    folder: '',
    root: ctx().paths.root,
    host,
    ctx,
    cli,
    both: (words: readonly string[], of = host()) => bothWays(words, of, ctx(of)),
    settle: async () => {
      for (let round = 0; round < 4 && !(await isReady()); round += 1) {
        // Whoever made the other account is this very process, which lives on: elsewhere it would be over.
        for (const name of namesIn(dirty))
          if (!name.startsWith(world.folder.slice(-8))) rmSync(join(dirty, name));
        // Longer than the clock of a disk stands still.
        await sleep(60);
        await cli(`run ${id} -a work`);
      }
    },
  };
  for (const label of ['work', 'other']) await cli(`account add ${id} ${label} ${sharing}`);
  const { account } = chooseAccount(ctx(), id, 'work');
  world.folder = join(ctx().paths.accounts, id, (account as { id: string }).id);
  await world.settle();
  return world;
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function bothWays([verb = '', ...words]: readonly string[], host: Host, ctx: AccountsContext) {
  const attempt = async (work: () => unknown) => {
    try {
      return await work();
    } catch {
      return undefined;
    }
  };
  if (verb === 'run') return bothStarts(words, host, ctx);
  const answer = verb === 'env' ? answerEnv : answerWhich;
  const quick = await attempt(() => answer(words, host));
  const { code, stdout, stderr } = await runCli([verb, ...words], { host });
  return { quick, slow: code === 0 && stderr === '' ? stdout : { code, stderr } };
}

/** What would be started: nothing is. */
async function bothStarts(words: readonly string[], host: Host, ctx: AccountsContext) {
  const started = async (make: () => unknown) => {
    try {
      return await make();
    } catch (error) {
      return error;
    }
  };
  const quick = await started(async () => {
    const ready = await readyToRun(words, host);
    if (!ready) return undefined;
    const { record, program, args } = ready;
    return plainStart(host, record, program, args) ?? oddStart(host, record, program, args);
  });
  const slow = await started(() => plannedStart(words, ctx));
  return { quick: quick instanceof Error ? undefined : quick, slow };
}

/** What the program's own command would start. */
async function plannedStart(words: readonly string[], ctx: AccountsContext) {
  const told: string[] = [];
  let plan: Awaited<ReturnType<typeof planLaunch>> | undefined;
  class PlannedRun extends RunCommand {
    protected override readonly launch = async (...launch: Parameters<typeof planLaunch>) => {
      plan = await planLaunch(...launch);
      return 0;
    };
  }
  const failure = (error: unknown) => {
    throw error;
  };
  const state = () => ({ ...ctx, tell: (line: string) => void told.push(line) });
  const command = cliOf([PlannedRun], false).process(['run', ...words], {} as CliContext);
  command.context = { registry, state, report: { failure } } as unknown as CliContext;
  await command.validateAndExecute();
  if (!plan || told.length + plan.notices.length > 0) return { told, notices: plan?.notices };
  const { file, args, env, cwd } = plan;
  return { file, args, env, cwd };
}
