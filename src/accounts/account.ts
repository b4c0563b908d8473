import type { SharingChoice } from '../state/index.ts';

/** The label of the login in the tool's own default directory. Nothing of ours ever acts on it. */
export const systemLabel = 'system';

/** One identity of one tool. */
export type Account = StoredAccount | SystemAccount;

export interface SystemAccount {
  readonly kind: 'system';
  readonly tool: string;
  readonly label: typeof systemLabel;
}

export function systemAccount(tool: string): SystemAccount {
  return { kind: 'system', tool, label: systemLabel };
}

export interface StoredAccount {
  /** `login`: the tool holds its login in `home`; `key`: an API key, in `secret.json` or where `keyFrom` says. */
  readonly kind: 'login' | 'key';
  /** A secret reference, e.g. `op://vault/item/field`: the key is asked for at each start, and never stored. */
  readonly keyFrom?: string;
  readonly tool: string;
  /** 8 random characters, never used again; the folder `accounts/<tool>/<id>`. */
  readonly id: string;
  readonly label: string;
  /** RFC 3339. */
  readonly createdAt: string;
  /** The directory given to the tool: absolute, and the same string for ever. */
  readonly home: string;
  /** The installation whose shared root this account uses; fixed. */
  readonly root: string;
  /** The installation used unless another is asked for. */
  readonly installation: string;
  /** Who logged in, as recorded; null: not known yet. */
  readonly identity: RecordedIdentity | null;
  /** Variables of this account's own, e.g. for a gateway. Never a secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it shares with the other accounts of its root. */
  readonly sharing: SharingChoice;
}

/** Who a home belongs to, from the tool's own files, or a plugin. Every field is a claim, absent when not told. */
export interface Identity {
  readonly subject?: string;
  readonly organization?: string;
  readonly organizationName?: string;
  readonly email?: string;
  readonly plan?: string;
  /** For a key: `local:` and a hash that is salted with the account's id, of no use elsewhere. */
  readonly keyFingerprint?: string;
  /** For a key that is only referred to: who keeps it, e.g. `op`. */
  readonly keySource?: string;
  /** The plugin that says it, where the tool's own files say nothing. */
  readonly toldBy?: string;
}

export interface RecordedIdentity extends Identity {
  /** RFC 3339. */
  readonly asOf: string;
}
