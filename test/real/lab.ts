import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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
}

export interface LabOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Write down every file that is touched. */
  readonly trace?: boolean;
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
  return { home, project, tools: (argv, options = {}) => run({ home, project, path }, argv, options) };
}

interface Place {
  readonly home: string;
  readonly project: string;
  readonly path: string;
}

async function run(place: Place, argv: readonly string[], options: LabOptions): Promise<LabResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-lab-log-'));
  const log = join(scratch, 'model.log');
  const trace = join(scratch, 'trace.log');
  const command = [process.execPath, cli, ...argv];
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
    `"${process.execPath}" "${modelServer}" ${modelPort} "${log}" </dev/null & server=$!`,
    `while [ ! -e "${log}" ]; do sleep 0.02; done`,
    '"$@"; code=$?',
    'kill "$server"; exit "$code"',
  ].join('\n');
  try {
    const result = await output(['unshare', '-rn', 'sh', '-c', script, 'lab', ...traced], {
      cwd: options.cwd ?? place.project,
      env: { PATH: place.path, HOME: place.home, TERM: 'xterm', LANG: 'C.UTF-8', ...options.env },
      input: options.input,
    });
    return { ...result, requests: lines(log).map((line) => JSON.parse(line)), trace: lines(trace) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function output(
  [file = '', ...args]: readonly string[],
  { cwd, env, input }: { cwd: string; env: Record<string, string>; input: string | undefined },
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
    child.stdin.end(input ?? '');
  });
}

function lines(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
