import { pathToFileURL } from 'node:url';
import { runCaptured } from '../../process/index.ts';
import { judgedParts, moduleLimits } from '../loader/index.ts';
import { lastWords } from './last-words.ts';
import { type ModuleEvent, type RunnerInput, runModule } from './module-runner.ts';
import type { Sandbox } from './sandbox.ts';

/** What its manifest says of it, and where it is. */
export interface ModuleToCheck {
  readonly entryFile: string;
  readonly id: string;
  readonly version: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Milliseconds for the process to end by itself when all is over. */
const lingerMs = 2_000;
/** Milliseconds for what can't be bounded from within: a module that never gives the turn back. */
const patience = 5_000;

export interface ModuleRun {
  readonly events: readonly ModuleEvent[];
  readonly stdout: string;
  /** How the process ended. */
  readonly how: string;
}

/** Starts a Node that sets the module up and unloads it, and reads what it noted. */
export async function runInOwnProcess(
  sandbox: Sandbox,
  { entryFile, id, config }: ModuleToCheck,
  setupMs: number,
): Promise<ModuleRun> {
  const { host } = sandbox;
  const file = host.path.join(sandbox.folder, `events-${host.randomName(6)}`);
  const limits = { setupMs, disposeMs: Math.min(moduleLimits.disposeMs, setupMs), lingerMs };
  const input: RunnerInput = {
    entry: pathToFileURL(entryFile).href,
    id,
    config,
    parts: judgedParts,
    ...limits,
  };
  const start = {
    file: host.program?.node ?? 'node',
    args: ['--input-type=module', '--eval', programText(input, file)],
    env: host.env as Record<string, string>,
    cwd: host.homeDir,
  };
  const bounds = {
    timeoutMs: 3 * (setupMs + limits.disposeMs) + lingerMs + patience,
    maxBytes: 1_048_576,
  };
  const { stdout, stderr, code, signal, timedOut } = await runCaptured(host, start, bounds);
  const end = timedOut
    ? 'it did not come to an end'
    : `its process ended with ${signal ?? `exit code ${code}`}`;
  return {
    events: readEvents(sandbox, file),
    stdout,
    how: `${end}${lastWords(stderr)}`,
  };
}

function programText(input: RunnerInput, file: string): string {
  return `import { appendFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
const note = (event) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(event) + '\\n');
const load = (url) => import(url);
await (${runModule.toString()})(${JSON.stringify(input)}, { load, note, isSame: isDeepStrictEqual, process });`;
}

/** A process that was killed may have left a line half written. */
function readEvents({ host }: Sandbox, file: string): readonly ModuleEvent[] {
  if (!host.files.lstat(file)) return [];
  const lines = host.files.readFile(file).toString('utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => eventOf(line) ?? []);
}

function eventOf(line: string): ModuleEvent | undefined {
  try {
    return JSON.parse(line) as ModuleEvent;
  } catch {
    // Written by somebody else.
    return undefined;
  }
}
