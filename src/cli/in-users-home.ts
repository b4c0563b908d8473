import type { Host } from '../platform/index.ts';
import { markerVariable, valueOutside } from '../process/index.ts';

/** The same computer; the user's home is his own also where we run in an account whose home is HOME to its tool. */
export function inUsersHome(host: Host): Host {
  const homeDir = { enumerable: true, get: () => usersHome(host) };
  return Object.defineProperties({} as Host, { ...Object.getOwnPropertyDescriptors(host), homeDir });
}

function usersHome(host: Host): string {
  if (host.env[markerVariable] === undefined) return host.homeDir;
  const name = host.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  return valueOutside(host, name) || host.homeDir;
}
