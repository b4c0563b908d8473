import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';

/** What a fake program can do. Its act is run alone, in another process: it may use nothing but this. */
export interface FakeWorld {
  /** Without the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Empty unless the fake reads it. */
  readonly stdin: string;
  readonly write: (path: string, text: string, mode?: number) => void;
  readonly read: (path: string) => string | undefined;
  readonly exists: (path: string) => boolean;
  readonly remove: (path: string) => void;
  readonly link: (target: string, path: string) => void;
  readonly rename: (from: string, to: string) => void;
  readonly say: (text: string) => void;
  /** Kept with the run. */
  readonly note: (name: string, value: unknown) => void;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly on: (signal: string, act: () => void) => void;
  readonly kill: (signal: string) => void;
  readonly exit: (code: number) => never;
}

export interface FakeRun {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
  readonly pid: number;
  readonly notes: Readonly<Record<string, unknown>>;
}

export interface FakeTool {
  /** Goes on PATH. */
  readonly folder: string;
  readonly path: string;
  /** How it was started so far. */
  runs(): readonly FakeRun[];
  /** Does something else from now on. */
  will(act: FakeAct): void;
}

export type FakeAct = (world: FakeWorld) => unknown;

export interface FakeOptions {
  /** Reads its stdin to the end before it acts. */
  readonly readsStdin?: boolean;
  /** The test is about its not being started: then a start fails the test. */
  readonly unused?: boolean;
  /** It may be started or not. */
  readonly mayRest?: boolean;
}

const made: { readonly tool: FakeTool; readonly options: FakeOptions }[] = [];

afterEach(() => {
  for (const { tool, options } of made.splice(0)) {
    if (options.mayRest) continue;
    const starts = tool.runs().length;
    expect(
      options.unused ? starts === 0 : starts > 0,
      `the fake ${tool.path} was started ${starts} times`,
    ).toBe(true);
  }
});

/** A program that records how it was started, then does what it is told; a number returned is its exit code. */
export function fakeTool(folder: string, name: string, act: FakeAct, options: FakeOptions = {}): FakeTool {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  const log = join(folder, `${name}.runs`);
  const actFile = join(folder, `${name}.act`);
  const will = (next: FakeAct) => writeFileSync(actFile, `return (${next.toString()})(world);`);
  will(act);
  const text = script(log, actFile, options.readsStdin ?? false);
  if (process.platform === 'win32') writeShim(folder, name, text);
  else {
    writeFileSync(path, `#!${process.execPath}\n${text}`);
    chmodSync(path, 0o755);
  }
  const tool: FakeTool = { folder, path, will, runs: () => runsIn(log) };
  made.push({ tool, options });
  return tool;
}

/** As npm leaves a program on Windows, which starts no script by its first line. */
export function writeShim(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, `${name}.cjs`), text);
  const shim = join(folder, `${name}.cmd`);
  writeFileSync(shim, `@node "%~dp0\\${name}.cjs" %*\r\n`);
  return shim;
}

function runsIn(log: string): readonly FakeRun[] {
  if (!existsSync(log)) return [];
  // The last line may be being written.
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const starts = lines.filter((line) => 'argv' in line);
  return starts.map((start) => ({
    ...start,
    notes: Object.assign({}, ...lines.filter((line) => line.of === start.pid).map(({ note }) => note)),
  }));
}

function script(log: string, actFile: string, readsStdin: boolean): string {
  return `const fs = require('node:fs');
const path = require('node:path');
const add = (line) => fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify(line) + '\\n');
const argv = process.argv.slice(2);
const stdin = ${readsStdin ? "fs.readFileSync(0, 'utf8')" : "''"};
add({ argv, env: process.env, cwd: process.cwd(), stdin, pid: process.pid });
const parent = (file) => (fs.mkdirSync(path.dirname(file), { recursive: true }), file);
const world = {
  argv, env: process.env, stdin,
  write: (file, text, mode) => fs.writeFileSync(parent(file), text, { mode: mode ?? 0o600 }),
  read: (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined),
  exists: (file) => fs.existsSync(file),
  remove: (file) => fs.rmSync(file, { recursive: true, force: true }),
  link: (target, file) => fs.symlinkSync(target, parent(file)),
  rename: (from, to) => fs.renameSync(from, to),
  say: (text) => void fs.writeSync(1, text + '\\n'),
  note: (name, value) => add({ of: process.pid, note: { [name]: value } }),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  on: (signal, act) => process.on(signal, act),
  kill: (signal) => process.kill(process.pid, signal),
  exit: (code) => process.exit(code),
};
const act = new Function('world', fs.readFileSync(${JSON.stringify(actFile)}, 'utf8'));
Promise.resolve(act(world)).then((code) => { process.exitCode = typeof code === 'number' ? code : 0; });
`;
}
