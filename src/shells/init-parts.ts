import type { Host } from '../platform/index.ts';
import { shellWord } from '../process/index.ts';
import { hookScript, initScript } from './init-script.ts';
import type { ShellContext } from './shell-context.ts';
import type { InitShell } from './shell-names.ts';

/** What a shell's block says, and what lies in our folder for it to read. */
export interface ShellParts {
  readonly lines: readonly string[];
  readonly scripts: readonly { readonly path: string; readonly text: string }[];
}

/** `hook`: it follows the account of each directory, too. */
export function partsOf(
  { host, paths }: ShellContext,
  shell: InitShell,
  { hook }: { readonly hook: boolean },
): ShellParts {
  const extension = shell === 'pwsh' ? 'ps1' : shell;
  const scripts = [
    { path: host.path.join(paths.shells, `init.${extension}`), text: initScript(shell, paths) },
    ...(hook
      ? [{ path: host.path.join(paths.shells, `hook.${extension}`), text: hookScript(shell, paths) }]
      : []),
  ];
  return { scripts, lines: scripts.map(({ path }) => readLine[shell](wordOf(host, shell, path))) };
}

/** Whether a block makes the shell follow the account of each directory. */
export function hasHook(lines: readonly string[]): boolean {
  return lines.length > 1;
}

/** Reads a script of ours if it is there. */
const readLine: Readonly<Record<InitShell, (path: string) => string>> = {
  // A .profile is read by other shells, too.
  bash: (path) => `if [ -n "\${BASH_VERSION-}" ] && [ -r ${path} ]; then . ${path}; fi`,
  zsh: (path) => `if [[ -r ${path} ]]; then source ${path}; fi`,
  fish: (path) => `if test -r ${path}; source ${path}; end`,
  pwsh: (path) => `if (Test-Path -LiteralPath ${path}) { . ${path} }`,
  nu: (path) => `source (if (${path} | path exists) { ${path} } else { null })`,
};

/** Below the home directory by its variable: the file may lie in a repository of several computers. */
function wordOf(host: Host, shell: InitShell, path: string): string {
  const { homeDir } = host;
  const isBelow = path.startsWith(homeDir + host.path.sep);
  if (!isBelow || shell === 'nu') return shellWord(shell, path);
  const rest = shellWord(shell, path.slice(homeDir.length));
  return shell === 'pwsh' ? `($HOME + ${rest})` : `"$HOME"${rest}`;
}
