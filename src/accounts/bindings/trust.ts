import { isTrustFile, readJson, type TrustFile } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';

/** Real path of a binding file → what it said when it was trusted. */
export type Trust = TrustFile['files'];

/** @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readTrust({ host, paths }: AccountsContext): Trust {
  return readJson(host, paths.trust, isTrustFile)?.files ?? {};
}

export function entryOf(trust: Trust, path: string): Trust[string] | undefined {
  return Object.hasOwn(trust, path) ? trust[path] : undefined;
}
