/** How it came that nothing more will be heard of the other side. */
export interface TransportEnd {
  /** Of a program: null where a signal ended it, or nothing did. */
  readonly code: number | null;
  readonly signal: string | null;
  /** It has closed its output, and goes on. */
  readonly isRunning: boolean;
}

export interface TransportListener {
  readonly data: (chunk: Uint8Array) => void;
  /** There is room again, after `write` answered false. */
  readonly drain: () => void;
  /** Told once, after all that was said; nothing comes after it. */
  readonly end: (how: TransportEnd) => void;
}

/** What carries the wire: the pipes of a child, or whatever else moves bytes both ways. */
export interface Transport {
  readonly listen: (listener: TransportListener) => void;
  /** Whether there is room for more. Never throws: the end is told by `end`. */
  readonly write: (data: string) => boolean;
  /** Whether our process stays for what may come. */
  readonly keepAlive: (isNeeded: boolean) => void;
  /** What the other side said for people, the end of it. */
  readonly stderr: () => Buffer;
  /** Ends the other side. Resolves when that is done. */
  readonly close: () => Promise<void>;
}
