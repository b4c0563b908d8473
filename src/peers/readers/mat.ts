import { namesIn } from '../../state/index.ts';
import type { Peer, Store } from '../peer.ts';
import {
  foldersIn,
  jsonOf,
  recordIn,
  requireVersion,
  textIn,
  textsOf,
  toolCalled,
  unlessDamaged,
} from '../store.ts';

/** What it saves of tools that are given a key, in a file of theirs. */
const keyFiles = new Set([
  'aider.yml',
  'crush-config.json',
  'crush-data.json',
  'kimi.toml',
  'qwen-settings.json',
  'qwen.env',
]);

export const mat: Peer = {
  id: 'mat',
  displayName: 'mat',
  seen: { project: 'github.com/ictechgy/multi-account-tool', release: 'main of 2026-07 (config version 1)' },
  keeps: [
    {
      what: 'a profile',
      where: 'profiles/*/*',
      taking: 'login',
      because: "it is a copy of what renews itself, and mat puts it back into the tool's own directory",
    },
    {
      what: 'a profile of a tool that is given a key',
      where: 'profiles/*/*',
      taking: 'key',
    },
  ],
  places: ({ path, homeDir }) => [path.join(homeDir, '.multi-account-tool')],
  read: (store) => {
    const { path } = store.host;
    const file = path.join(store.root, 'config.json');
    const config = jsonOf(store, file);
    if (config) requireVersion(store, file, config.version, 1);
    const left: string[] = [];
    const profiles = path.join(store.root, 'profiles');
    const accounts = foldersIn(store, profiles).flatMap((cli) => {
      const tool = toolCalled(store, cli, left);
      if (!tool) return [];
      return foldersIn(store, path.join(profiles, cli)).flatMap((name) => {
        const where = path.join(profiles, cli, name);
        const saved = namesIn(store.host, where).filter(
          (each) => each !== 'meta.json' && !each.startsWith('.'),
        );
        const isKey = saved.length > 0 && saved.every((each) => keyFiles.has(each));
        return {
          tool,
          name,
          where,
          taking: isKey ? ('key' as const) : ('login' as const),
          ...whoIn(store, where, left),
        };
      });
    });
    return {
      accounts,
      swaps: textsOf(recordIn(config, 'active')).flatMap(([cli]) => store.tools.tool(cli) ?? []),
      left,
    };
  },
};

function whoIn(store: Store, folder: string, left: string[]): { readonly who?: string } {
  const [label] = unlessDamaged(left, () => {
    const text = textIn(jsonOf(store, store.host.path.join(folder, 'meta.json')), 'label');
    return text === undefined ? [] : [text];
  });
  return label === undefined ? {} : { who: label };
}
