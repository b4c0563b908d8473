import { appPaths, type Host, nodeHost } from '../platform/index.ts';

/** Whether there are settings, whatever they say. */
export function hasSettings(host: Host = nodeHost()): boolean {
  return host.files.lstat(appPaths(host).settings) !== undefined;
}

/** Whether plugins may have commands to be told of: by what was found out of those that are enabled. */
export function hasAddedCommands(host: Host = nodeHost()): boolean {
  const { pluginTable } = appPaths(host);
  if (host.files.lstat(pluginTable) === undefined) return false;
  const { plugins } = JSON.parse(host.files.readFile(pluginTable).toString()) as {
    plugins: readonly Brought[];
  };
  return plugins.some(({ commands }) => commands.length > 0);
}

interface Brought {
  readonly commands: readonly unknown[];
}
