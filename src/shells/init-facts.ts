/** What a shell must know of where our things lie. Absolute paths. */
export interface InitFacts {
  readonly shims: string;
  readonly links: string;
  readonly trust: string;
  readonly defaults: string;
}

/** The two parts of what `tools init` adds to a shell. */
export interface InitScript {
  readonly init: (facts: InitFacts) => string;
  /** Keeps the environment in step with the directory; read after `init`. */
  readonly hook: (facts: InitFacts) => string;
}
