import { type AccountsContext, readToolFile } from '../accounts/index.ts';
import { readPointer } from '../formats/index.ts';
import type { Host } from '../platform/index.ts';
import { valueOutside } from '../process/index.ts';
import type { JsonValue } from '../registry/index.ts';

/** An editor of the VS Code family that is on this computer. */
export interface Editor {
  readonly name: string;
  /** The file that runs it. */
  readonly program: string;
  /** The folder of its part that runs on a computer where it has no window. */
  readonly server: string;
  /** Its settings, the strongest first: of the folder that we stand in, of its server here, the user's own. */
  readonly settings: readonly EditorSettings[];
  /** Files of settings that are there and can't be read; the editor may be more patient. */
  readonly unread: readonly string[];
  /** The folders below its folders of extensions. */
  readonly extensions: readonly string[];
}

export interface EditorSettings {
  readonly file: string;
  readonly value: JsonValue;
}

/** Where each keeps its settings and its extensions. */
const family = [
  { name: 'VS Code', program: 'code', data: 'Code', folder: '.vscode', server: '.vscode-server' },
  {
    name: 'VS Code Insiders',
    program: 'code-insiders',
    data: 'Code - Insiders',
    folder: '.vscode-insiders',
    server: '.vscode-server-insiders',
  },
  {
    name: 'VSCodium',
    program: 'codium',
    data: 'VSCodium',
    folder: '.vscode-oss',
    server: '.vscodium-server',
  },
  { name: 'Cursor', program: 'cursor', data: 'Cursor', folder: '.cursor', server: '.cursor-server' },
  {
    name: 'Windsurf',
    program: 'windsurf',
    data: 'Windsurf',
    folder: '.windsurf',
    server: '.windsurf-server',
  },
] as const;

/** Every editor that left a folder of settings or of extensions; nothing is started. */
export function editorsHere(ctx: AccountsContext): readonly Editor[] {
  const { host } = ctx;
  const { path, homeDir } = host;
  const workspace = workspaceSettings(host);
  return family.flatMap(({ name, program, data, folder, server }) => {
    const userFolder = path.join(dataFolder(host), data, 'User');
    const serverFolder = path.join(homeDir, server);
    const extensionFolders = [folder, server].map((each) => path.join(homeDir, each, 'extensions'));
    const isHere = [userFolder, serverFolder, extensionFolders[0] ?? ''].some((each) => isFolder(host, each));
    if (!isHere) return [];
    const files = [
      ...workspace,
      path.join(serverFolder, 'data', 'Machine', 'settings.json'),
      path.join(userFolder, 'settings.json'),
    ];
    const found = files.map((file) => ({ file, ...readToolFile(host, file, 'jsonc') }));
    return [
      {
        name,
        program,
        server,
        settings: found.flatMap((each) => (each.state === 'read' ? [each] : [])),
        unread: found.flatMap(({ file, state }) => (state === 'read' || state === 'absent' ? [] : [file])),
        extensions: extensionFolders.flatMap((each) => namesIn(host, each)),
      },
    ];
  });
}

/** Whether an extension is among the folders of an editor; each is named after it and its version. */
export function hasExtension({ extensions }: Editor, id: string): boolean {
  return extensions.some((name) => name.toLowerCase().startsWith(`${id.toLowerCase()}-`));
}

/** The variables that a setting gives, and where it stands; undefined: no settings have it. */
export function variablesIn(
  editor: Editor,
  setting: string,
  form: 'list' | 'map',
): { readonly file: string; readonly env: Readonly<Record<string, string>> } | undefined {
  for (const { file, value } of editor.settings) {
    const found = readPointer(value, `/${setting}`);
    if (found === undefined) continue;
    const entries = form === 'list' ? listed(found) : mapped(found);
    return { file, env: Object.fromEntries(entries) };
  }
  return undefined;
}

/** Editors of another family, by the one folder that all of them share. */
export function hasJetBrains({ host }: AccountsContext): boolean {
  return isFolder(host, host.path.join(dataFolder(host), 'JetBrains'));
}

/** Where desktop programs keep what is the user's. */
function dataFolder(host: Host): string {
  const { platform, path, homeDir } = host;
  if (platform === 'darwin') return path.join(homeDir, 'Library', 'Application Support');
  if (platform === 'win32') return valueOutside(host, 'APPDATA') || path.join(homeDir, 'AppData', 'Roaming');
  const config = valueOutside(host, 'XDG_CONFIG_HOME');
  return config && path.isAbsolute(config) ? config : path.join(homeDir, '.config');
}

/** Of the nearest directory that has some, as an editor that is opened there would take them. */
function workspaceSettings(host: Host): readonly string[] {
  const { path, cwd, homeDir } = host;
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = path.join(folder, '.vscode', 'settings.json');
    if (folder !== homeDir && readToolFile(host, file, 'jsonc').state !== 'absent') return [file];
    if (path.dirname(folder) === folder) return [];
  }
}

function isFolder({ files }: Host, path: string): boolean {
  try {
    return files.stat(path)?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function namesIn(host: Host, folder: string): readonly string[] {
  try {
    return isFolder(host, folder) ? host.files.readdir(folder) : [];
  } catch {
    return [];
  }
}

function listed(value: JsonValue): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: JsonValue) => {
    const [name, text] = [readPointer(entry, '/name'), readPointer(entry, '/value')];
    return typeof name === 'string' && typeof text === 'string' ? [[name, text] as const] : [];
  });
}

function mapped(value: JsonValue): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  );
}
