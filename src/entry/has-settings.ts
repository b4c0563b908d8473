import { appPaths, type Host, nodeHost } from '../platform/index.ts';

/** Whether there are settings, whatever they say. */
export function hasSettings(host: Host = nodeHost()): boolean {
  return host.files.lstat(appPaths(host).settings) !== undefined;
}
