import { describeIdentity, type Identity } from '../accounts/index.ts';

/** A cell of a table: who an identity is, or nothing. */
export function whoOf(identity: Identity | null): string {
  return identity ? describeIdentity(identity) : '';
}
