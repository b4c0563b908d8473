import type { ToolDescriptor } from '../../registry/index.ts';
import { frozen } from './frozen.ts';

/**
 * The wire of plugins that are programs: JSON-RPC 2.0, one object a line, UTF-8, integer ids, over stdin and stdout.
 * It is AIToolKit's 0.0.1 wire; what is ours is negotiated in `capabilities`, and a plugin that knows none of it works.
 */
export const wireVersion = '1';

export const wireMethods = frozen({
  initialize: 'initialize',
  describe: 'tool/describe',
  descriptor: 'tool/descriptor',
  accountInfo: 'tool/accountInfo',
  credentialCopy: 'tool/credentialCopy',
  cancel: '$/cancelRequest',
} as const);

/** Optional methods, which a plugin announces by name in the answer to `initialize`. */
export const wireCapabilities = frozen([
  wireMethods.describe,
  wireMethods.descriptor,
  wireMethods.accountInfo,
  wireMethods.credentialCopy,
] as const);
export type WireCapability = (typeof wireCapabilities)[number];

/** The eight fields of `tool/describe`, in their order; what is optional is null there, never absent. */
export const describedFields = frozen([
  'id',
  'displayName',
  'configDirectoryName',
  'configDirEnvVar',
  'authLoginCommand',
  'installCommand',
  'sessionSubdirectories',
  'ansiColor',
] as const satisfies readonly (keyof ToolDescriptor)[]);

/** What we send; AIToolKit's host sends no params, and a plugin must not need them. */
export interface InitializeParams {
  readonly protocolVersion: string;
  readonly host: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, boolean>>;
}

export interface InitializeResult {
  /** Another major is refused; "1" and "1.x" are welcome. */
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
}

export interface AccountInfoParams {
  /** Absolute: the tool's own directory in the account's home. */
  readonly configDir: string;
}

/**
 * Carries what a login wrote from a fresh directory into the home of its account. `from` is removed by us afterwards,
 * and only when the answer was `copied: true`.
 */
export interface CredentialCopyParams {
  readonly from: string;
  readonly to: string;
}

export interface CredentialCopyResult {
  readonly copied: boolean;
}

export interface CancelParams {
  readonly id: number;
  readonly reason: 'timeout' | 'cancelled';
}

/** Of JSON-RPC 2.0: no such method, so the capability is absent. */
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const internalError = -32603;
/** Of the Language Server Protocol: the call was cancelled, and did not do what it was asked for. */
export const requestCancelled = -32800;

/** Bounds of the wire. */
export const wireLimits = frozen({
  /** Bytes of one line, without its end. */
  lineBytes: 1_048_576,
  /** Bytes of lines that were sent and not yet taken by the other side. */
  pendingBytes: 4_194_304,
  /** Bytes of the tail of stderr that are kept. */
  stderrBytes: 8_192,
  /** Lines that are no message of the protocol, before the plugin is given up. */
  noiseLines: 20,
  /** Milliseconds for `initialize` and for `tool/describe`, together. */
  handshakeMs: 5_000,
  /** Milliseconds for a read. */
  readMs: 2_000,
  /** Milliseconds for a write. */
  writeMs: 30_000,
  /** Milliseconds between the end of stdin, SIGTERM and SIGKILL. */
  graceMs: 500,
} as const);
