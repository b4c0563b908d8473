import { spawnSync } from 'node:child_process';
import { Child } from '../../support/child-script.ts';
import { homeVariables, tempHome } from '../../support/temp-home.ts';

export const hasPython = spawnSync('python3', ['--version']).status === 0;

export interface Reply {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Starts a program, writes the lines to it and then ends its stdin; it must end well. `gone`: nobody reads it. */
export async function talkTo(
  program: string,
  lines: readonly string[],
  reader?: 'gone',
): Promise<readonly Reply[]> {
  const child = new Child(program, [], { env: homeVariables(tempHome()) as NodeJS.ProcessEnv });
  if (reader) child.process.stdout?.destroy();
  child.process.stdin?.end(lines.map((line) => `${line}\n`).join(''));
  const { code, signal, stdout, stderr } = await child.ended;
  const end = reader && signal === 'SIGPIPE' ? 0 : code;
  if (end !== 0 || stderr !== '') throw new Error(`ended with ${code ?? signal}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
