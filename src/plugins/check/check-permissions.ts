import { neededPermissions, type Permission, permissions } from '../contract/index.ts';
import type { CheckBook } from './check-book.ts';

/** What can't be seen from outside: whether code talks to the network, starts something, or keeps data when it is called. */
const unseen: ReadonlySet<Permission> = new Set<Permission>([
  'network',
  'process:spawn',
  neededPermissions.state,
]);

/** What it asks for against what it was seen to use. `hasRun`: its code got as far as to use anything. */
export function checkPermissions(
  book: CheckBook,
  declared: readonly Permission[],
  { permissions: used, hasRun }: { readonly permissions: readonly Permission[]; readonly hasRun: boolean },
): void {
  for (const name of used)
    if (!declared.includes(name)) book.fail('permission/declared', `${name}: ${permissions[name]}`);
  book.pass('permission/declared');
  if (!hasRun) {
    book.skip('permission/used', 'its code did not get as far as to use them');
    return;
  }
  for (const name of declared)
    if (!used.includes(name) && !unseen.has(name))
      book.warn('permission/used', `${name} was not seen to be used`);
  book.pass('permission/used');
}
