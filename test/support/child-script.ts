import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const out = join(root, 'temp', `children-${process.pid}`);

afterAll(() => rmSync(out, { recursive: true, force: true }));

/** Makes a script of the tests, written in TypeScript, into one that Node runs alone. @returns its path */
export async function bundleChild(source: string): Promise<string> {
  const bundle = await rolldown({ input: source, platform: 'node', external: ['proper-lockfile', 'zod'] });
  const file = join(out, `${basename(source, '.ts')}.mjs`);
  await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
  return file;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real process: what it has printed so far, texts to wait for, its end. */
export class Child {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';
  readonly #waiting = new Set<() => void>();

  constructor(file: string, args: readonly string[], options: SpawnOptions = {}) {
    this.process = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    // Writing to one that has ended is a mistake of the test that its end will tell.
    this.process.stdin?.on('error', () => {});
    this.process.stdout?.on('data', (chunk) => {
      this.#stdout += chunk;
      for (const look of this.#waiting) look();
    });
    this.process.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    this.ended = new Promise((resolve, reject) => {
      this.process.on('error', reject);
      this.process.on('close', (code, signal) => {
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
        for (const look of this.#waiting) look();
      });
    });
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  /** Resolves when the process has printed the text. Rejects when it ends without. */
  prints(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const isThere = this.#stdout.includes(text);
        const hasEnded = this.process.exitCode !== null || this.process.signalCode !== null;
        if (!isThere && !hasEnded) return;
        if (isThere) resolve();
        else if (this.process.stdout?.readableEnded)
          reject(new Error(`ended without "${text}": ${this.#stderr}`));
        else return;
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  say(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }
}
