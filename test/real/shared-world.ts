import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type Lab, type LabOptions, type LabResult, lab, type ModelRequest } from './lab.ts';
import { installed, type ProgramId } from './programs.ts';
import { type RealTool, realTools } from './real-tools.ts';

export type Label = 'work' | 'personal';

/** Two accounts of one real program on one root, each with a login of its own. */
export interface SharedWorld extends Omit<Lab, 'run'> {
  /** Any program, with nothing of ours before it. */
  readonly bare: Lab['run'];
  readonly tool: RealTool;
  /** The root that both share. */
  readonly root: string;
  readonly homes: Readonly<Record<Label, string>>;
  /** Starts the program under an account. */
  readonly run: (label: Label, argv: readonly string[], options?: LabOptions) => Promise<LabResult>;
}

export const keys = { work: 'sk-dummy-work-00001111', personal: 'sk-dummy-personal-00002222' } as const;

export async function sharedWorld(id: ProgramId): Promise<SharedWorld> {
  const tool = realTools[id];
  const world = lab([installed(id)]);
  await addAccount(world, tool, 'work', []);
  await addAccount(world, tool, 'personal', ['--share']);
  const homes = {
    work: await homeOf(world, tool, 'work'),
    personal: await homeOf(world, tool, 'personal'),
  };
  for (const label of ['work', 'personal'] as const) tool.prepare?.(homes[label], keys[label]);
  return {
    ...world,
    tool,
    root: join(world.home, `.local/share/ai-tools/installations/${id}/default/shared`),
    homes,
    bare: world.run,
    run: (label, argv, options) => world.tools(launch(tool, label, argv), withEnv(tool, options)),
  };
}

/** An account with a login of its own, added as a person would. */
export async function addAccount(
  world: Pick<Lab, 'tools'>,
  tool: RealTool,
  label: string,
  options: readonly string[],
): Promise<void> {
  const { id, keyed } = tool;
  const key = `${label in keys ? keys[label as Label] : `sk-dummy-${label}-00003333`}\n`;
  const argv = {
    'account add': ['account', 'add', id, label, '--with-api-key', ...options],
    login: ['login', id, '--account', label, '--with-api-key', ...options],
    none: ['account', 'add', id, label, ...options],
  }[keyed ?? 'none'];
  const added = await world.tools(argv, { input: keyed === undefined ? '' : key });
  expect(added, added.stderr).toMatchObject({ code: 0 });
}

export async function homeOf(
  world: Pick<Lab, 'tools'>,
  { id, variable }: RealTool,
  label: string,
): Promise<string> {
  const { stdout } = await world.tools(['env', id, '-a', label, '--shell', 'json', '--reveal']);
  const value: string = JSON.parse(stdout).set[variable];
  return variable.startsWith('XDG_') ? dirname(value) : value;
}

export function launch({ id, env }: RealTool, label: string, argv: readonly string[]): readonly string[] {
  return ['run', id, '-a', label, ...Object.keys(env).flatMap((name) => ['--keep-env', name]), '--', ...argv];
}

export function withEnv({ env }: RealTool, options: LabOptions = {}): LabOptions {
  return { ...options, env: { ...env, ...options.env } };
}

/** A project of its own below the user's home. */
export function projectAt(world: Pick<Lab, 'home'>, name: string): string {
  const folder = join(world.home, 'work', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function writeInto(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** Which credentials the requests to the model carried, each once. */
export function credentialsOf(requests: readonly ModelRequest[]): readonly string[] {
  const sent = requests.flatMap(({ authorization, apiKey, googleKey }) => [
    authorization?.replace('Bearer ', ''),
    apiKey,
    googleKey,
  ]);
  return [...new Set(sent.filter((key) => key !== undefined))];
}

/** Files below a folder, links not followed, whose bytes hold the text. */
export function filesHolding(folder: string, text: string): readonly string[] {
  return filesBelow(folder).filter((path) => readFileSync(join(folder, path)).includes(text));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .sort();
}
