import type { Host } from '../platform/index.ts';
import { nameSet } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';

/**
 * An environment in which a tool, or the scripts of its package, find a home that is nobody's: what they write
 * goes with it, and they are given neither the tool's keys nor the way to its directories.
 */
export function throwAwayEnvironment(host: Host, tool: AITool, home: string): Record<string, string> {
  const below = (...names: string[]): string => host.path.join(home, ...names);
  const homes = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: below('AppData', 'Roaming'),
    LOCALAPPDATA: below('AppData', 'Local'),
    XDG_CONFIG_HOME: below('.config'),
    XDG_DATA_HOME: below('.local', 'share'),
    XDG_STATE_HOME: below('.local', 'state'),
    XDG_CACHE_HOME: below('.cache'),
  };
  const kept = Object.entries(plainEnvironment(host)).filter(
    ([name]) => !Object.hasOwn(homes, name.toUpperCase()),
  );
  const withheld = nameSet(host.platform, namesWithheld(tool));
  return { ...Object.fromEntries(kept.filter(([name]) => !withheld.has(name))), ...homes };
}

/** The user's own environment, as a child can be given it. */
export function plainEnvironment(host: Host): Record<string, string> {
  return Object.fromEntries(
    Object.entries(host.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

function namesWithheld({ relocation, environment, configDirEnvVar }: AITool): readonly string[] {
  return [
    ...Object.keys(relocation?.own ?? {}),
    ...Object.keys(relocation?.borrowed ?? {}),
    ...(configDirEnvVar === null ? [] : [configDirEnvVar]),
    ...(environment?.apiKey ?? []),
    ...(environment?.outranks ?? []),
  ];
}
