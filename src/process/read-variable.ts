import { environmentToSearch, type Host } from '../platform/index.ts';

/** The value of a variable; on Windows whatever the case of its name. */
export function readVariable(
  platform: Host['platform'],
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  if (platform !== 'win32') return env[name];
  const wanted = name.toUpperCase();
  return Object.entries(environmentToSearch(env, wanted)).find(
    ([known, value]) => value !== undefined && known.toUpperCase() === wanted,
  )?.[1];
}
