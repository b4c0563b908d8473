import type { Readable, Writable } from 'node:stream';
import type { Extensions } from '../accounts/index.ts';
import type { Guest, Host } from '../platform/index.ts';
import type { KnownTools } from '../registry/index.ts';

export type InputStream = Readable & {
  readonly isTTY?: boolean;
  /** Of a terminal: whether keys are told one by one. */
  readonly setRawMode?: (isRaw: boolean) => unknown;
};
export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** What a run of the program is given from outside. */
export interface CliIo {
  readonly host: Host;
  readonly stdin: InputStream;
  /** Data. */
  readonly stdout: OutputStream;
  /** Talk. */
  readonly stderr: OutputStream;
  /** The same, where somebody watches what a command does: for what is no part of its answer. */
  readonly unwatched?: CliIo;
  /** Told of code that is loaded into this process. */
  readonly admit?: (guest: Guest) => void;
  /** Default: the built-in tools. */
  readonly registry?: KnownTools;
  /** Default: what the plugins that are enabled bring. */
  readonly extensions?: Extensions;
}
