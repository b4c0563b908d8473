import type { AITool } from '../../registry/index.ts';
import type { FoundAccount, Peer, Store } from '../peer.ts';
import {
  damaged,
  directoryIn,
  type JsonObject,
  jsonOf,
  recordIn,
  requireList,
  requireVersion,
  textIn,
  toolGivenBy,
} from '../store.ts';

/** The variable that moves Codex's directory moves its own. */
const variable = 'CODEX_HOME';

export const codexAuth: Peer = {
  id: 'codex-auth',
  displayName: 'codex-auth',
  seen: { project: 'github.com/Loongphy/codex-auth', release: 'main of 2026-09 (registry 2 to 4)' },
  keeps: [
    {
      what: 'an account',
      where: 'registry.json, *.auth.json',
      taking: 'login',
      because: "it is a copy of what renews itself, and codex-auth puts it back into Codex's own directory",
    },
    {
      what: 'an account with a key',
      where: 'registry.json, *.auth.json',
      taking: 'key',
    },
  ],
  places: (computer) => {
    const { path, homeDir } = computer;
    const own = directoryIn(computer, variable);
    return [...(own === undefined ? [] : [own]), path.join(homeDir, '.codex')].map((home) =>
      path.join(home, 'accounts'),
    );
  },
  read: (store) => {
    const tool = toolGivenBy(store.tools, variable);
    const file = store.host.path.join(store.root, 'registry.json');
    const registry = jsonOf(store, file);
    if (!tool || registry === undefined) return { accounts: [] };
    requireVersion(store, file, registry.schema_version ?? registry.version, 4);
    const accounts = requireList(store, file, registry, 'accounts').map((about) =>
      accountOf(store, tool, about),
    );
    const daemon = recordIn(registry, 'auto_switch').enabled === true;
    return {
      accounts,
      swaps: accounts.length > 0 ? [tool] : [],
      left: daemon ? ['its background switching goes on until `codex-auth config auto disable`'] : [],
    };
  },
};

function accountOf(store: Store, tool: AITool, about: JsonObject): FoundAccount {
  const email = textIn(about, 'email');
  if (email === undefined)
    throw damaged(
      store,
      store.host.path.join(store.root, 'registry.json'),
      'one of its accounts has no e-mail address',
    );
  const name = textIn(about, 'alias') ?? textIn(about, 'account_name') ?? email;
  const taking = textIn(about, 'auth_mode') === 'apikey' ? 'key' : 'login';
  return { tool, name, taking, where: store.root, who: email };
}
