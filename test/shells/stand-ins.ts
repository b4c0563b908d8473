import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appPaths } from '../../src/platform/index.ts';
import { hookScript, type InitShell, initScript } from '../../src/shells/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

/** A home with what `tools init` makes a shell read, and programs of our names that note what they are asked. */
export interface ShellWorld {
  readonly home: string;
  readonly shims: string;
  readonly bin: string;
  /** What the programs were asked, a line each. */
  asked(): readonly string[];
  /** The shell reads our scripts, then these lines. */
  run(
    lines: string,
    options?: RunOptions,
  ): { readonly stdout: string; readonly stderr: string; readonly status: number | null };
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly before?: string;
  readonly cwd?: string;
  /** Started in the place of the shell, which is among its arguments. */
  readonly program?: string;
}

/** `name` of the home below a fresh directory: it may be an odd one. */
export function shellWorld(shell: InitShell, name = 'home'): ShellWorld {
  const home = join(tempHome(), name);
  const bin = join(home, 'bin');
  const paths = appPaths(testHost({ home }));
  for (const folder of [bin, paths.shims, paths.defaults]) mkdirSync(folder, { recursive: true });
  const log = join(home, 'asked');
  for (const program of ['tools', 'ai-tools']) standIn(join(bin, program), program, log);
  const put = (file: string, text: string) => {
    writeFileSync(join(home, file), text);
    return join(home, file);
  };
  const scripts = [put('init', initScript(shell, paths)), put('hook', hookScript(shell, paths))];
  return {
    home,
    shims: paths.shims,
    bin,
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []),
    run: (lines, { args = [], env = {}, before = '', cwd = home, program = shell } = {}) => {
      const sources = scripts.map(
        (_, at) => `${shell === 'fish' ? 'source' : '.'} "$HOME/${['init', 'hook'][at]}"`,
      );
      const file = put('lines', [before, ...sources, lines].join('\n'));
      const { stdout, stderr, status } = spawnSync(program, [...args, file], {
        cwd,
        encoding: 'utf8',
        env: { HOME: home, PATH: `${bin}:/usr/bin:/bin`, TERM: 'dumb', LC_ALL: 'C.UTF-8', ...env },
      });
      return { stdout, stderr, status };
    },
  };
}

/** `use` and `init --step` print lines; `fail` fails; the rest is told what it was given. */
function standIn(file: string, name: string, log: string): void {
  writeFileSync(
    file,
    `#!/bin/sh
printf '%s\\n' "${name} $* in $PWD as \${AI_TOOLS_SHELL-nobody} \${AI_TOOLS_SHELL_PID-}" >>'${log.replaceAll("'", `'\\''`)}'
set_it() { if [ "$AI_TOOLS_SHELL" = fish ]; then echo "set -gx $1 '$2';"; else echo "export $1='$2'"; fi; }
unset_it() { if [ "$AI_TOOLS_SHELL" = fish ]; then echo "set -eg $1;"; else echo "unset $1"; fi; }
case "$1" in
  use) set_it CODEX_HOME "a  \\"b\\" \\$(c) %PATH% !d"; unset_it GONE ;;
  init) echo ': ai-tools'; set_it HERE "$PWD"; [ -z "\${SAY-}" ] || echo "__ai_tools_say '$SAY'" ;;
  fail) echo failed >&2; exit 7 ;;
  *) printf 'given:'; printf ' <%s>' "$@"; echo ;;
esac
`,
  );
  chmodSync(file, 0o755);
}
