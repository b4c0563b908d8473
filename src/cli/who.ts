import type { Identity } from '../accounts/index.ts';

/** A person's name for who an identity is; undefined when nothing says so. */
export function whoOf(identity: Identity | null | undefined): string | undefined {
  const person = identity?.email ?? identity?.subject;
  const organization = identity?.organizationName ?? identity?.organization;
  if (person !== undefined) return organization === undefined ? person : `${person} (${organization})`;
  return organization ?? (identity?.keyFingerprint === undefined ? undefined : `key ${identity.keyFingerprint}`);
}
