import type { Identity } from '../accounts/index.ts';

type Accounts = typeof import('../accounts/index.ts');

/** A cell of a table: who an identity is, or nothing. */
export function whoOf({ describeIdentity }: Accounts, identity: Identity | null): string {
  return identity ? describeIdentity(identity) : '';
}
