import type { FoundAccount, Named, Peer, Store } from '../peer.ts';
import {
  damaged,
  directoryIn,
  foldersIn,
  isDirectory,
  jsonOf,
  recordIn,
  textIn,
  textsOf,
  toolCalled,
  unlessDamaged,
} from '../store.ts';

export const orrery: Peer = {
  id: 'orrery',
  displayName: 'Orrery',
  seen: { project: 'github.com/OffskyLab/Orrery', release: '3.5.3' },
  keeps: [
    {
      what: 'an account (`orrery add`)',
      where: 'accounts/*/*',
      taking: 'reference',
      because: 'what it shares with others by links into a workspace stays shared so',
    },
    {
      what: 'the account of the workspace `origin`',
      where: 'workspaces/origin/workspace.json',
      taking: 'settings',
    },
  ],
  places: (computer) => {
    const own = directoryIn(computer, 'ORRERY_HOME');
    const home = directoryIn(computer, 'ORRERY_USER_HOME') ?? computer.homeDir;
    return [...(own === undefined ? [] : [own]), computer.path.join(home, '.orrery')];
  },
  read: (store) => {
    const left: string[] = [];
    const accounts = accountsOf(store, left);
    return {
      accounts: accounts.map(({ id: _, ...account }) => account),
      defaults: defaultsOf(store, accounts),
      left,
    };
  },
};

type Stored = FoundAccount & { readonly id: string };

function accountsOf(store: Store, left: string[]): readonly Stored[] {
  const { path } = store.host;
  const pool = path.join(store.root, 'accounts');
  return foldersIn(store, pool).flatMap((tool) =>
    foldersIn(store, path.join(pool, tool)).flatMap((id) =>
      unlessDamaged(left, () => accountIn(store, path.join(pool, tool, id), left)),
    ),
  );
}

function accountIn(store: Store, folder: string, left: string[]): readonly Stored[] {
  const { path } = store.host;
  const file = path.join(folder, 'metadata.json');
  const about = jsonOf(store, file);
  // The directories that move a home for a tool lie beside the accounts, without a file of that name.
  if (about === undefined) return [];
  const [id, name] = [textIn(about, 'id'), textIn(about, 'displayName')];
  if (id === undefined || name === undefined) throw damaged(store, file, 'it names no account');
  const tool = toolCalled(store, textIn(about, 'tool') ?? '', left);
  if (!tool) return [];
  const who = textIn(about, 'email');
  return [
    { id, tool, name, taking: 'reference', where: homeOf(store, folder), ...(who !== undefined && { who }) },
  ];
}

/** A tool that is given a directory above its own gets one with a link in it, beside its accounts. */
function homeOf({ host }: Store, folder: string): string {
  const { path } = host;
  const [tools, tool, id] = [
    path.dirname(path.dirname(folder)),
    path.basename(path.dirname(folder)),
    path.basename(folder),
  ];
  const wrappers = [path.join(tools, `${tool}-home`, id), `${folder}-home`];
  return wrappers.find((each) => isDirectory(host, each)) ?? folder;
}

function defaultsOf(store: Store, accounts: readonly Stored[]): readonly Named[] {
  const origin = jsonOf(store, store.host.path.join(store.root, 'workspaces', 'origin', 'workspace.json'));
  return textsOf(recordIn(origin, 'accounts')).flatMap(([, id]) => {
    const account = accounts.find((each) => each.id === id);
    return account ? [{ tool: account.tool, name: account.name }] : [];
  });
}
