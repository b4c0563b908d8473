import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { sessionPrograms } from '../support/stand-in-codex.ts';
import { tempHome } from '../support/temp-home.ts';

test('the sessions of the README are what these commands print', async () => {
  const recorded = recordedSession();
  expect(recorded.length).toBeGreaterThan(10);
  const printed = await replay(recorded.map(({ command }) => command));
  const told = recorded.map(({ command }, at) => ({ command, output: printed[at] ?? '' }));
  expect(namedInOrder(told)).toEqual(namedInOrder(recorded));
});

interface Step {
  readonly command: string;
  readonly output: string;
}

function recordedSession(): readonly Step[] {
  const page = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
  // Several of them: one goes on where the one before has ended.
  const blocks = page.matchAll(/<!-- session -->\s*```\n([\s\S]*?)```\s*<!-- \/session -->/g);
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const lines = step.trimEnd().split('\n');
        // As a shell shows it: what goes on in the next line.
        const more = lines.slice(1).findIndex((line) => !line.startsWith('> ')) + 1;
        const typed = lines.slice(0, more === 0 ? lines.length : more);
        const command = typed.map((line) => line.replace(/^> /, '')).join('\n');
        return { command, output: lines.slice(typed.length).join('\n') };
      }),
  );
}

/** One shell on a terminal for all of them: a variable that one sets is there for the next. */
async function replay(commands: readonly string[]): Promise<readonly string[]> {
  const home = tempHome();
  const bin = sessionPrograms(home);
  const mark = '<<next>>';
  const script = join(home, 'session.sh');
  writeFileSync(script, commands.map((command) => `echo '${mark}'\n${command}\n`).join(''));
  const screen = await onTerminal('bash', ['--norc', '--noprofile', script], home, {
    HOME: home,
    PATH: `${bin}:/usr/bin:/bin`,
    SHELL: '/bin/bash',
    TERM: 'xterm',
    NO_COLOR: '1',
    WORK_KEY: 'sk-dummy-work-1234',
    HOME_KEY: 'sk-dummy-home-5678',
  });
  return (
    screen
      .replaceAll('\r', '')
      // What was shown to go on, and is gone: a busy machine has more to show.
      .replace(/\x1b\[2K[^\n]*\n\x1b\[1A/g, '')
      .replaceAll('\x1b[2K', '')
      .replaceAll(home, '~')
      .split(`${mark}\n`)
      .slice(1)
      .map((output) => output.trimEnd())
  );
}

function onTerminal(
  file: string,
  args: string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const terminal = spawn(file, args, { cwd, env, cols: 100, rows: 50 });
  let screen = '';
  terminal.onData((data) => {
    screen += data;
  });
  return new Promise((done) => terminal.onExit(() => done(screen)));
}

/** What is drawn by lot goes by its place: the same one is the same name wherever it stands. */
function namedInOrder(steps: readonly Step[]): readonly Step[] {
  const names = new Map<string, string>();
  const nameOf = (found: string): string => {
    const name = names.get(found) ?? `drawn-${String(names.size).padStart(2, '0')}`;
    names.set(found, name);
    return name;
  };
  return steps.map(({ command, output }) => ({
    command,
    output: output.replace(
      /\b\d{8}T\d{6}Z-[a-z0-9]{8}\b|(?<=API key )[0-9a-f]{8}\b|(?<=content\/|accounts\/(?:codex|acme)\/|tools undo )\w{8}\b/g,
      nameOf,
    ),
  }));
}
