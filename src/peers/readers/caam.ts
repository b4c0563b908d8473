import type { AITool } from '../../registry/index.ts';
import type { Findings, FoundAccount, Named, Peer, Store } from '../peer.ts';
import {
  directoryIn,
  foldersIn,
  type JsonObject,
  jsonOf,
  recordIn,
  recordsOf,
  requireVersion,
  textIn,
  textsOf,
  toolCalled,
  toolGivenBy,
  unlessDamaged,
} from '../store.ts';

/** Where a profile of its own has what a tool would be given by the variable. */
const homes = [
  { variable: 'CODEX_HOME', home: ['codex_home'] },
  // HOME is moved for it, so what it keeps beside its directory lies above the one that is taken.
  { variable: 'CLAUDE_CONFIG_DIR', home: ['home', '.claude'], beside: 'home' },
  { variable: 'GEMINI_CLI_HOME', home: ['home'] },
] as const;

export const caam: Peer = {
  id: 'caam',
  displayName: 'caam',
  seen: { project: 'github.com/Dicklesworthstone/coding_agent_account_manager', release: '0.1.9' },
  keeps: [
    { what: 'a profile of its own (`caam profile add`)', where: 'profiles/*/*', taking: 'reference' },
    {
      what: 'a saved login (`caam backup`)',
      where: 'vault/*/*',
      taking: 'login',
      because: "it is a copy of what renews itself, and caam puts it back into the tool's own directory",
    },
    {
      what: 'projects, default profiles, workspaces',
      where: '~/.caam/projects.json, ~/.config/caam/config.json',
      taking: 'settings',
    },
  ],
  places: (computer) => {
    const own = directoryIn(computer, 'CAAM_HOME');
    return [
      ...(own === undefined ? [] : [computer.path.join(own, 'data')]),
      caamIn(computer, 'XDG_DATA_HOME', '.local', 'share'),
    ];
  },
  read: (store) => {
    const left: string[] = [];
    const saved = savedLogins(store, left);
    return {
      accounts: [...ownProfiles(store, left), ...saved],
      swaps: [...new Set(saved.map(({ tool }) => tool))],
      ...meant(store, left),
      left,
    };
  },
};

/** `otherwise` lies below the home directory. */
function caamIn(computer: Store['computer'], variable: string, ...otherwise: string[]): string {
  const { path, homeDir } = computer;
  return path.join(directoryIn(computer, variable) ?? path.join(homeDir, ...otherwise), 'caam');
}

function ownProfiles(store: Store, left: string[]): readonly FoundAccount[] {
  const { path } = store.host;
  return eachProfile(store, 'profiles', left).flatMap(({ tool, name, where }) =>
    unlessDamaged(left, () => {
      const about = jsonOf(store, path.join(where, 'profile.json'));
      const place = homes.find(({ variable }) => toolGivenBy(store.tools, variable) === tool);
      if (about === undefined || place === undefined) return [];
      const who = textIn(recordIn(about, 'identity'), 'email') ?? textIn(about, 'account_label');
      const account: FoundAccount = {
        tool,
        name,
        taking: 'reference',
        where: path.join(where, ...place.home),
        ...(who !== undefined && { who }),
        ...('beside' in place && {
          notes: [`what lies beside it in ${path.join(where, place.beside)} is not taken along`],
        }),
      };
      return [account];
    }),
  );
}

function savedLogins(store: Store, left: string[]): readonly FoundAccount[] {
  // Names that begin with `_` are its own safety copies.
  return eachProfile(store, 'vault', left)
    .filter(({ name }) => !name.startsWith('_'))
    .map((saved) => ({ ...saved, taking: 'login' }));
}

function eachProfile(
  store: Store,
  kind: string,
  left: string[],
): readonly { readonly tool: AITool; readonly name: string; readonly where: string }[] {
  const folder = store.host.path.join(store.root, kind);
  return foldersIn(store, folder).flatMap((provider) => {
    const tool = toolCalled(store, provider, left);
    const names = tool ? foldersIn(store, store.host.path.join(folder, provider)) : [];
    return names.flatMap((name) =>
      tool ? [{ tool, name, where: store.host.path.join(folder, provider, name) }] : [],
    );
  });
}

function meant(store: Store, left: string[]): Pick<Findings, 'bindings' | 'defaults' | 'aliases'> {
  const { computer } = store;
  const { path, homeDir } = computer;
  const file = path.join(directoryIn(computer, 'CAAM_HOME') ?? path.join(homeDir, '.caam'), 'projects.json');
  const projects = jsonOf(store, file);
  if (projects) requireVersion(store, file, projects.version, 1);
  const config = jsonOf(store, path.join(caamIn(computer, 'XDG_CONFIG_HOME', '.config'), 'config.json'));
  const places = recordsOf(recordIn(projects, 'associations'));
  for (const [place] of places.filter(([each]) => isPattern(each)))
    left.push(`${place} stands for many directories; a link is for one, and what lies in it`);
  return {
    bindings: places
      .filter(([place]) => !isPattern(place))
      .flatMap(([directory, named]) => namedIn(store, named).map((each) => ({ directory, ...each }))),
    defaults: [
      ...namedIn(store, recordIn(projects, 'defaults')),
      ...namedIn(store, recordIn(config, 'default_profiles')),
    ],
    aliases: recordsOf(recordIn(config, 'workspaces')).flatMap(([alias, named]) =>
      namedIn(store, named).map((each) => ({ alias, ...each })),
    ),
  };
}

function namedIn(store: Store, named: JsonObject): readonly Named[] {
  return textsOf(named).flatMap(([provider, name]) => {
    const tool = store.tools.tool(provider);
    return tool ? [{ tool, name }] : [];
  });
}

function isPattern(place: string): boolean {
  return /[*?[]/.test(place);
}
