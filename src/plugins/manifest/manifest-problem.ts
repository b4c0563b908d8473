/** What is wrong with the manifest of a plugin, and where. */
export interface ManifestProblem {
  /** A JSON pointer into package.json, or into `file`; "" for the whole. */
  readonly path: string;
  readonly problem: string;
  /** As the manifest names it, where it is not package.json. */
  readonly file?: string;
}

/** Keys may be of any length, and all that is wrong is told in one sentence. */
export function shortened({ path, ...rest }: ManifestProblem): ManifestProblem {
  return { path: path.length > 160 ? `${path.slice(0, 160)}…` : path, ...rest };
}
