import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionPrograms } from '../support/stand-in-codex.ts';
import { tempHome } from '../support/temp-home.ts';
import { type Frame, pictureOf } from '../support/terminal-picture.ts';

const size = { columns: 92, rows: 19 };
const file = resolve(import.meta.dirname, '../../docs/session.svg');

/** What is typed, and what stands on the screen when it has done its work. */
const session = [
  { type: 'printenv WORK_KEY | tools login codex -a work --with-api-key', until: 'tools use codex work' },
  {
    type: 'printenv HOME_KEY | tools login codex -a personal --with-api-key --share',
    until: 'tools use codex personal',
  },
  { type: 'tools list', until: 'none of codex is chosen yet', seconds: 3 },
  { type: 'tools use codex work', until: 'is now the global default' },
  { type: 'clear', until: /^\$ $/ },
  { type: 'tools status', until: 'the default', seconds: 3 },
  { type: 'tools', until: 'q leave', seconds: 2.5 },
  { key: 'Up', until: '❯  personal', seconds: 1.5 },
  { key: 'i', until: 'Directory', seconds: 3 },
  { key: 'Escape', until: '❯  personal', seconds: 1.5 },
  { key: 'Enter', until: 'Codex starts', seconds: 3 },
] as const;

const socket = `recording-${process.pid}`;
let home: string;

beforeAll(() => {
  home = tempHome();
  const bin = sessionPrograms(home);
  const settings = join(home, 'tmux.conf');
  writeFileSync(
    settings,
    'set -g status off\nset -g default-terminal screen-256color\nset -g escape-time 0\n',
  );
  const env = {
    HOME: home,
    PATH: `${bin}:/usr/bin:/bin`,
    SHELL: '/bin/bash',
    LC_ALL: 'C.UTF-8',
    PS1: '$ ',
    HISTFILE: '/dev/null',
    WORK_KEY: 'sk-dummy-work-1234',
    HOME_KEY: 'sk-dummy-home-5678',
  };
  const start = [
    'env',
    '-i',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    'TERM=screen-256color',
  ];
  tmux(
    '-f',
    settings,
    'new-session',
    '-d',
    '-c',
    home,
    '-x',
    `${size.columns}`,
    '-y',
    `${size.rows}`,
    ...start,
    'bash',
    '--norc',
    '--noprofile',
  );
});

afterAll(() => {
  tmux('kill-server');
});

test('the recorded session in docs is what these keys show; `npm run recording` makes it anew', async () => {
  await shows(/^\$ $/);
  const frames: Frame[] = [];
  for (const step of session) {
    if ('type' in step) {
      tmux('send-keys', '-l', step.type);
      frames.push({ lines: await shows(step.type.slice(-20)), seconds: 1 });
      tmux('send-keys', 'Enter');
    } else tmux('send-keys', step.key);
    frames.push({ lines: await shows(step.until), seconds: 'seconds' in step ? step.seconds : 1.5 });
  }
  const picture = pictureOf(
    namedInOrder(frames),
    size,
    'A session in a terminal: two accounts of Codex are made with keys, listed, and picked from a list',
  );
  await expect(picture).toMatchFileSnapshot(file);
  expect(picture.length).toBeLessThan(100_000);
});

/** The screen, once that stands on it and it has stopped changing. */
async function shows(awaited: string | RegExp): Promise<readonly string[]> {
  let before = '';
  for (let tries = 0; tries < 600; tries += 1) {
    const screen = tmux('capture-pane', '-e', '-p', '-N');
    const plain = screen.replace(/\x1b\[[0-9;]*m|\x1b\(B|[\x0e\x0f]/g, '');
    const last = plain.trimEnd();
    const isThere = typeof awaited === 'string' ? plain.includes(awaited) : awaited.test(`${last} `);
    if (isThere && screen === before) return screen.trimEnd().split('\n');
    before = screen;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`never on the screen: ${awaited}\n${before}`);
}

function tmux(...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8', TERM: 'xterm' };
  return execFileSync('tmux', ['-u', '-L', socket, ...args], { encoding: 'utf8', env });
}

/** What is drawn by lot is the same in every recording. */
function namedInOrder(frames: readonly Frame[]): readonly Frame[] {
  const names = new Map<string, string>();
  const nameOf = (found: string): string => {
    const name = names.get(found) ?? ['e26f4303', '4d3cd262', 'k3v9x2ab'][names.size] ?? 'p0d4m7qs';
    names.set(found, name);
    return name;
  };
  const today = new Date().toISOString().slice(0, 10);
  return frames.map((frame) => ({
    ...frame,
    lines: frame.lines.map((line) =>
      line
        .replace(
          /(?<=API key )[0-9a-f]{8}\b|(?<=accounts\/codex\/)\w{8}\b|(?<= {2}Id +)[a-z0-9]{8}$/g,
          nameOf,
        )
        .replaceAll(home, '~')
        .replaceAll(today, '2026-11-30'),
    ),
  }));
}
