import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

const program = join(dirname(builtCli), 'program.cjs');

/** Says how it was started, all of it that a program can see. */
const tool = `#!${process.execPath}
const fs = require('node:fs');
const status = fs.readFileSync('/proc/self/status', 'latin1');
const limits = fs.readFileSync('/proc/self/limits', 'latin1');
console.log(JSON.stringify({ argv: process.argv.slice(2), env: process.env, cwd: process.cwd(),
  ignored: /SigIgn:.*/.exec(status)[0], files: /Max open files.*/.exec(limits)[0] }));
console.error('talk');
process.exit(Number(process.env.CODE ?? 0));
`;

describe.runIf(process.platform === 'linux')(
  'whole processes, by the way in and by the program itself',
  () => {
    const home = tempHome();
    const env = { HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}`, SHELL: '/bin/bash' };
    const start = (file: string, words: readonly string[], more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
        cwd: join(home, 'work'),
        env: { ...env, ...more },
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };

    beforeAll(async () => {
      for (const folder of ['bin', 'work']) mkdirSync(join(home, folder));
      writeFileSync(join(home, 'bin/codex'), tool, { mode: 0o755 });
      start(program, ['account', 'add', 'codex', 'work', '--private']);
      start(program, ['account', 'add', 'codex', 'team', '--share']);
      for (const label of ['work', 'team', 'work', 'team']) {
        await sleep(100);
        start(program, ['run', 'codex', '-a', label]);
      }
    });

    test.each<[string, Readonly<Record<string, string>>?]>([
      ['run codex -a work -- --model x'],
      ['run codex#team login'],
      ['run codex -a nobody'],
      ['run codex -a work --nope'],
      ['run codex -a work', { CODE: '7' }],
      ['run codex -a work', { OPENAI_API_KEY: 'sk-dummy-1234567' }],
      ['run codex -a work', { AI_TOOLS_DEPTH: '2' }],
      ['env codex -a work --shell sh'],
      ['env codex -a team --shell fish'],
      ['which codex -a work'],
      ['--version'],
      ['--version --json'],
    ])('%s %o', (line, more = {}) => {
      const words = line.split(' ');
      expect(start(builtCli, words, more)).toEqual(start(program, words, more));
    });

    test('the way in is loaded alone where it answers', () => {
      const seen = join(home, 'seen');
      const preload = join(home, 'seen.cjs');
      writeFileSync(
        preload,
        `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(seen)}, Object.keys(require.cache).join('\\n')));`,
      );
      for (const words of [['--version'], ['env', 'codex', '-a', 'work'], ['which', 'codex', '-a', 'work']]) {
        execFileSync(process.execPath, ['-r', preload, builtCli, ...words], { cwd: join(home, 'work'), env });
        expect(readFileSync(seen, 'utf8')).not.toContain('program.cjs');
      }
    });

    test('a tool is given the limit of open files that our parent has, not the one that Node made of it', () => {
      if (!existsSync('/usr/bin/prlimit')) return;
      for (const file of [builtCli, program]) {
        const { stdout } = spawnSync(
          '/bin/sh',
          ['-c', 'ulimit -Sn 512; "$@"; exit $?', 'sh', process.execPath, file, 'run', 'codex', '-a', 'work'],
          { cwd: join(home, 'work'), env, encoding: 'utf8' },
        );
        // The fake is a Node, which raises its own again: what it was given is asked of a shell.
        expect(stdout).toContain('Max open files');
      }
      writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\nulimit -Sn\n', { mode: 0o755 });
      for (const file of [program, builtCli]) {
        const { stdout } = spawnSync(
          '/bin/sh',
          ['-c', 'ulimit -Sn 512; "$@"; exit $?', 'sh', process.execPath, file, 'run', 'codex', '-a', 'work'],
          { cwd: join(home, 'work'), env, encoding: 'utf8' },
        );
        expect(stdout).toBe('512\n');
      }
    });
  },
);
