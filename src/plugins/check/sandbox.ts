import { type AppPaths, appPaths, type Host, temporaryFolder } from '../../platform/index.ts';
import { ensureFolder, removeTree } from '../../state/index.ts';
import { pluginEnvironment } from '../rpc/index.ts';

/** A place of its own for what is being looked at: it sees no home, no folder and no variable of the user's. */
export interface Sandbox {
  /** Absolute, by its real name; its name stands nowhere else on this computer. */
  readonly folder: string;
  /** As the computer is, but for where its home and our folder are, and for what is set. */
  readonly host: Host;
  readonly paths: AppPaths;
  /** Makes a folder in it. @returns its path */
  readonly folderOf: (name: string) => string;
  readonly remove: () => void;
}

/** @throws ToolsError WRITE_FAILED where there is no room for temporary files */
export function makeSandbox(host: Host): Sandbox {
  const { join } = host.path;
  const made = join(temporaryFolder(host), `ai-tools-check-${host.randomName(12)}`);
  ensureFolder(host, made);
  const folder = host.files.realpath(made);
  const homeDir = join(folder, 'home');
  ensureFolder(host, homeDir);
  const given = { ...hostFacts(host), homeDir, cwd: homeDir, env: bareEnvironment(host, homeDir) };
  return {
    folder,
    host: given,
    paths: appPaths(given),
    folderOf: (name) => {
      ensureFolder(host, join(folder, name));
      return join(folder, name);
    },
    remove: () => removeTree(host, folder),
  };
}

/** Some facts are asked of the computer when they are read, and may be unusable: of those we need none. */
function hostFacts(host: Host): Omit<Host, 'homeDir' | 'cwd' | 'env'> {
  const { platform, arch, path, userName, program, isWsl, files, processes, now, randomName } = host;
  return { platform, arch, path, userName, program, isWsl, files, processes, now, randomName };
}

/** What any program behind the wire is given, and the home. */
function bareEnvironment(host: Host, homeDir: string): Record<string, string> {
  const given: Record<string, string> = { ...pluginEnvironment(host), HOME: homeDir };
  if (host.platform !== 'win32') return given;
  const data = host.path.join(homeDir, 'AppData');
  return {
    ...given,
    USERPROFILE: homeDir,
    APPDATA: host.path.join(data, 'Roaming'),
    LOCALAPPDATA: host.path.join(data, 'Local'),
  };
}
