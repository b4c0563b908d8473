import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { AnswerRecord } from '../../src/accounts/fast/answer-record.ts';
import { keptAnswer } from '../../src/entry/kept-answer.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

/** A line of every command whose answers are kept, in the forms in which they differ; of some on a terminal as well. */
export const lines: readonly (readonly [line: string, columns?: number])[] = [
  ['list'],
  ['list codex'],
  ['--json list'],
  ['list codex', 100],
  ['list codex --plain', 100],
  ['status'],
  ['status codex --json'],
  ['status', 100],
  ['status --short'],
  ['whoami codex'],
  ['whoami codex -a key --json'],
  ['info codex'],
  ['info claude --json'],
  ['tools'],
  ['links'],
  ['links codex --json'],
  ['settings list'],
  ['settings get plain'],
  ['installations list'],
  ['installations show codex'],
  ['share status'],
  ['share status claude --json'],
  ['default codex'],
  ['completion bash'],
  ['completion fish --line tools\u00a0use\u00a0codex\u00a0'],
];

/** What both ways make of a line; undefined: the quick one has no answer. */
export interface Ways {
  readonly quick: string | undefined;
  readonly slow: CliResult;
}

/** Where the quick way has an answer, it is the one of the slow way. @returns whether it has one */
export function expectSame({ quick, slow }: Ways, what: unknown): boolean {
  const said = quick === undefined ? slow : { code: 0, stdout: quick, stderr: '' };
  expect({ what, ...said }).toEqual({ what, ...slow });
  return quick !== undefined;
}

export type KeptWorld = Awaited<ReturnType<typeof keptWorld>>;

/** A home with accounts of several tools, shared and private, one with a login and one with a key; cwd is `<home>/work`. */
export async function keptWorld() {
  const home = tempHome();
  const bin = join(home, 'bin');
  for (const folder of ['work/deep', 'bin']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\necho codex-cli 1.2.3\n', { mode: 0o755 });
  const host = (over: Partial<Host> = {}) => {
    const env = { HOME: home, TERM: 'xterm', PATH: `${bin}:/nowhere`, ...over.env };
    return testHost({ home: env.HOME ?? home, cwd: join(home, 'work'), ...over, env });
  };
  const cli = (line: string, of = host(), columns?: number, stdin?: string) =>
    runCli(wordsOf(line), {
      host: of,
      ...(columns === undefined ? {} : { tty: { columns } }),
      ...(stdin === undefined ? {} : { stdin }),
    });
  const quick = (line: string, of = host(), columns?: number): string | undefined => {
    const { env, platform, arch } = of;
    try {
      return keptAnswer(wordsOf(line), columns, { env, platform, arch, cwd: () => of.cwd });
    } catch {
      return undefined;
    }
  };
  const both = async (line: string, of = host(), columns?: number): Promise<Ways> => ({
    quick: quick(line, of, columns),
    slow: await cli(line, of, columns),
  });
  /** Asked once what was written lies back longer than the clock of a disk stands still. */
  const settle = async (line: string, of = host(), columns?: number) => {
    await sleep(60);
    return cli(line, of, columns);
  };
  for (const line of ['codex work --private', 'codex play --private', 'claude büro --share', 'gemini g'])
    await cli(`account add ${line}`);
  await cli('account add codex key --with-api-key --private', host(), undefined, 'sk-dummy-0123456789');
  await cli('use codex work --global');
  const paths = appPaths(host());
  const folderOf = (tool: string, label: string) => {
    const folder = join(paths.accounts, tool);
    const id = readdirSync(folder).find((name) => {
      if (name.startsWith('.')) return false;
      return readFileSync(join(folder, name, 'account.json'), 'utf8').includes(`"label": "${label}"`);
    });
    return join(folder, id ?? 'none');
  };
  writeFileSync(join(folderOf('codex', 'work'), 'home/auth.json'), loginOf('a@example.com'));
  const answers = join(paths.cache, 'answers');
  /** What was kept of a line. */
  const recordOf = (line: string, columns?: number): AnswerRecord | undefined => {
    const asked = JSON.stringify([wordsOf(line), join(home, 'work'), columns ?? null]);
    return namesIn(answers)
      .map((name) => JSON.parse(onceOf(join(answers, name))) as AnswerRecord)
      .find((record) => record.asked === asked);
  };
  return { home, bin, host, cli, both, quick, settle, paths, folderOf, answers, recordOf };
}

/** A space that is no end of a word is written as one that breaks no line. */
function wordsOf(line: string): string[] {
  return line.split(' ').map((word) => word.replaceAll('\u00a0', ' '));
}

/** As codex keeps a login, of nobody. */
export function loginOf(email: string): string {
  const claims = Buffer.from(JSON.stringify({ email, sub: email })).toString('base64url');
  return JSON.stringify({
    tokens: { id_token: `e30.${claims}.x`, access_token: 'dummy', refresh_token: 'dummy', account_id: email },
  });
}

/** What was kept, which lies in its file twice. */
export function onceOf(file: string): string {
  return `${readFileSync(file, 'utf8').split('\n', 1)[0]}\n`;
}

export function writeTwice(file: string, once: string | Buffer): void {
  writeFileSync(file, Buffer.concat([Buffer.from(once), Buffer.from(once)]));
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
