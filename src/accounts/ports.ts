import type { AITool } from '../registry/index.ts';
import type { Account, Identity } from './account.ts';

/**
 * Where others may add to what accounts do. Declared here, filled by plugins. Whoever fills it bounds each call in
 * time and size and makes its text harmless. How a failure is taken stands beside each: reads degrade, writes abort.
 */
export interface ExtensionPoints {
  /** Who an account is, when the tool's files do not say. A failure is passed over. */
  readonly accountInfo: (tool: AITool, account: Account) => Promise<Identity | undefined>;
  /** Told after a login took effect. A failure is told, and undoes nothing. */
  readonly loginHook: (tool: AITool, account: Account) => Promise<void>;
  /** Asked before a launch: why it is refused, else undefined. A failure stops it, too. */
  readonly runHook: (tool: AITool, account: Account) => Promise<string | undefined>;
  /** Carries a fresh login of one tool, of which no descriptor says what it consists of. A failure stops. */
  readonly credentialCopy: CredentialCopy;
  /** The key behind `<scheme>://…`. A failure stops: the next one is not asked. */
  readonly secretReference: SecretReference;
  /** Directories that could become accounts. A failure stops. */
  readonly importer: Importer;
  /** A column of the list of accounts. A failure is a blank. */
  readonly listColumn: ListColumn;
}

export interface CredentialCopy {
  /** The one tool whose logins it carries. */
  readonly tool: string;
  /** Between the tool's own directories in two homes, absolute. Resolves only when it was done, whole. */
  readonly copy: (from: string, to: string) => Promise<void>;
}

export interface SecretReference {
  /** Without `://`. */
  readonly scheme: string;
  /** `reference` is the whole of it. What it answers is a secret, and kept by nobody. */
  readonly resolve: (reference: string) => Promise<string>;
}

export interface Importer {
  /** What is typed after `--from`. */
  readonly name: string;
  readonly displayName: string;
  readonly find: () => Promise<readonly FoundDirectory[]>;
}

/** A directory that a tool was given, as somebody else keeps account of it. Nothing of it has been checked. */
export interface FoundDirectory {
  readonly tool: string;
  readonly label: string;
  readonly directory: string;
}

export interface ListColumn {
  readonly head: string;
  readonly value: (tool: AITool, account: Account) => Promise<string | undefined>;
}

/** What a plugin gives for a point. */
export interface Provider<Point extends keyof ExtensionPoints> {
  /** The id of the plugin. */
  readonly plugin: string;
  readonly provide: ExtensionPoints[Point];
  /** To ask it may start a program. What must start nothing leaves it out. */
  readonly isProgram?: true;
}

export interface Extensions {
  /** Providers of a point, highest priority first. Asking who they are runs nothing of theirs. */
  providers<Point extends keyof ExtensionPoints>(point: Point): readonly Provider<Point>[];
}

export const noExtensions: Extensions = { providers: () => [] };
