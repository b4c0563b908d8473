import type { AITool } from '../../registry/index.ts';
import type { Findings, FoundAccount, FoundAlias, Peer, Store } from '../peer.ts';
import {
  directoryIn,
  isFolderName,
  type JsonObject,
  jsonOf,
  recordIn,
  recordsOf,
  requireRecord,
  requireVersion,
  textIn,
  textsOf,
  toolCalled,
} from '../store.ts';

export const aisw: Peer = {
  id: 'aisw',
  displayName: 'aisw',
  seen: { project: 'github.com/burakdede/aisw', release: '0.3.8 (config version 2, workspaces version 1)' },
  keeps: [
    {
      what: 'a profile that is used isolated, with its login in a file',
      where: 'profiles/*/*',
      taking: 'reference',
      because:
        'aisw puts a copy into the tool’s own directory as well, and is not to be used for it any more',
    },
    {
      what: 'a profile that is switched to, or whose login is in the keyring',
      where: 'profiles/*/*',
      taking: 'login',
      because: 'it is a copy of what renews itself',
    },
    {
      what: 'a profile with a key',
      where: 'profiles/*/*',
      taking: 'key',
    },
    {
      what: 'contexts, and the context of a directory',
      where: 'config.json, workspaces.json',
      taking: 'settings',
      because: 'rules for remotes, and contexts in a repository’s .git, are not found',
    },
  ],
  places: (computer) => {
    const own = directoryIn(computer, 'AISW_HOME');
    return [...(own === undefined ? [] : [own]), computer.path.join(computer.homeDir, '.aisw')];
  },
  read: (store) => {
    const at = (name: string) => store.host.path.join(store.root, name);
    const config = jsonOf(store, at('config.json'));
    if (config === undefined) return { accounts: [] };
    requireVersion(store, at('config.json'), config.version, 2);
    const workspaces = jsonOf(store, at('workspaces.json'));
    if (workspaces) requireVersion(store, at('workspaces.json'), workspaces.version, 1);
    const aliases = aliasesOf(store, config);
    const left: string[] = [];
    return {
      accounts: profilesOf(store, config, left),
      aliases,
      swaps: textsOf(recordIn(config, 'active')).flatMap(([name]) => store.tools.tool(name) ?? []),
      ...meant(workspaces ?? {}, aliases, left),
    };
  },
};

function profilesOf(store: Store, config: JsonObject, left: string[]): readonly FoundAccount[] {
  const file = store.host.path.join(store.root, 'config.json');
  return recordsOf(requireRecord(store, file, config, 'profiles')).flatMap(([provider, profiles]) => {
    const tool = recordsOf(profiles).length > 0 ? toolCalled(store, provider, left) : undefined;
    if (!tool) return [];
    const mode = textIn(recordIn(recordIn(config, 'settings'), provider), 'state_mode') ?? 'isolated';
    return recordsOf(profiles).flatMap(([name, about]) => {
      if (!isFolderName(name)) {
        left.push(`what it calls ${name}, which no directory of it can be called`);
        return [];
      }
      const where = store.host.path.join(store.root, 'profiles', provider, name);
      return [{ tool, name, where, taking: takingOf(tool, about, mode), ...notesOn(tool, about, mode) }];
    });
  });
}

/** Its directory for a tool is what the tool's variable is set to, where there is one that names that very directory. */
function takingOf(tool: AITool, about: JsonObject, mode: string): FoundAccount['taking'] {
  if (textIn(about, 'auth_method') === 'api_key') return 'key';
  const isHome = tool.configDirEnvVar !== null && mode === 'isolated';
  return isHome && (textIn(about, 'credential_backend') ?? 'file') === 'file' ? 'reference' : 'login';
}

function notesOn(tool: AITool, about: JsonObject, mode: string): Pick<FoundAccount, 'notes'> {
  if (takingOf(tool, about, mode) !== 'reference') return {};
  return {
    notes: ['`aisw use` would put a copy of its login elsewhere, and one of the two would be logged out'],
  };
}

function aliasesOf(store: Store, config: JsonObject): readonly FoundAlias[] {
  return recordsOf(recordIn(config, 'contexts')).flatMap(([alias, context]) =>
    textsOf(recordIn(context, 'profiles')).flatMap(([provider, name]) => {
      const tool = store.tools.tool(provider);
      return tool ? [{ alias, tool, name }] : [];
    }),
  );
}

function meant(
  workspaces: JsonObject,
  aliases: readonly FoundAlias[],
  left: readonly string[],
): Pick<Findings, 'bindings' | 'defaults' | 'left'> {
  const inContext = (context: string | undefined) =>
    aliases.filter(({ alias }) => alias === context).map(({ tool, name }) => ({ tool, name }));
  const rules = listIn(workspaces, 'path_rules');
  const remotes = listIn(workspaces, 'git_remote_rules').flatMap((rule) => textIn(rule, 'pattern') ?? []);
  return {
    bindings: rules.flatMap((rule) => {
      const directory = textIn(rule, 'path');
      const named = inContext(textIn(rule, 'context'));
      return directory === undefined ? [] : named.map((each) => ({ directory, ...each }));
    }),
    defaults: inContext(textIn(workspaces, 'default_context')),
    left: [
      ...left,
      ...remotes.map((pattern) => `the rule for the remotes ${pattern}: a link is for a directory`),
    ],
  };
}

function listIn(object: JsonObject, name: string): readonly JsonObject[] {
  const list = object[name];
  return Array.isArray(list) ? recordsOf(Object.fromEntries(list.entries())).map(([, each]) => each) : [];
}
