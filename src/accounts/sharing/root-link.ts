import { type Host, isInside } from '../../platform/index.ts';
import { lookAt } from '../../state/index.ts';
import type { SharedRoot } from './shared-root.ts';

/** Whether a link of ours lies there: one that leads to something in the shared root. */
export function isIntoRoot(host: Host, { folder }: Pick<SharedRoot, 'folder'>, place: string): boolean {
  const found = lookAt(host, place);
  return found.state === 'link' && isInside(host.path, folder, found.text);
}
