import { folderVariable, type Host } from '../../platform/index.ts';

/** Those that say where the user's own directories are: what was looked at there is another file by another value. */
export function placeVariables({ env, platform }: Pick<Host, 'env' | 'platform'>): readonly string[] {
  const home = platform === 'win32' ? ['USERPROFILE', 'LOCALAPPDATA'] : ['HOME'];
  const names = [...home, 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];
  // Without it more is looked at, so that what holds without it holds with it.
  return env[folderVariable] === undefined ? names : [...names, folderVariable];
}
