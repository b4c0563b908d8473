import type { Host } from '../platform/index.ts';

/**
 * The shell that runs us, as far as the environment tells: our own function in a shell says which one; else the shell
 * that the user logs in with. sh where nothing is known.
 */
export function shellOf<Shell extends string>(
  { env, platform, path }: Pick<Host, 'env' | 'platform' | 'path'>,
  known: readonly Shell[],
): Shell | 'sh' | 'pwsh' {
  const name = env.AI_TOOLS_SHELL || path.basename(env.SHELL ?? '', '.exe').replace(/^-/, '');
  const found = known.find((shell) => shell === name);
  return found ?? (name === '' && platform === 'win32' ? 'pwsh' : 'sh');
}

/** The command line with which a shell takes the lines that a command prints. */
export function readBy(shell: string, typed: string): string {
  if (shell === 'fish') return `${typed} | source`;
  if (shell === 'pwsh') return `${typed} | Out-String | Invoke-Expression`;
  // Nushell evaluates no lines.
  return shell === 'nu' ? 'tools init nu --write' : `eval "$(${typed})"`;
}
