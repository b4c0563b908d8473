import type { FoundAccount, Named, Peer, Store } from '../peer.ts';
import {
  directoryIn,
  foldersIn,
  type JsonObject,
  jsonOf,
  recordIn,
  recordsOf,
  requireVersion,
  textIn,
  toolGivenBy,
  yamlOf,
} from '../store.ts';

/** Its directories of instances, the tool that is given one, and the file that says which it means by default. */
const kinds = [
  { variable: 'CLAUDE_CONFIG_DIR', folder: 'instances' },
  { variable: 'CODEX_HOME', folder: 'codex-instances' },
] as const;

export const ccs: Peer = {
  id: 'ccs',
  displayName: 'ccs',
  seen: {
    project: 'github.com/kaitranntt/ccs',
    release: '7 (config.yaml version 13, profiles.json version 2.0.0)',
  },
  keeps: [
    { what: 'an account (`ccs auth create`)', where: 'instances/*', taking: 'reference' },
    { what: 'an account of Codex (`ccsx auth create`)', where: 'codex-instances/*', taking: 'reference' },
    {
      what: 'a profile with a key (`ccs api create`)',
      where: '*.settings.json',
      taking: 'key',
      because: 'for another endpoint its address has to be set as well',
    },
    {
      what: 'the default account',
      where: 'config.yaml, profiles.json, codex-profiles.yaml',
      taking: 'settings',
    },
  ],
  places: (computer) => {
    const { path, homeDir } = computer;
    const own = directoryIn(computer, 'CCS_DIR');
    const above = directoryIn(computer, 'CCS_HOME');
    return [
      ...(own === undefined ? [] : [own]),
      ...(above === undefined ? [] : [path.join(above, '.ccs')]),
      path.join(homeDir, '.ccs'),
    ];
  },
  read: (store) => {
    const known = knownOf(store);
    return {
      accounts: [...instances(store, known.names), ...keyProfiles(store, known.config)],
      defaults: known.defaults,
    };
  },
};

interface Known {
  /** Of config.yaml, or, before there was one, of config.json. */
  readonly config: JsonObject;
  /** As they were typed; a directory has them in lower case. */
  readonly names: readonly string[];
  readonly defaults: readonly Named[];
}

function knownOf(store: Store): Known {
  const at = (name: string) => store.host.path.join(store.root, name);
  const [unified, profiles] = [yamlOf(store, at('config.yaml')), jsonOf(store, at('profiles.json'))];
  if (unified) requireVersion(store, at('config.yaml'), unified.version, 13);
  const codex = yamlOf(store, at('codex-profiles.yaml'));
  if (codex) requireVersion(store, at('codex-profiles.yaml'), codex.version, 1);
  const names = [recordIn(unified, 'accounts'), recordIn(profiles, 'profiles'), recordIn(codex, 'profiles')];
  const chosen = [textIn(unified, 'default') ?? textIn(profiles, 'default'), textIn(codex, 'default')];
  return {
    config: unified ?? jsonOf(store, at('config.json')) ?? {},
    names: names.flatMap((record) => Object.keys(record)),
    defaults: kinds.flatMap(({ variable }, index) => {
      const [tool, name] = [toolGivenBy(store.tools, variable), chosen[index]];
      // `default` is its word for the tool's own directory.
      return tool && name !== undefined ? [{ tool, name: name === 'default' ? null : name }] : [];
    }),
  };
}

function instances(store: Store, names: readonly string[]): readonly FoundAccount[] {
  const { path } = store.host;
  return kinds.flatMap(({ variable, folder }) => {
    const tool = toolGivenBy(store.tools, variable);
    const found = tool ? foldersIn(store, path.join(store.root, folder)) : [];
    return found.flatMap((directory) => {
      const where = path.join(store.root, folder, directory);
      const name = names.find((each) => directoryOf(each) === directory) ?? directory;
      return tool ? [{ tool, name, taking: 'reference' as const, where }] : [];
    });
  });
}

/** What it makes of a name. */
function directoryOf(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '-').toLowerCase();
}

function keyProfiles(store: Store, config: JsonObject): readonly FoundAccount[] {
  const tool = toolGivenBy(store.tools, kinds[0].variable);
  if (!tool) return [];
  const profiles = recordIn(config, 'profiles');
  const named = [
    ...recordsOf(profiles).map(([name, profile]) => [name, textIn(profile, 'settings')] as const),
    ...Object.keys(profiles).map((name) => [name, textIn(profiles, name)] as const),
  ];
  return named.flatMap(([name, settings]) =>
    // That one is the tool's own settings file.
    settings === undefined || name === 'default'
      ? []
      : [{ tool, name, taking: 'key' as const, where: settings }],
  );
}
