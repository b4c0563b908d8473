import { looksLikeCredential } from './credential-shape.ts';

/** The name of a leaf as it may be told and written down: a key can be a credential itself. */
export function shownName(name: string): string {
  return name
    .split('/')
    .map((segment) => (looksLikeCredential(segment.replaceAll('~1', '/')) ? '…' : segment))
    .join('/');
}
