import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isInside } from '../platform/index.ts';
import type { Computer, Peer, Store } from './peer.ts';

/** The peer's store on this computer; undefined where it has none. */
export function storeHere(ctx: AccountsContext, peer: Peer): Store | undefined {
  const root = peer.places(computerOf(ctx)).find((place) => isFolder(ctx, place));
  return root === undefined
    ? undefined
    : { peer, root, host: ctx.host, computer: computerOf(ctx), tools: ctx.registry };
}

/** @throws ToolsError PEER_NOT_HERE */
export function requireStore(ctx: AccountsContext, peer: Peer): Store {
  const store = storeHere(ctx, peer);
  if (store) return store;
  const looked = peer.places(computerOf(ctx));
  throw new ToolsError('PEER_NOT_HERE', { peer: peer.displayName, looked });
}

/** What a nested run is given by us leads into our folder, and says nothing of where others keep their things. */
function computerOf({ host, paths }: AccountsContext): Computer {
  const { platform, path, homeDir } = host;
  const isOurs = (value: string) => path.isAbsolute(value) && isInside(path, paths.root, value);
  const env = Object.entries(host.env).filter(([, value]) => value !== undefined && !isOurs(value));
  return { platform, path, homeDir, env: Object.fromEntries(env) };
}

function isFolder({ host }: AccountsContext, place: string): boolean {
  try {
    return host.files.stat(place)?.isDirectory() ?? false;
  } catch {
    // It is there, and can't be looked into: its reader says so.
    return true;
  }
}
