import type { FoundAccount, Named, Peer, Store } from '../peer.ts';
import {
  foldersIn,
  isDirectory,
  type JsonObject,
  recordIn,
  recordsOf,
  textIn,
  textsOf,
  toolCalled,
  yamlOf,
} from '../store.ts';

export const agents: Peer = {
  id: 'agents',
  displayName: 'agents-cli',
  seen: { project: 'github.com/phnx-labs/agi-cli', release: '1.22.104' },
  keeps: [
    { what: 'an account (`agents accounts add`)', where: '.history/accounts/*/*', taking: 'reference' },
    {
      what: 'an installed version with a home of its own (`agents add`)',
      where: '.history/versions/*/*/home',
      taking: 'reference',
      because: 'the one that the tool’s own directory leads to is the account `system` already',
    },
    { what: 'the version that is the default', where: '~/.agents/agents.yaml', taking: 'settings' },
  ],
  places: ({ path, homeDir }) => [path.join(homeDir, '.agents', '.history')],
  read: (store) => {
    const { path } = store.host;
    const above = path.dirname(store.root);
    const central = yamlOf(store, path.join(above, 'agents.yaml')) ?? {};
    const devices = foldersIn(store, path.join(above, 'devices')).map(
      (machine) => yamlOf(store, path.join(above, 'devices', machine, 'agents.yaml')) ?? {},
    );
    const left: string[] = [];
    const names = new Map([central, ...devices].flatMap(namesIn));
    return {
      accounts: [
        ...homesIn(store, 'accounts', [], left).map((home) => ({
          ...home,
          name: names.get(home.name) ?? home.name,
        })),
        ...homesIn(store, 'versions', ['home'], left),
      ],
      defaults: textsOf(recordIn(central, 'agents')).flatMap(([agent, version]): readonly Named[] => {
        const tool = store.tools.tool(agent);
        return tool ? [{ tool, name: version }] : [];
      }),
      left,
    };
  },
};

/** What an account is called, by its id. */
function namesIn(document: JsonObject): readonly (readonly [string, string])[] {
  return recordsOf(recordIn(recordIn(document, 'accounts'), 'native')).flatMap(([key, about]) => {
    const name = textIn(about, 'name');
    return name === undefined ? [] : [[textIn(about, 'id') ?? key, name] as const];
  });
}

/** Each is shaped like a user's home, with the tool's own directory in it. */
function homesIn(
  store: Store,
  kind: string,
  inside: readonly string[],
  left: string[],
): readonly FoundAccount[] {
  const { path } = store.host;
  const folder = path.join(store.root, kind);
  return foldersIn(store, folder).flatMap((agent) => {
    const tool = toolCalled(store, agent, left);
    if (!tool) return [];
    return foldersIn(store, path.join(folder, agent)).flatMap((name) => {
      const where = path.join(folder, agent, name, ...inside, ...tool.configDirectoryName.split('/'));
      return isDirectory(store.host, where) ? [{ tool, name, taking: 'reference' as const, where }] : [];
    });
  });
}
