import { type Host, sha256 } from '../platform/index.ts';

/** Where a credential was seen. */
export interface Seen {
  /** Whose; undefined: nobody's. */
  readonly owner: string | undefined;
  /** Absolute. */
  readonly path: string;
  /**
   * `store`: a tool keeps it there; `key`: we do; `backup`: a copy that its tool made; `trash`: of something that
   * was removed; `stray`: it has no business there.
   */
  readonly kind: 'store' | 'key' | 'backup' | 'trash' | 'stray';
}

/** Credentials by what can be told of them without them. */
export interface KeyRing {
  add(values: readonly string[], seen: Seen): void;
  /** Texts that say something only if they are credentials that were added. */
  mention(values: readonly string[], seen: Seen): void;
  /** For each credential where it lies: one entry for each file. */
  places(): Iterable<readonly Seen[]>;
  readonly size: number;
}

/** Holds salted hashes, and the salt dies with it. */
export function keyRing(host: Host): KeyRing {
  const salt = host.randomName(32);
  const hashOf = (value: string) => sha256(`${salt}${value}`);
  const places = new Map<string, Map<string, Seen>>();
  return {
    add: (values, seen) => {
      for (const hash of values.map(hashOf)) {
        const known = places.get(hash) ?? new Map<string, Seen>();
        places.set(hash, known);
        if (!known.has(seen.path)) known.set(seen.path, seen);
      }
    },
    mention: (values, seen) => {
      for (const value of values) {
        const known = places.get(hashOf(value));
        if (known && !known.has(seen.path)) known.set(seen.path, seen);
      }
    },
    *places() {
      for (const known of places.values()) yield [...known.values()];
    },
    get size() {
      return places.size;
    },
  };
}
