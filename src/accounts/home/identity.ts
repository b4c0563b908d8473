import { jwtPayload, readPointers } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, Claim, IdentitySource, JsonValue } from '../../registry/index.ts';
import type { Account, Identity } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { keyFingerprint } from '../store/account-key.ts';
import { type HomePaths, pathsOf } from './home-paths.ts';
import { readToolFile } from './tool-file.ts';

export interface IdentityReading {
  /** null: the home does not say. */
  readonly identity: Identity | null;
  /** Two files of the one home that name different people or organisations. */
  readonly conflict?: IdentityConflict;
}

interface IdentityConflict {
  readonly field: 'subject' | 'organization';
  readonly files: readonly [string, string];
  readonly values: readonly [string, string];
}

/** Who an account's own files say it is; nothing outside that one home is looked at. */
export function readIdentity(ctx: AccountsContext, tool: AITool, account: Account): IdentityReading {
  return identityIn(ctx.host, tool, pathsOf(ctx, tool, account), saltOf(account));
}

/** What key fingerprints of this account are salted with. */
function saltOf(account: Account): string {
  return account.kind === 'system' ? `system:${account.tool}` : account.id;
}

/** The same for any directory, e.g. that of a login under way. */
export function identityIn(host: Host, tool: AITool, paths: HomePaths, salt: string): IdentityReading {
  const told: { file: string; claims: Identity }[] = [];
  for (const source of tool.identity ?? []) {
    const file = paths.fileOf(source);
    const claims = claimsOf(host, source, file, salt);
    if (claims) told.push({ file, claims });
  }
  // The first file to say something is believed.
  const identity: Identity = Object.assign({}, ...told.map(({ claims }) => claims).reverse());
  const conflict = conflictOf(told, 'subject') ?? conflictOf(told, 'organization');
  return { identity: Object.keys(identity).length === 0 ? null : identity, ...(conflict && { conflict }) };
}

/** In words: the e-mail address if known, else what is; with the organisation, if any. */
export function describeIdentity(identity: Identity | null): string {
  if (!identity) return 'an unknown login';
  const who =
    identity.email ??
    identity.subject ??
    (identity.keyFingerprint ? `API key ${shortOf(identity.keyFingerprint)}` : undefined) ??
    (identity.keySource ? `key from ${identity.keySource}` : undefined);
  const organization = identity.organizationName ?? identity.organization;
  if (who === undefined) return organization === undefined ? 'an unknown login' : organization;
  return organization === undefined ? who : `${who} (${organization})`;
}

/** Of `local:` and a hash, what tells two keys of one person apart. */
function shortOf(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1).slice(0, 8);
}

const fields = ['subject', 'organization', 'organizationName', 'email', 'plan'] as const;

/** A file that is absent or can't be understood says nothing: unknown is unknown, never somebody. */
function claimsOf(host: Host, source: IdentitySource, path: string, salt: string): Identity | undefined {
  const file = readToolFile(host, path, source.format);
  if (file.state !== 'read') return undefined;
  const claims: Record<string, string> = {};
  for (const field of fields) {
    const value = claimed(file.value, source[field]);
    if (value !== undefined) claims[field] = value;
  }
  const key = claimed(file.value, source.key);
  if (key !== undefined) claims.keyFingerprint = keyFingerprint(salt, key);
  return Object.keys(claims).length === 0 ? undefined : claims;
}

function claimed(document: JsonValue, claim: Claim | undefined): string | undefined {
  if (!claim) return undefined;
  // With a login at each of several providers, none of them is who the home is.
  const [found, ...others] = readPointers(document, claim.pointer);
  const value = others.length === 0 ? found?.value : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (claim.jwt === undefined) return value;
  const payload = jwtPayload(value);
  const inside = payload === undefined ? undefined : readPointers(payload, claim.jwt)[0]?.value;
  return typeof inside === 'string' && inside !== '' ? inside : undefined;
}

function conflictOf(
  told: readonly { file: string; claims: Identity }[],
  field: IdentityConflict['field'],
): IdentityConflict | undefined {
  const [first, ...others] = told.filter(({ claims }) => claims[field] !== undefined);
  const other = others.find(({ claims }) => claims[field] !== first?.claims[field]);
  if (!first || !other) return undefined;
  return {
    field,
    files: [first.file, other.file],
    values: [String(first.claims[field]), String(other.claims[field])],
  };
}
