import type { Host } from '../platform/index.ts';

/** The shell that runs us, as far as the environment tells; sh where it tells nothing that is known. */
export function shellOf<Shell extends string>(
  { env, platform, path }: Pick<Host, 'env' | 'platform' | 'path'>,
  known: readonly Shell[],
): Shell | 'sh' | 'pwsh' {
  const name = path.basename(env.SHELL ?? '', '.exe').replace(/^-/, '');
  const found = known.find((shell) => shell === name);
  return found ?? (name === '' && platform === 'win32' ? 'pwsh' : 'sh');
}
