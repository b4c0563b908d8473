import type { AccountInfo, CallOptions } from '../contract/index.ts';

/** What a program can do beside describing its tool. What is not given is not announced, and never asked for. */
export interface ServeHandlers {
  /** Who the account is whose tool has this directory; undefined: unknown. What it throws is told as the reason. */
  readonly accountInfo?: (
    configDir: string,
    options: CallOptions,
  ) => AccountInfo | undefined | Promise<AccountInfo | undefined>;
  /** Carries a fresh login over. True only when all of it is in place: anything else counts as not done. */
  readonly credentialCopy?: (from: string, to: string, options: CallOptions) => boolean | Promise<boolean>;
}

/** The other side, where it is not the one on stdin and stdout: for tests. */
export interface ServeStreams {
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly output: { readonly write: (text: string) => unknown };
}
