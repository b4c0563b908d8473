import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tempHome } from '../support/temp-home.ts';
import { buildWrapper, program, until, untilThere } from './processes.ts';

let wrapper = '';
let home = '';
let shell: IPty;
let screen = '';
beforeAll(async () => {
  wrapper = await buildWrapper();
});
beforeEach(async () => {
  home = tempHome();
  screen = '';
  // A real shell with job control on a real terminal.
  shell = spawn('bash', ['--norc', '--noprofile', '-i'], {
    cwd: home,
    env: { PATH: process.env.PATH!, HOME: home, PS1: '@ ' },
  });
  shell.onData((text) => {
    screen += text;
  });
  await until(() => screen.includes('@ '), 'the prompt');
});
afterEach(() => shell.kill('SIGKILL'));

const read = (name: string) => readFileSync(join(home, name), 'utf8');
const run = (file: string, how = 'leave') =>
  shell.write(`'${process.execPath}' '${wrapper}' ${how} ${file}; echo "ended:$?"\r`);
const type = (keys: string) => shell.write(keys);
const shows = (text: string) =>
  until(() => screen.includes(text), `${JSON.stringify(text)} in ${JSON.stringify(screen)}`);

const counting = `trap 'echo got >> mark' INT QUIT; echo > there; n=0; while [ $n -lt 20 ]; do sleep 0.05; n=$((n+1)); done; exit 9\n`;

/** Of the shell's terminal. */
function foregroundGroup(): number {
  return Number(execFileSync('ps', ['-o', 'tpgid=', '-p', `${shell.pid}`], { encoding: 'utf8' }));
}

function isThere(pid: string | number): boolean {
  return spawnSync('ps', ['-p', `${pid}`]).status === 0;
}

describe('Ctrl-C on a terminal', () => {
  test('reaches the child once: from the terminal, not from us; we stay until it ends', async () => {
    run(program(home, 'child', `#!/bin/sh\n${counting}`));
    await untilThere(join(home, 'there'));
    type('\x03');
    await shows('ended:9');
    expect(read('mark')).toBe('got\n');
  });

  test('ends as a child that dies of it', async () => {
    run(program(home, 'child', '#!/bin/sh\necho > there; exec sleep 100\n'));
    await untilThere(join(home, 'there'));
    type('\x03');
    await shows('ended:130');
    expect(screen).toContain('^C');
  });

  test('the same for Ctrl-\\', async () => {
    run(program(home, 'child', `#!/bin/sh\n${counting}`));
    await untilThere(join(home, 'there'));
    type('\x1c');
    await shows('ended:9');
    expect(read('mark')).toBe('got\n');
  });

  test('where it is to be passed on always, a child that slept through it gets it again after a moment', async () => {
    run(program(home, 'child', `#!/bin/sh\n${counting}`), 'passOn');
    await untilThere(join(home, 'there'));
    type('\x03');
    await shows('ended:9');
    expect(read('mark')).toBe('got\ngot\n');
  });
});

describe('stopping and continuing', () => {
  const resumable = 'echo > there; while [ ! -e go ]; do sleep 0.05; done; exit 3\n';

  test('Ctrl-Z stops the job, bg and fg continue it, and its code arrives', async () => {
    run(program(home, 'child', `#!/bin/sh\n${resumable}`));
    await untilThere(join(home, 'there'));
    type('\x1a');
    await shows('Stopped');
    await shows('ended:148');
    type('bg\r');
    await shows('&');
    type('fg; echo "code:$?"\r');
    await until(() => foregroundGroup() !== shell.pid, 'the job in the foreground');
    type('\x1a');
    await shows('code:148');
    type('touch go; fg; echo "last:$?"\r');
    await shows('last:3');
    expect(screen.match(/Stopped/g)).toHaveLength(2);
  });

  test('a child that stops itself alone gives the terminal back, as it would without us', async () => {
    run(program(home, 'child', '#!/bin/sh\necho > there; kill -STOP $$; echo again; exit 6\n'));
    await untilThere(join(home, 'there'));
    await shows('Stopped');
    await shows('ended:148');
    type('fg; echo "last:$?"\r');
    await shows('again');
    await shows('last:6');
    expect(screen.match(/Stopped/g)).toHaveLength(1);
  });

  test('a child that tidies up at Ctrl-Z before it stops is given the time', async () => {
    const tidy = `#!${process.execPath}
      const { existsSync, writeFileSync } = require('node:fs');
      const onStop = () => setTimeout(() => {
        console.log('tidied');
        process.removeListener('SIGTSTP', onStop);
        process.kill(process.pid, 'SIGTSTP');
      }, 300);
      process.on('SIGTSTP', onStop);
      setInterval(() => existsSync('go') && process.exit(3), 50);
      writeFileSync('there', '');`;
    run(program(home, 'child', tidy));
    await untilThere(join(home, 'there'));
    type('\x1a');
    await shows('Stopped');
    expect(screen.indexOf('tidied')).toBeGreaterThan(0);
    expect(screen.indexOf('tidied')).toBeLessThan(screen.indexOf('Stopped'));
    type('touch go; fg; echo "last:$?"\r');
    await shows('last:3');
  });

  test('a child that ignores Ctrl-Z goes on, and so do we', async () => {
    run(program(home, 'child', `#!/bin/sh\ntrap '' TSTP\necho > there; sleep 0.8; exit 4\n`));
    await untilThere(join(home, 'there'));
    type('\x1a');
    await shows('ended:4');
    expect(screen).not.toContain('Stopped');
  });

  test('a continuation sent to us alone continues the child', async () => {
    // A single process: a continuation to one pid continues that one only.
    run(
      program(
        home,
        'child',
        `#!${process.execPath}
      setInterval(() => require('node:fs').existsSync('go') && process.exit(3), 50);
      require('node:fs').writeFileSync('there', process.ppid + '\\n');`,
      ),
    );
    await until(() => existsSync(join(home, 'there')) && read('there').length > 1, 'the start');
    type('\x1a');
    await shows('ended:148');
    process.kill(Number(read('there')), 'SIGCONT');
    await sleep(300);
    type('touch go; wait %1; echo "last:$?"\r');
    await shows('last:3');
    expect(screen).toContain('Stopped');
  });

  test('the terminal closes: nobody is left', async () => {
    run(program(home, 'child', '#!/bin/sh\necho $$ $PPID > there; while :; do sleep 0.1; done\n'));
    await until(() => existsSync(join(home, 'there')) && read('there').includes('\n'), 'the start');
    const pids = read('there').trim().split(' ');
    shell.kill('SIGHUP');
    await until(() => pids.every((pid) => !isThere(pid)), 'the end of both');
    expect(pids).toHaveLength(2);
  });
});
