import { sha256 } from '../../platform/index.ts';
import type { Identity } from '../account.ts';

/** A name for a login that tells nobody who it is. */
export interface Fingerprint {
  readonly value: string;
  /** `public`: the same on every computer. `local`: of a key, salted with this account's id, of no use elsewhere. */
  readonly scope: 'public' | 'local';
}

/** Over the ids of account and organisation alone; undefined when no account id and no key is known. */
export function fingerprintOf(tool: string, identity: Identity | null): Fingerprint | undefined {
  const { subject, organization = null, keyFingerprint } = identity ?? {};
  if (subject !== undefined) {
    const ids = JSON.stringify([tool, subject, organization]);
    return { value: `public:${sha256(ids).slice(0, 32)}`, scope: 'public' };
  }
  return keyFingerprint === undefined ? undefined : { value: keyFingerprint, scope: 'local' };
}

/** Of the organisation alone: the same for all its members. undefined: the login names none. */
export function organizationFingerprint(tool: string, identity: Identity | null): string | undefined {
  const organization = identity?.organization;
  if (organization === undefined) return undefined;
  return `organization:${sha256(JSON.stringify([tool, 'organization', organization])).slice(0, 32)}`;
}
