import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawn as openTerminal } from '@lydell/node-pty';
import { describe, expect, test } from 'vitest';
import type { LabOptions, LabResult } from './lab.ts';
import { modelPort } from './lab.ts';
import { installed } from './programs.ts';
import { credentialsOf, keys, type Label, projectAt, type SharedWorld, sharedWorld } from './shared-world.ts';
import { touched } from './touched.ts';

const labels = ['work', 'personal'] as const;
type Shimmed = 'codex' | 'claude';

/** What needs no model. */
const asked = { codex: ['login', 'status'], claude: ['auth', 'status'] } as const;

describe.each(['codex', 'claude'] as const)('%s, the real one, by its bare name', (id) => {
  test('20 starts in turn: each is the account of its directory, and what they share is in step after it', async () => {
    const world = await shimWorld(id);
    const servers: string[] = [];
    for (let nth = 0; nth < 10; nth += 1)
      for (const label of labels) {
        const name = `${label}-${nth}`;
        if (nth === 3) servers.push(name);
        await typed(world, label, nth === 3 ? (world.tool.servers?.add(name) ?? []) : asked[id]);
      }
    for (const label of labels) {
      const { requests } = await typed(world, label, world.tool.prompt('hello'));
      expect(credentialsOf(requests)).toEqual([keys[label]]);
    }
    const audit = JSON.parse((await ours(world, ['audit', id, '--json'])).stdout);
    expect(audit).toMatchObject({ clean: true, unknown: [] });
    await ours(world, ['sync', id]);
    for (const label of labels) {
      const { stdout } = await typed(world, label, world.tool.servers?.list ?? []);
      expect(servers.filter((name) => !stdout.includes(name))).toEqual([]);
    }
  });

  test('the third start is direct, and touches the same files and ends as one by run', async () => {
    const world = await shimWorld(id);
    const { projects } = world;
    for (const _ of [1, 2]) await typed(world, 'work', asked[id]);
    const before = directStarts(world, 'work');
    const direct = await typed(world, 'work', asked[id], { trace: true });
    expect(directStarts(world, 'work')).toBe(before + 1);
    const run = await ours(world, ['run', id, '--', ...asked[id]], { cwd: projects.work, trace: true });
    expect(direct.stdout).toBe(run.stdout);
    expect(filesOfTool(world, direct)).toEqual(filesOfTool(world, run));
    const wrong = ['--no-such-option'];
    const { code } = await world.tools(['run', id, '--', ...wrong], { cwd: projects.work });
    expect(code).not.toBe(0);
    expect(await world.type('work', wrong)).toMatchObject({ code });
  });
});

describe('codex, the real one', () => {
  test('an editor that starts its server without a shell has the account of the directory, and nobody between', async () => {
    const world = await shimWorld('codex');
    for (const _ of [1, 2]) await typed(world, 'personal', asked.codex);
    const before = directStarts(world, 'personal');
    const file = join(world.home, '.local/share/ai-tools/shims/codex');
    const hello = { id: 1, method: 'initialize', params: { clientInfo: { name: 'editor', version: '1' } } };
    const until = Date.now() + 1500;
    const { stdout } = await world.bare([file, 'app-server'], {
      cwd: world.projects.personal,
      env: world.env,
      input: `${JSON.stringify(hello)}\n`,
      openUntil: () => Date.now() > until,
    });
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      id: 1,
      result: { codexHome: world.homes.personal },
    });
    expect(directStarts(world, 'personal')).toBe(before + 1);
  });

  test('on a terminal its first screen appears, follows a new size, and Ctrl-C ends it, directly as by run', async () => {
    const world = await shimWorld('codex');
    // What its first screen adds to the home is shared by the second start, and recorded by the third.
    for (const _ of [1, 2, 3, 4]) {
      const ended = await onTerminal(world, 'work');
      expect(ended).toMatchObject({ first: expect.stringContaining('OpenAI Codex'), status: 130 });
      expect(ended.redrawn).toContain('OpenAI Codex');
    }
    expect(directStarts(world, 'work')).toBeGreaterThan(0);
  });
});

/** Two accounts on one root, a directory for each, and the bare name of the tool is ours. */
interface ShimWorld extends SharedWorld {
  readonly projects: Readonly<Record<Label, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Types the bare name where the account is meant. */
  readonly type: (label: Label, argv: readonly string[], options?: LabOptions) => Promise<LabResult>;
}

async function shimWorld(id: Shimmed): Promise<ShimWorld> {
  const world = await sharedWorld(id);
  if (id === 'claude') for (const label of labels) leadToModel(world.homes[label]);
  const projects = { work: projectAt(world, 'at-work'), personal: projectAt(world, 'at-home') };
  for (const label of labels) await ours(world, ['link', id, label, '--dir', projects[label]]);
  await ours(world, ['shim', 'enable', id]);
  const shims = join(world.home, '.local/share/ai-tools/shims');
  const env = { PATH: [shims, installed(id), process.env.PATH].join(':') };
  const type: ShimWorld['type'] = (label, argv, options) =>
    world.bare([id, ...argv], { cwd: projects[label], env, ...options });
  return { ...world, projects, env, type };
}

/** A variable that says so would outrank the login, and is not passed on. */
function leadToModel(home: string): void {
  const file = join(home, 'settings.json');
  const settings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const env = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}` };
  writeFileSync(file, JSON.stringify({ ...settings, env }));
}

async function ours(
  { tools }: Pick<SharedWorld, 'tools'>,
  argv: readonly string[],
  options: LabOptions = {},
): Promise<LabResult> {
  return wentWell(await tools(argv, options));
}

async function typed({ type }: ShimWorld, ...start: Parameters<ShimWorld['type']>): Promise<LabResult> {
  return wentWell(await type(...start));
}

function wentWell(result: LabResult): LabResult {
  expect(result, `${result.stderr}\n${result.stdout}`).toMatchObject({ code: 0 });
  return result;
}

/** Starts that no program of ours saw the end of: their marks lie there still. */
function directStarts({ homes }: ShimWorld, label: Label): number {
  return readdirSync(join(dirname(homes[label]), 'live')).length;
}

/** What the tool itself opened and changed of its own files and shared ones; numbers in names are of that start. */
function filesOfTool({ home }: ShimWorld, { trace }: LabResult): readonly string[] {
  const pidOf = (line: string) => line.slice(0, line.indexOf(' '));
  const starts = trace.filter((line) => /execve\(.* = 0$/u.test(line));
  const ourPids = new Set(starts.filter((line) => /shims\/|main\.cjs/u.test(line)).map(pidOf));
  const begun = new Set<string>();
  const theirs = trace.filter((line) => {
    const pid = pidOf(line);
    if (ourPids.has(pid) && /execve\(.*node_modules.* = 0$/u.test(line) && !/main\.cjs/u.test(line))
      begun.add(pid);
    return !ourPids.has(pid) || begun.has(pid);
  });
  const inside = join(home, '.local/share/ai-tools');
  return [
    ...new Set(
      touched(theirs)
        // Claude takes its lock now and then.
        .filter(({ path }) => path.startsWith(inside) && !path.endsWith('.lock'))
        .map(
          ({ access, path }) => `${access} ${path.slice(inside.length).replace(/[\da-f]{4,}|\d+/gu, '#')}`,
        ),
    ),
  ].sort();
}

/** Its screen, the one after another size, and how it ended, as a shell counts. */
async function onTerminal({ home, env, projects }: ShimWorld, label: Label) {
  const alone = ['-rn', 'sh', '-c', 'ip link set lo up; exec codex'];
  const options = { cols: 100, rows: 30, cwd: projects[label], env: { ...env, HOME: home, TERM: 'xterm' } };
  const terminal = openTerminal('unshare', alone, options);
  let screen = '';
  terminal.onData((data) => {
    screen += data;
    if (data.includes('\x1b[6n')) terminal.write('\x1b[1;1R');
  });
  const ended = new Promise<number>((resolve) =>
    terminal.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode)),
  );
  const shows = (text: string) =>
    expect.poll(() => screen.replace(/\x1b\[[\d;?]*[A-Za-z]/gu, ''), { timeout: 30_000 }).toContain(text);
  await shows('OpenAI Codex');
  const first = screen;
  screen = '';
  terminal.resize(70, 20);
  await shows('OpenAI Codex');
  const redrawn = screen;
  const again = setInterval(() => terminal.write('\x03'), 500);
  try {
    return { first, redrawn, status: await ended };
  } finally {
    clearInterval(again);
  }
}
