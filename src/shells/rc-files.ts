import type { Host } from '../platform/index.ts';
import { valueOutside } from '../process/index.ts';
import type { InitShell } from './shell-names.ts';

/**
 * The files in which a shell looks for what its user wants. Several where one kind of start reads the one and another
 * kind the other.
 */
export function rcFilesOf(host: Host, shell: InitShell): readonly string[] {
  const { path, homeDir, platform } = host;
  switch (shell) {
    case 'bash':
      return [path.join(homeDir, '.bashrc'), ...loginFiles(host)];
    case 'zsh':
      return [path.join(folderIn(host, 'ZDOTDIR') ?? homeDir, '.zshrc')];
    case 'fish':
      return [path.join(configFolder(host), 'fish', 'conf.d', 'ai-tools.fish')];
    case 'pwsh':
      return [path.join(profileFolder(host), 'Microsoft.PowerShell_profile.ps1')];
    case 'nu':
      return [path.join(nuFolder(host), 'nushell', 'autoload', 'ai-tools.nu')];
  }

  function nuFolder(of: Host): string {
    if (platform === 'linux' || folderIn(of, 'XDG_CONFIG_HOME')) return configFolder(of);
    if (platform === 'darwin') return path.join(homeDir, 'Library', 'Application Support');
    return folderIn(of, 'APPDATA') ?? path.join(homeDir, 'AppData', 'Roaming');
  }
}

/** What a bash reads that was logged in to: the first of these, and .bashrc only where that one says so. */
function loginFiles(host: Host): readonly string[] {
  const files = ['.bash_profile', '.bash_login', '.profile'].map((name) =>
    host.path.join(host.homeDir, name),
  );
  const read = files.find((file) => isThere(host, file));
  // Terminals of macOS log in every time.
  if (read === undefined) return host.platform === 'darwin' ? files.slice(0, 1) : [];
  return namesBashrc(host, read) ? [] : [read];
}

function isThere(host: Host, file: string): boolean {
  return host.files.stat(file)?.isFile() ?? false;
}

function namesBashrc(host: Host, file: string): boolean {
  try {
    return /^[^#\n]*\bbashrc\b/m.test(host.files.readFile(file).toString('latin1'));
  } catch {
    // It can't be told, and the block does no harm in both.
    return false;
  }
}

function configFolder(host: Host): string {
  return folderIn(host, 'XDG_CONFIG_HOME') ?? host.path.join(host.homeDir, '.config');
}

/** `$PROFILE` of PowerShell 7; OneDrive takes the place of Documents where it is told to. */
function profileFolder(host: Host): string {
  const { path, homeDir, platform } = host;
  if (platform !== 'win32') return path.join(configFolder(host), 'powershell');
  const places = [folderIn(host, 'OneDrive'), homeDir].flatMap((folder) => folder ?? []);
  const documents = places.map((folder) => path.join(folder, 'Documents'));
  const found = documents.find((folder) => host.files.stat(folder)?.isDirectory());
  return path.join(found ?? path.join(homeDir, 'Documents'), 'PowerShell');
}

/** By the user's own variable, not an account's in which we may run. */
function folderIn(host: Host, variable: string): string | undefined {
  const value = valueOutside(host, variable);
  return value !== undefined && host.path.isAbsolute(value) ? value : undefined;
}
