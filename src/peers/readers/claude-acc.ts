import type { Peer, Store } from '../peer.ts';
import { foldersIn, textOf, toolGivenBy } from '../store.ts';

export const claudeAcc: Peer = {
  id: 'claude-acc',
  displayName: 'claude-acc',
  seen: { project: 'github.com/Nemo-Illusionist/claude-code-account-switcher', release: '0.10.1' },
  keeps: [
    { what: 'an account (`claude-acc add`)', where: 'accounts/*', taking: 'reference' },
    {
      what: 'the account of a directory, and the default',
      where: 'links, config',
      taking: 'settings',
    },
  ],
  places: ({ path, homeDir }) => [path.join(homeDir, '.claude-switch')],
  read: (store) => {
    const { path } = store.host;
    const tool = toolGivenBy(store.tools, 'CLAUDE_CONFIG_DIR');
    if (!tool) return { accounts: [] };
    const accounts = path.join(store.root, 'accounts');
    return {
      accounts: foldersIn(store, accounts).map((name) => {
        return { tool, name, taking: 'reference', where: path.join(accounts, name) };
      }),
      // Before 0.2 the file was called `repos`.
      bindings: [...pairsIn(store, 'links'), ...pairsIn(store, 'repos')].map(([directory, name]) => {
        return { directory, tool, name: named(name) };
      }),
      defaults: pairsIn(store, 'config')
        .filter(([key]) => key === 'default')
        .map(([, name]) => ({ tool, name: named(name) })),
    };
  },
};

/** Its word for the tool's own directory. */
function named(name: string): string | null {
  return name === 'default' ? null : name;
}

/** Lines `key=value`, as it reads them itself: what lies before the first sign is the key. */
function pairsIn(store: Store, name: string): readonly (readonly [string, string])[] {
  const text = textOf(store, store.host.path.join(store.root, name)) ?? '';
  return text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf('=');
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return at > 0 && key !== '' && value !== '' ? [[key, value] as const] : [];
  });
}
