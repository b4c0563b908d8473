import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { demandProgram, isLinux } from '../support/linux-tools.ts';
import { type ShellWorld, shellWorld } from './stand-ins.ts';

const value = 'a  "b" $(c) %PATH% !d';

/** How the two families say the same. */
const dialects = {
  bash: {
    set: (name: string, text: string) => `export ${name}=${text}`,
    code: '$?',
    tools: 'function tools { __ai_tools_call tools "$@"; }',
    args: ['--norc'],
  },
  zsh: {
    set: (name: string, text: string) => `export ${name}=${text}`,
    code: '$?',
    tools: 'function tools { __ai_tools_call tools "$@" }',
    args: ['-f'],
  },
  fish: {
    set: (name: string, text: string) => `set -gx ${name} ${text}`,
    code: '$status',
    tools: '',
    args: ['--no-config', '-i'],
  },
} as const;

describe.each(['bash', 'zsh', 'fish'] as const)('a real %s', (shell) => {
  const { set, code, tools, args } = dialects[shell];
  let world: ShellWorld;
  beforeEach(() => {
    world = shellWorld(shell);
  });
  const lines = (text: string, options: Parameters<ShellWorld['run']>[1] = {}) => {
    const { stdout, stderr } = world.run(`${tools}\n${text}`, { args, ...options });
    expect(stderr).toBe('');
    return stdout.split('\n').slice(0, -1);
  };
  const path = (text = '"$PATH"') => (shell === 'fish' ? `string join : -- $PATH` : `printf '%s\\n' ${text}`);

  test('the shims are first on PATH, and once, whatever comes before them later', () => {
    const { shims, bin } = world;
    const usual = `${bin}:/usr/bin:/bin`;
    expect(lines(path())).toEqual([`${shims}:${usual}`]);
    // A shell in a shell, and what path_helper of macOS makes of it.
    expect(lines(path(), { env: { PATH: `${shims}:${usual}` } })).toEqual([`${shims}:${usual}`]);
    expect(lines(path(), { env: { PATH: `/first:${shims}:${usual}:${shims}:${shims}` } })).toEqual([
      `${shims}:/first:${usual}`,
    ]);
    const later =
      shell === 'fish'
        ? 'set -gx PATH /later $PATH; emit fish_prompt'
        : 'PATH="/later:$PATH"; __ai_tools_path';
    expect(lines(`${later}\n${path()}`)).toEqual([`${shims}:/later:${usual}`]);
  });

  test('a shim that a command of ours took away is not looked for where it was', () => {
    for (const [folder, said] of [
      [world.shims, 'shim'],
      [world.bin, 'tool'],
    ] as const)
      writeFileSync(join(folder, 'codex'), `#!/bin/sh\necho ${said}\n`, { mode: 0o755 });
    expect(lines(`codex\nrm "${world.shims}/codex"\ntools shim disable >/dev/null\ncodex`)).toEqual([
      'shim',
      'tool',
    ]);
  });

  test('without shims PATH is as it was', () => {
    rmSync(world.shims, { recursive: true });
    expect(lines(path())).toEqual([`${world.bin}:/usr/bin:/bin`]);
  });

  test('use --shell takes effect, every byte of it; what it takes away is gone', () => {
    const said = lines(`
${set('GONE', 'x')}
tools use codex work --shell
echo "code ${code}"
env | grep -c '^GONE='
${shell === 'fish' ? 'string escape --style=url -- "$CODEX_HOME"' : `printf '%s\\n' "$CODEX_HOME"`}`);
    expect(said).toEqual([
      'code 0',
      '0',
      shell === 'fish' ? 'a%20%20%22b%22%20%24%28c%29%20%25PATH%25%20%21d' : value,
    ]);
    expect(world.asked()).toEqual([
      expect.stringMatching(new RegExp(`^tools use codex work --shell in .* as ${shell} \\d+$`)),
    ]);
  });

  test.each([
    ['use codex work --global', '<use> <codex> <work> <--global>'],
    ['list --json', '<list> <--json>'],
    ['run codex -- use --shell', '<run> <codex> <--> <use> <--shell>'],
    ["run codex -- 'a  b' '' '-x'", '<run> <codex> <--> <a  b> <> <-x>'],
  ])('%s goes through as it is', (typed, given) => {
    writeFileSync(join(world.bin, 'tools'), '#!/bin/sh\nprintf given:; printf " <%s>" "$@"; echo\n');
    expect(lines(`tools ${typed}\necho "code ${code}"`)).toEqual([`given: ${given}`, 'code 0']);
  });

  test('what fails, fails: nothing is evaluated', () => {
    writeFileSync(join(world.bin, 'tools'), '#!/bin/sh\necho "echo EVALUATED"; exit 4\n');
    expect(lines(`tools use codex nobody --shell\necho "code ${code}"`)).toEqual(['code 4']);
  });

  test('whoever evaluates by hand gets lines', () => {
    const by =
      shell === 'fish' ? 'tools use codex work --shell | source' : 'eval "$(tools use codex work --shell)"';
    expect(lines(`${by}\nprintf '%s\\n' "$CODEX_HOME"`)).toEqual([value]);
    const captured =
      shell === 'fish'
        ? 'set x (tools use codex work --shell); count $x'
        : `x="$(tools use codex work --shell)"; printf "%s\\n" "\${x%%=*}"`;
    expect(lines(`${captured}\nprintf '%s\\n' "[$CODEX_HOME]"`)).toEqual([
      shell === 'fish' ? '2' : 'export CODEX_HOME',
      '[]',
    ]);
  });

  test('the prompt shows what the status program says; nothing where there is none', () => {
    expect(lines('ai_tools_prompt\necho end')).toEqual(['end']);
    writeFileSync(
      join(world.shims, 'ai-tools-status'),
      '#!/bin/sh\necho "codex:work $1"; echo noise >&2; exit 3\n',
    );
    chmodSync(join(world.shims, 'ai-tools-status'), 0o755);
    expect(lines(`ai_tools_prompt x\necho "code ${code}"`)).toEqual(['codex:work x', 'code 0']);
  });

  describe('the hook', () => {
    const step = shell === 'fish' ? 'emit fish_prompt' : '__ai_tools_step';
    const bind = (...directories: string[]) => {
      const links = Object.fromEntries(
        directories.map((name) => [join(world.home, name), { codex: 'abcd1234' }]),
      );
      writeFileSync(
        join(world.shims, '../links.json'),
        `${JSON.stringify({ schemaVersion: 1, links }, null, 2)}\n`,
      );
    };
    const walk = (...steps: string[]) =>
      steps
        .map((to) => (to.startsWith('!') ? to.slice(1) : `cd "$HOME/${to}"`))
        .map((line) => `${line}\n${step}`)
        .join('\n');
    const asked = () => world.asked().map((line) => line.replace(world.home, '~').replace(/ as .*/, ''));
    beforeEach(() => {
      for (const name of ['p/a/in', 'p/b', 'c d/e']) mkdirSync(join(world.home, name), { recursive: true });
    });

    test('asks nobody where nothing was ever chosen', () => {
      lines(walk('.', 'p', 'p/a', 'p/b'));
      expect(asked()).toEqual([]);
    });

    test('asks once for each stretch of directories that is bound alike', () => {
      bind('p/a', 'c d');
      lines(walk('p', 'p/b', 'p/a', 'p/a/in', 'p/a', 'c d', 'c d/e'));
      expect(asked()).toEqual(
        ['ai-tools init X --step in ~/p/a', 'ai-tools init X --step in ~/c d'].map((line) =>
          line.replace('X', shell),
        ),
      );
    });

    test('what it is told takes effect, and leads out again', () => {
      bind('p/a');
      const out = walk('p/a', `!echo "here $HERE"; ${set('AI_TOOLS_ENV', 'x')}`, 'p', '!echo "then $HERE"');
      expect(lines(out).map((line) => line.replace(world.home, '~'))).toEqual(['here ~/p/a', 'then ~/p']);
    });

    test('a file of a repository counts, and so does each change of it', () => {
      const file = join(world.home, 'p/.ai-tools.toml');
      writeFileSync(file, 'a');
      lines(walk('p/a', 'p/b', `!echo b > '${file}'`, 'p/a', 'p'));
      expect(asked()).toEqual(
        ['ai-tools init X --step in ~/p/a', 'ai-tools init X --step in ~/p/a'].map((line) =>
          line.replace('X', shell),
        ),
      );
    });

    test('a default, or a variable that chooses, is asked for when the shell begins', () => {
      writeFileSync(join(world.shims, '../defaults/codex'), '{}');
      lines(walk('.', 'p', 'p/b'));
      expect(asked()).toHaveLength(1);
      rmSync(join(world.shims, '../defaults/codex'));
      lines(walk('.', 'p'), { env: { AI_TOOLS_ACCOUNT_CODEX: 'work' } });
      expect(asked()).toHaveLength(2);
    });

    test('after a command of ours it asks again', () => {
      bind('p/a');
      lines(walk('p/a', '!tools link codex work', 'p/a'));
      expect(asked().filter((line) => line.includes('--step'))).toHaveLength(2);
    });

    test('behind a link, or where a name can be told only by its real path, the program is asked', () => {
      bind('p/a');
      symlinkSync(join(world.home, 'p/a'), join(world.home, 'to-a'));
      mkdirSync(join(world.home, 'q"r\\s'));
      lines(`${walk('p')}\n${walk('to-a')}`);
      expect(asked()).toEqual([`ai-tools init ${shell} --step in ~/to-a`]);
      lines(walk('p', '!cd "$HOME"/q*'));
      expect(asked()).toHaveLength(2);
    });

    test.runIf(isLinux)('starts no process while nothing changes, on cd and on a prompt', () => {
      demandProgram('strace', 'apt-get install strace');
      bind('p/a', 'c d');
      writeFileSync(join(world.shims, '../defaults/codex'), '{}');
      const started = (text: string) => {
        const trace = join(world.home, 'trace');
        const { stderr } = world.run(`${tools}\n${text}`, {
          args: ['-f', '-qq', '-e', 'trace=fork,vfork,clone,clone3', '-o', trace, shell, ...args],
          program: 'strace',
        });
        expect(stderr).toBe('');
        const traced = readFileSync(trace, 'utf8');
        return traced.split('\n').filter((line) => /clone|fork/.test(line) && !line.includes('CLONE_THREAD'))
          .length;
      };
      const once = walk('p', 'p/b');
      expect(started([once, once, once, once, once].join('\n'))).toBe(started(once));
    });

    test.runIf(process.getuid?.() === 0)(
      'asks nothing as another user in somebody’s home, as sudo may have it',
      () => {
        bind('p/a');
        chownSync(world.home, 65534, 65534);
        lines(walk('p/a'));
        expect(asked()).toEqual([]);
      },
    );

    test('is silent where the program is gone', () => {
      bind('p/a');
      for (const name of ['ai-tools', 'tools']) rmSync(join(world.bin, name));
      expect(lines(walk('p/a', '!echo end'))).toEqual(['end']);
    });

    test('asks by the other name where only that one is on PATH', () => {
      bind('p/a');
      rmSync(join(world.bin, 'ai-tools'));
      expect(lines(walk('p/a', '!echo "here $HERE"'))).toEqual([`here ${world.home}/p/a`]);
      expect(asked()).toEqual([`tools init ${shell} --step in ~/p/a`]);
    });

    test('takes nothing from a program that only has our name', () => {
      bind('p/a');
      rmSync(join(world.bin, 'ai-tools'));
      writeFileSync(join(world.bin, 'tools'), `#!/bin/sh\necho '${set('HERE', 'ELSEWHERE')}'\n`);
      expect(lines(walk('p/a', '!echo "here $HERE"'))).toEqual(['here ']);
    });

    test('what can’t be done in a directory is said there once', () => {
      bind('p/a', 'c d');
      const { stderr } = world.run(`${tools}\n${walk('p/a', 'p', 'p/a', 'c d', 'p', 'p/a', 'c d')}`, {
        args,
        env: { SAY: 'not $here; "it" *' },
      });
      expect(stderr).toBe('not $here; "it" *\n'.repeat(2));
      expect(asked()).toHaveLength(5);
    });

    test('is silent, and asks nobody, where HOME is gone', () => {
      bind('p/a');
      const gone = shell === 'fish' ? 'set -e HOME' : 'unset HOME';
      const to = (name: string) => `!cd "${join(world.home, name)}"`;
      expect(lines(`${gone}\n${walk(to('p/a'), to('p'), '!echo end')}`)).toEqual(['end']);
      expect(asked()).toEqual([]);
    });
  });

  test('B107 a home of a name that is code', () => {
    world = shellWorld(shell, 'a b\'c"d$(touch CAN)`touch CAN`;e%f!\u2019');
    expect(lines(`${path()}\ntools use codex work --shell\nprintf '%s\\n' "$CODEX_HOME"\nls`)).toEqual([
      `${world.shims}:${world.bin}:/usr/bin:/bin`,
      value,
      'asked',
      'bin',
      'hook',
      'init',
      'lines',
    ]);
  });
});

/** Words of shell that a user has made something else of. */
const aliased = `alias ${[
  ...'case esac while do done for if then fi local return continue export unset eval set printf read'.split(
    ' ',
  ),
  ...'typeset shopt complete hash command emulate setopt builtin :'.split(' '),
]
  .map((word) => `${word}=ls`)
  .join(' ')}`;

describe('whatever options a user has set', () => {
  test.each([
    ['bash', 'set -u'],
    ['bash', 'set -e'],
    ['bash', 'set -euo pipefail; set -o noclobber'],
    ['bash', 'set -o posix'],
    ['bash', 'shopt -s extglob nullglob failglob'],
    ['bash', 'IFS=:; set -f'],
    ['bash', 'alias tools=ls command=ls cd=ls; shopt -s expand_aliases; CDPATH=/'],
    ['bash', `shopt -s expand_aliases; ${aliased}`],
    ['bash', `set -o posix; ${aliased}`],
    ['bash', 'set -k'],
    ['zsh', 'setopt nounset'],
    ['zsh', 'setopt errexit'],
    ['zsh', 'setopt ksharrays shwordsplit noclobber globsubst extendedglob nomatch warncreateglobal'],
    ['zsh', 'emulate sh'],
    ['zsh', 'emulate ksh'],
    ['zsh', 'IFS=:'],
    ['zsh', 'alias tools=ls; alias -g use=ls'],
    ['zsh', aliased],
    ['zsh', 'alias -g in=ls do=ls zsh=ls "[[=ls"; setopt cshnullglob rcquotes'],
  ] as const)('%s with %s', (shell, before) => {
    const world = shellWorld(shell);
    const { stdout, stderr, status } = world.run(
      '__ai_tools_path\n__ai_tools_step\nai_tools_prompt\n\\printf "%s\\n" "$PATH"',
      {
        before,
        args: dialects[shell].args,
      },
    );
    expect({ stdout, stderr, status }).toEqual({
      stdout: `${world.shims}:${world.bin}:/usr/bin:/bin\n`,
      stderr: '',
      status: 0,
    });
  });

  test('bash: others in PROMPT_COMMAND, as a text or as an array, are run after ours and find $? as it was', () => {
    for (const before of [
      'PROMPT_COMMAND="seen=\\$?;"',
      'PROMPT_COMMAND=("seen=\\$?" true)',
      'unset PROMPT_COMMAND',
    ]) {
      const world = shellWorld('bash');
      const { stdout, stderr } = world.run(
        `. "$HOME/init"; (exit 5); for each in "\${PROMPT_COMMAND[@]}"; do eval "$each"; done; echo "\${seen-none} \${PROMPT_COMMAND[*]}" | tr "\\n" " "`,
        { before, args: ['--norc', '-i'] },
      );
      expect(
        stderr.replace(/^bash: (?:cannot set terminal process group.*|no job control in this shell)\n/gm, ''),
      ).toBe('');
      const seen = before.startsWith('unset') ? 'none' : '5';
      expect(stdout.startsWith(`${seen} \\eval "\${__ai_tools_at_prompt-`)).toBe(true);
      expect(stdout.split('__ai_tools_at_prompt')).toHaveLength(2);
    }
  });

  test('bash: a shell that was handed PROMPT_COMMAND, and nothing else of ours, is silent; $? stays for who comes after', () => {
    const world = shellWorld('bash');
    const inner = `(exit 5); for each in "\${PROMPT_COMMAND[@]}"; do eval "$each"; done; echo "$seen"`;
    const { stdout, stderr } = world.run(`. "$HOME/init"; export PROMPT_COMMAND; bash --norc -c '${inner}'`, {
      before: 'PROMPT_COMMAND="seen=\\$?"',
      args: ['--norc', '-i'],
    });
    expect(stdout).toBe('5\n');
    expect(stderr).not.toContain('__ai_tools');
  });

  test('a bash that is not interactive gets PATH and nothing else', () => {
    const world = shellWorld('bash');
    const { stdout } = world.run(`echo "\${PROMPT_COMMAND-none}"; type -t tools; complete -p | wc -l`);
    expect(stdout.trim().split(/\s+/)).toEqual(['none', 'file', '0']);
  });
});
