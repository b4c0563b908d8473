import type { AITool } from '../../registry/index.ts';
import { namesIn } from '../../state/index.ts';
import type { FoundAccount, Peer, Store } from '../peer.ts';
import { isDirectory } from '../store.ts';

/** What people make by hand: a directory beside the tool's own that is called like it, and something more. */
export const homes: Peer = {
  id: 'homes',
  displayName: 'directories made by hand',
  keeps: [
    {
      what: "a directory beside a tool's own, called like it and something more",
      where: '~/.claude-*, ~/.codex_*, …',
      taking: 'reference',
    },
  ],
  places: ({ homeDir }) => [homeDir],
  read: (store) => ({ accounts: store.tools.all().flatMap((tool) => besideOwn(store, tool)) }),
};

function besideOwn(store: Store, tool: AITool): readonly FoundAccount[] {
  const { path } = store.host;
  const parts = tool.configDirectoryName.split('/');
  const folder = path.join(store.root, ...parts.slice(0, -1));
  const own = (parts.at(-1) ?? '').toLowerCase();
  return [...namesIn(store.host, folder)].sort().flatMap((entry) => {
    const [start, rest] = [entry.slice(0, own.length).toLowerCase(), entry.slice(own.length)];
    const name = /^[-_. ](.+)$/u.exec(rest)?.[1];
    if (start !== own || name === undefined) return [];
    const where = path.join(folder, entry);
    return isDirectory(store.host, where) ? [{ tool, name, taking: 'reference', where, isGuess: true }] : [];
  });
}
