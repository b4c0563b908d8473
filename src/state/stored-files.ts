import type { ProcessMark } from '../platform/index.ts';

// What lies in our files. schema.ts is what is written, stored-shapes.ts what is taken; a test holds the two equal.

export interface StoredIdentity {
  readonly subject?: string;
  readonly organization?: string;
  readonly organizationName?: string;
  readonly email?: string;
  readonly plan?: string;
  readonly keyFingerprint?: string;
  readonly keySource?: string;
  readonly toldBy?: string;
  /** RFC 3339. */
  readonly asOf: string;
}

/** account.json */
export interface AccountFile {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly tool: string;
  readonly label: string;
  readonly createdAt: string;
  readonly home: string;
  readonly root: string;
  readonly installation: string;
  readonly kind: 'login' | 'key';
  /** Where the key of an account of kind `key` is kept instead of in secret.json. */
  readonly keyFrom?: string;
  readonly identity: StoredIdentity | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Absent, as before layout 2: the account shares nothing. */
  readonly sharing?: SharingChoice;
}

/** What an account shares with the others of its root. */
export interface SharingChoice {
  readonly on: boolean;
  /** Paths, relative to the home, that it keeps to itself all the same. */
  readonly except: readonly string[];
}

/** pending.json: a login under way. */
export interface PendingFile {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly process: ProcessMark;
  readonly startedAt: string;
}

/** secret.json: the one store of a key given to us. */
export interface SecretFile {
  readonly schemaVersion: 1;
  readonly key: string;
}

/** defaults/<tool>. `account` null is a tombstone: a default was removed. */
export interface DefaultFile {
  readonly schemaVersion: 1;
  readonly account: string | null;
  readonly at: string;
}

/** installation.json */
export interface InstallationFile {
  readonly schemaVersion: 1;
  readonly tool: string;
  readonly name: string;
  readonly root: string;
  readonly program: StoredProgram;
}

/** What an installation starts. */
export type StoredProgram =
  /** That executable; without a file the first one on PATH. */
  { readonly kind: 'path'; readonly file?: string } | ManagedProgram;

/** A version that we keep. */
export interface ManagedProgram {
  readonly kind: 'managed';
  readonly version: string;
  /** An update leaves it alone. */
  readonly pinned: boolean;
  /** The dist-tag that an update follows. Absent: `latest`. */
  readonly tag?: string;
  /** The version before, which a roll-back starts again. */
  readonly previous?: string;
}

/** .root.json, in a shared root: its name for good, and how it hides what it has hashed. */
export interface SharedRootFile {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly salt: string;
  /** What accounts that are made later do, once somebody has been asked. */
  readonly newcomers?: 'share' | 'private';
}

/** root.json, beside a shared root: that it was made, so that an empty place isn't taken for a new one. */
export interface RootRecordFile {
  readonly schemaVersion: 1;
  readonly id: string;
}

/** links.json: absolute real directory → tool → id of the account, or `system`. */
export interface LinksFile {
  readonly schemaVersion: 1;
  readonly links: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** shells/files.json: absolute path of a file of the user's that has a block of ours → the shell that reads it. */
export interface ShellFilesFile {
  readonly schemaVersion: 1;
  readonly files: Readonly<Record<string, string>>;
}

/** trust.json: absolute real path of a binding file → the hash of what it said when it was trusted. */
export interface TrustFile {
  readonly schemaVersion: 1;
  readonly files: Readonly<Record<string, { readonly hash: string; readonly at: string }>>;
}

/** plugins/<folded id>/plugin.json: what the user decided about a plugin. */
export interface PluginFile {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly kind: 'data' | 'module' | 'program';
  readonly source: {
    /** Who brought it, and so how much it is trusted. */
    readonly how: 'settings' | 'installed' | 'linked' | 'project';
    /** Absolute: the folder of its package, or a program that speaks the wire. */
    readonly path: string;
  };
  /** Of its package; null: a program that has none. */
  readonly version: string | null;
  readonly enabled: boolean;
  /** What was agreed to; null: nothing yet. */
  readonly confirmed: {
    readonly kind: 'data' | 'module' | 'program';
    readonly path: string;
    readonly permissions: readonly string[];
    /** Of its manifest, as it was then. */
    readonly digest: string;
    readonly at: string;
  } | null;
  readonly linkedAt: string;
}

/** plugins/<folded id>/state.json: what a plugin keeps between runs. */
export interface PluginStateFile {
  readonly schemaVersion: 1;
  readonly values: Readonly<Record<string, unknown>>;
}

/** settings.json: what is in it besides, src/settings knows. */
export interface SettingsFile {
  readonly schemaVersion: 1;
  readonly [key: string]: unknown;
}

/** plugins/<folded id>/config.json: what the user set for a plugin, but for what is sensitive. */
export interface PluginConfigFile {
  readonly schemaVersion: 1;
  readonly values: Readonly<Record<string, unknown>>;
}

/** plugins/<folded id>/secrets.json: what is sensitive of it, and where what we don't keep is kept. No key is in both. */
export interface PluginSecretsFile {
  readonly schemaVersion: 1;
  readonly values: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, string>>;
}

/** The kinds of files, by the name that `writeJson` is given. */
export interface StoredFiles {
  readonly account: AccountFile;
  readonly pending: PendingFile;
  readonly secret: SecretFile;
  readonly default: DefaultFile;
  readonly installation: InstallationFile;
  readonly sharedRoot: SharedRootFile;
  readonly rootRecord: RootRecordFile;
  readonly links: LinksFile;
  readonly trust: TrustFile;
  readonly shellFiles: ShellFilesFile;
  readonly settings: SettingsFile;
  readonly plugin: PluginFile;
  readonly pluginState: PluginStateFile;
  readonly pluginConfig: PluginConfigFile;
  readonly pluginSecrets: PluginSecretsFile;
}
