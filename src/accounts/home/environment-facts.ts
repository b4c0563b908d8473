/** What a child's environment is made of under one account, but for what we were started with, and a key. */
export interface EnvironmentFacts {
  /** As of `EnvironmentInput`. */
  readonly own: readonly string[];
  readonly borrowed: readonly string[];
  readonly sessionMarkers: readonly string[];
  readonly outranks: readonly string[];
  readonly secrets: readonly string[];
  /** Folders of ours: a value that leads into one of them was made by us. */
  readonly ours: readonly string[];
  /** Set for every child; the key, if there is one, then `places`, beat it. */
  readonly brought: Readonly<Record<string, string>>;
  /** Which variable a key goes into; null: the tool takes none. */
  readonly keyVariable: string | null;
  /** Where the account lies. */
  readonly places: Readonly<Record<string, string>>;
  /** Set beside them for a version that we keep. */
  readonly setWhenManaged: Readonly<Record<string, string>>;
  /** Our folder, which every child is told. */
  readonly root: string;
}
