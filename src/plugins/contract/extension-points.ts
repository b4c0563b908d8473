import { frozen } from './frozen.ts';
import type { Permission } from './permissions.ts';

/**
 * An account as plugins see it: plain data, and never a secret. What reads its files does so by `configDir`, with
 * the rights of the user.
 */
export interface AccountSnapshot {
  readonly tool: string;
  /** `system` for the login in the tool's own directory. */
  readonly label: string;
  /** Never used again; absent for `system`. */
  readonly id?: string;
  readonly kind: 'login' | 'key' | 'system';
  /** Absolute: the directory that the tool was given for this account. */
  readonly home: string;
  /** Absolute: the tool's own directory in it. */
  readonly configDir: string;
}

/** Who an account is. What is unknown is absent. */
export interface AccountInfo {
  readonly email?: string;
  readonly plan?: string;
  /** The tool's own opaque id of the account. */
  readonly accountId?: string;
  readonly organization?: string;
  readonly organizationId?: string;
}

declare global {
  // That of Node's types, or of the browser's; for whoever compiles a plugin with neither, this is all of it.
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** A call's bound: `signal` is aborted when the time is up or the user gave up. What comes later is dropped. */
export interface CallOptions {
  readonly signal: AbortSignal;
}

/** A directory that an importer found: it would become the home of an account, where it lies. Nothing is copied. */
export interface ImportCandidate {
  readonly tool: string;
  readonly label: string;
  /** Absolute. */
  readonly directory: string;
}

/** Where a plugin may add to what we do, and the function it gives for that. */
export interface ExtensionProviders {
  /** Who this account is, where the tool's own files do not say. A read: a failure is a blank. */
  readonly accountInfo: (account: AccountSnapshot, options: CallOptions) => Promise<AccountInfo | undefined>;
  /** Accounts of another program, for `tools import --from <name>`. Reads only. */
  readonly importer: {
    readonly name: string;
    readonly displayName: string;
    readonly find: (options: CallOptions) => Promise<readonly ImportCandidate[]>;
  };
  /** A column of `tools list`. A read: a failure is a blank. */
  readonly listColumn: {
    readonly head: string;
    readonly value: (account: AccountSnapshot, options: CallOptions) => Promise<string | undefined>;
  };
  /** Told after a login took effect; a failure is reported and undoes nothing. */
  readonly loginHook: (account: AccountSnapshot, options: CallOptions) => Promise<void>;
  /** Asked before a launch. `refuse` stops it, with the reason; so does a failure, for nobody then knows. */
  readonly runHook: (
    account: AccountSnapshot,
    options: CallOptions,
  ) => Promise<{ readonly refuse: string } | undefined>;
  /** The key behind `<scheme>://…`, asked for when a program is started, and kept nowhere. A write: a failure stops. */
  readonly secretReference: {
    readonly scheme: string;
    readonly resolve: (reference: string, options: CallOptions) => Promise<string>;
  };
}

export type ExtensionPoint = keyof ExtensionProviders;

/** What each point needs to be allowed, how long a call may take and how much it may answer. */
export interface PointFacts {
  readonly permission: Permission;
  readonly timeoutMs: number;
  /** UTF-8 bytes of the answer as JSON. */
  readonly maxBytes: number;
  /** `read`: a failure is a blank. `write`: a failure stops what was asked for. `tell`: it is reported. */
  readonly failure: 'read' | 'write' | 'tell';
}

/** Every point, in the order of the guide. Frozen: a point's bounds only grow within a major of the API. */
export const extensionPoints: { readonly [Point in ExtensionPoint]: PointFacts } = frozen({
  accountInfo: { permission: 'account:info', timeoutMs: 2_000, maxBytes: 4_096, failure: 'read' },
  importer: { permission: 'account:import', timeoutMs: 10_000, maxBytes: 1_048_576, failure: 'write' },
  listColumn: { permission: 'list:column', timeoutMs: 250, maxBytes: 256, failure: 'read' },
  loginHook: { permission: 'hook:login', timeoutMs: 15_000, maxBytes: 4_096, failure: 'tell' },
  runHook: { permission: 'hook:run', timeoutMs: 15_000, maxBytes: 4_096, failure: 'write' },
  secretReference: { permission: 'secret:resolve', timeoutMs: 60_000, maxBytes: 65_536, failure: 'write' },
});
