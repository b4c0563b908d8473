import {
  extensionPoints,
  neededPermissions,
  type Permission,
  permissions,
  wireMethods,
} from '../contract/index.ts';
import type { CheckBook } from './check-book.ts';

/** What can't be seen from outside: whether code talks to the network, or starts something. */
const unseen: ReadonlySet<Permission> = new Set<Permission>(['network', 'process:spawn']);

/** What it asks for against what it was seen to use. */
export function checkPermissions(
  book: CheckBook,
  declared: readonly Permission[],
  used: readonly Permission[],
): void {
  for (const name of used)
    if (!declared.includes(name)) book.fail('permission/declared', `${name}: ${permissions[name]}`);
  book.pass('permission/declared');
  for (const name of declared)
    if (!used.includes(name) && !unseen.has(name))
      book.warn('permission/used', `${name} was not seen to be used`);
  book.pass('permission/used');
}

/** What the methods that a program announced need. */
export function wirePermissions(capabilities: readonly string[]): readonly Permission[] {
  const needed: readonly (readonly [method: string, permission: Permission])[] = [
    [wireMethods.accountInfo, extensionPoints.accountInfo.permission],
    [wireMethods.credentialCopy, neededPermissions.credentialCopy],
  ];
  return needed.flatMap(([method, permission]) => (capabilities.includes(method) ? permission : []));
}
