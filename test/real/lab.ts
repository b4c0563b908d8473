import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

const cli = new URL('../../dist/cli/main.cjs', import.meta.url).pathname;
const modelServer = new URL('model-server.mjs', import.meta.url).pathname;
export const modelPort = 9099;

export interface Lab {
  readonly home: string;
  /** A project under the home, where commands run. */
  readonly project: string;
  /** Runs `tools` with real programs, in a network of its own that has nothing but the model server. */
  readonly tools: (argv: readonly string[], options?: LabOptions) => Promise<LabResult>;
  /** Any program there, with nothing of ours before it. */
  readonly run: (argv: readonly string[], options?: LabOptions) => Promise<LabResult>;
}

export interface LabOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** What is read stays open after `input` until this says so. */
  readonly openUntil?: () => boolean;
  /** The model server answers nothing before this file is there, and makes `<gate>.asked` when it is asked. */
  readonly gate?: string;
  /** Write down every file that is touched. */
  readonly trace?: boolean;
  /** With the machine's own network and its settings, and without a model server: for npm. */
  readonly online?: boolean;
}

export interface LabResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What reached the model server. */
  readonly requests: readonly ModelRequest[];
  /** Lines of strace, when asked for. */
  readonly trace: readonly string[];
}

export interface ModelRequest {
  readonly path: string;
  readonly authorization?: string;
  readonly apiKey?: string;
  readonly googleKey?: string;
  readonly body: string;
}

/** A fresh home with real programs on its PATH. */
export function lab(programFolders: readonly string[]): Lab {
  const home = mkdtempSync(join(tmpdir(), 'ai-tools-lab-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const project = join(home, 'work', 'project');
  mkdirSync(project, { recursive: true });
  const path = [...programFolders, ...(process.env.PATH ?? '').split(delimiter)].join(delimiter);
  const place = { home, project, path, computer: newComputer() };
  return {
    home,
    project,
    tools: (argv, options = {}) => run(place, [process.execPath, cli, ...argv], options),
    run: (argv, options = {}) => run(place, argv, options),
  };
}

interface Place {
  readonly home: string;
  readonly project: string;
  readonly path: string;
  readonly computer: Computer;
}

interface Computer {
  /** The pid of the process that keeps it. */
  readonly pid: Promise<number>;
}

/** Processes of one test are one user's: they see each other, those that stay behind as well. */
function newComputer(): Computer {
  const keeper = spawn('unshare', ['-r', 'sh', '-c', 'echo; exec sleep 86400'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    keeper.kill();
  });
  const pid = new Promise<number>((resolve, reject) => {
    keeper.on('error', reject);
    keeper.stdout.once('data', () => resolve(keeper.pid ?? 0));
  });
  return { pid };
}

async function run(place: Place, command: readonly string[], options: LabOptions): Promise<LabResult> {
  if (options.online) return { ...(await onlineOutput(place, command, options)), requests: [], trace: [] };
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-lab-log-'));
  const log = join(scratch, 'model.log');
  const trace = join(scratch, 'trace.log');
  const traced = options.trace
    ? [
        'strace',
        '-f',
        '-y',
        '-qq',
        '-s',
        '4096',
        '-e',
        'trace=%file',
        '-e',
        'signal=none',
        '-o',
        trace,
        '--',
        ...command,
      ]
    : command;
  const script = [
    'ip link set lo up',
    `${gateOf(options)}"${process.execPath}" "${modelServer}" ${modelPort} "${log}" </dev/null & server=$!`,
    `while [ ! -e "${log}" ]; do sleep 0.02; done`,
    '"$@"; code=$?',
    'kill "$server"; exit "$code"',
  ].join('\n');
  try {
    const enter = ['nsenter', '-U', '--preserve-credentials', '-t', `${await place.computer.pid}`];
    const result = await output([...enter, 'unshare', '-n', 'sh', '-c', script, 'lab', ...traced], {
      cwd: options.cwd ?? place.project,
      env: { PATH: place.path, HOME: place.home, TERM: 'xterm', LANG: 'C.UTF-8', ...options.env },
      input: options.input,
      openUntil: options.openUntil ?? (() => true),
    });
    return { ...result, requests: lines(log).map((line) => JSON.parse(line)), trace: lines(trace) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function onlineOutput(place: Place, command: readonly string[], { env, input }: LabOptions) {
  return output(command, {
    cwd: place.project,
    // The way to the network is the machine's: proxies, certificates.
    env: { ...process.env, PATH: place.path, HOME: place.home, ...env },
    input,
    openUntil: () => true,
  });
}

function gateOf({ gate }: LabOptions): string {
  return gate === undefined ? '' : `MODEL_GATE="${gate}" `;
}

interface Call {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | undefined;
  readonly openUntil: () => boolean;
}

function output(
  [file = '', ...args]: readonly string[],
  { cwd, env, input, openUntil }: Call,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.write(input ?? '');
    endWhen(openUntil, child.stdin, Date.now() + openAtMost);
  });
}

/** Milliseconds. */
const openAtMost = 180_000;

function endWhen(isTime: () => boolean, stdin: Writable, deadline: number): void {
  if (isTime() || Date.now() > deadline || stdin.destroyed) stdin.end();
  else setTimeout(() => endWhen(isTime, stdin, deadline), 100);
}

function lines(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
