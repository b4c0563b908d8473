import type { Host } from '../../platform/index.ts';
import { nameSet } from '../../process/index.ts';

/**
 * The environment of a plugin's program: what any program needs, and nothing else. No key of the user, no variable
 * of a tool or an account, and nothing of ours reaches it.
 */
export function pluginEnvironment({ platform, env }: Host): Readonly<Record<string, string>> {
  const passed = nameSet(platform, platform === 'win32' ? windowsNames : posixNames);
  const entries = Object.entries(env).flatMap(([name, value]) =>
    // A value that begins so is a function of bash: code, which a shell would take over.
    value !== undefined && passed.has(name) && !value.startsWith('()') ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(entries), AI_TOOLS_PLUGIN: '1' };
}

const posixNames = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
];

const windowsNames = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
