import type { AITool } from '../../registry/index.ts';
import type { FoundAccount, FoundBinding, Peer, Store } from '../peer.ts';
import {
  damaged,
  directoryIn,
  foldersIn,
  type JsonObject,
  jsonOf,
  recordIn,
  recordsOf,
  requireRecord,
  requireVersion,
  textIn,
  toolGivenBy,
} from '../store.ts';

export const cswap: Peer = {
  id: 'cswap',
  displayName: 'claude-swap',
  seen: { project: 'github.com/realiti4/claude-swap', release: '0.26.0b1' },
  keeps: [
    {
      what: 'a session profile (`cswap run`)',
      where: 'sessions/*',
      taking: 'reference',
      because: 'claude-swap has a second copy of its login, and is not to be used for that account any more',
    },
    {
      what: 'an account (`cswap add`)',
      where: 'sequence.json, credentials/',
      taking: 'login',
      because: 'it is a copy of what renews itself, in a file or in the keychain',
    },
    {
      what: 'an account with a key (`cswap add-token`)',
      where: 'sequence.json, credentials/',
      taking: 'key',
    },
    { what: 'the account of a directory (`cswap map`)', where: 'mappings.json', taking: 'settings' },
  ],
  places: (computer) => {
    const { path, homeDir, platform } = computer;
    const before = path.join(homeDir, '.claude-swap-backup');
    const data = directoryIn(computer, 'XDG_DATA_HOME') ?? path.join(homeDir, '.local', 'share');
    return platform === 'linux' ? [path.join(data, 'claude-swap'), before] : [before];
  },
  read: (store) => {
    const tool = toolGivenBy(store.tools, 'CLAUDE_CONFIG_DIR');
    if (!tool) return { accounts: [] };
    const slots = slotsOf(store);
    return {
      accounts: slots.map((slot) => accountOf(store, tool, slot)),
      bindings: bindingsOf(store, tool, slots),
      swaps: slots.length > 0 ? [tool] : [],
    };
  },
};

interface Slot {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly about: JsonObject;
}

function slotsOf(store: Store): readonly Slot[] {
  const file = store.host.path.join(store.root, 'sequence.json');
  const sequence = jsonOf(store, file);
  if (sequence === undefined) return [];
  return recordsOf(requireRecord(store, file, sequence, 'accounts')).map(([number, about]) => {
    const email = textIn(about, 'email');
    if (email === undefined) throw damaged(store, file, `its account ${number} has no e-mail address`);
    return { number, name: textIn(about, 'alias') ?? email, email, about };
  });
}

function accountOf(store: Store, tool: AITool, { number, name, email, about }: Slot): FoundAccount {
  const { path } = store.host;
  const organization = textIn(about, 'organizationName');
  const known = { tool, name, who: organization === undefined ? email : `${email} (${organization})` };
  if (textIn(about, 'kind') === 'api_key')
    return { ...known, taking: 'key', where: path.join(store.root, 'credentials') };
  const sessions = path.join(store.root, 'sessions');
  // Its slot number makes the name of a session its own; the rest is the address, shortened to safe letters.
  const session = foldersIn(store, sessions).find((each) => each.startsWith(`${number}-`));
  return session === undefined
    ? { ...known, taking: 'login', where: path.join(store.root, 'credentials') }
    : {
        ...known,
        taking: 'reference',
        where: path.join(sessions, session),
        notes: ['claude-swap has a second copy of this login: using that, too, logs one of them out'],
      };
}

function bindingsOf(store: Store, tool: AITool, slots: readonly Slot[]): readonly FoundBinding[] {
  const file = store.host.path.join(store.root, 'mappings.json');
  const mappings = jsonOf(store, file);
  if (mappings) requireVersion(store, file, mappings.schemaVersion, 1);
  return recordsOf(recordIn(mappings, 'mappings')).flatMap(([directory, of]) => {
    const slot = slots.find(
      ({ email, about }) =>
        email === textIn(of, 'email') &&
        (textIn(about, 'organizationUuid') ?? '') === (textIn(of, 'organizationUuid') ?? ''),
    );
    return slot ? [{ directory, tool, name: slot.name }] : [];
  });
}
