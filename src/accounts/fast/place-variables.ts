import { folderVariable, type Host } from '../../platform/index.ts';
import { markerVariable } from '../../process/index.ts';

type Environment = Pick<Host, 'env' | 'platform'>;

/** Those that say where the user's own directories are: what was looked at there is another file by another value. */
export function placeVariables(host: Environment): readonly string[] {
  const names = usersPlaces(host);
  // Without it more is looked at, so that what holds without it holds with it.
  const folder = host.env[folderVariable] === undefined ? [] : [folderVariable];
  return [...names, ...folder, ...(arePlacesOurs(host) ? [markerVariable] : [])];
}

/** In an account that has some of them from us: where the user's own directories are, the marker says. */
export function arePlacesOurs(host: Environment): boolean {
  const marker = host.env[markerVariable];
  return marker !== undefined && usersPlaces(host).some((name) => marker.includes(`"${name}"`));
}

function usersPlaces({ platform }: Environment): readonly string[] {
  const home = platform === 'win32' ? ['USERPROFILE', 'LOCALAPPDATA'] : ['HOME'];
  return [...home, 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];
}
