/** The other side of the wire. */
export interface Peer {
  /** Gives what comes, until the other side ends. While `isIdle` it may stop the whole process to wait. */
  readonly read: (take: (chunk: Uint8Array) => void, isIdle: () => boolean) => Promise<void>;
  readonly write: (line: string) => void;
  /** There is nobody left to talk to. */
  readonly leave: () => void;
}
