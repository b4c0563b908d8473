import { appPaths, type Host, nodeHost } from '../platform/index.ts';

/** Whether there are settings, whatever they say. */
export function hasSettings(host: Host = nodeHost()): boolean {
  return host.files.lstat(appPaths(host).settings) !== undefined;
}

/** Whether plugins may add to what we say. */
export function hasPlugins(host: Host = nodeHost()): boolean {
  return host.files.lstat(appPaths(host).pluginTable) !== undefined;
}
