import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { tempHome } from '../support/temp-home.ts';

/** Linux has it in both folders, macOS in one. */
export const truePath = '/usr/bin/true';

/** wrapper.ts, ready to run. */
export async function buildWrapper(): Promise<string> {
  const outDir = tempHome();
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir,
      ssr: join(import.meta.dirname, 'wrapper.ts'),
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'wrapper.mjs' } },
    },
  });
  return join(outDir, 'wrapper.mjs');
}

/** An executable file. */
export function program(folder: string, name: string, text: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** The pids of all processes that have this text in their command line. */
export function pidsOf(mark: string): readonly number[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid);
}

export async function until(holds: () => boolean, what: string | (() => string)): Promise<void> {
  for (let i = 0; i < 1500; i++) {
    if (holds()) return;
    await sleep(20);
  }
  throw new Error(`${typeof what === 'string' ? what : what()} did not happen`);
}

export const untilThere = (path: string) => until(() => existsSync(path), path);

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Without a terminal: its own session, pipes. */
export function startApart(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Started {
  const child = spawn(file, args, {
    ...options,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, ended };
}
