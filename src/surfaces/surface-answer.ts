import type { Leak } from '../registry/index.ts';

/** Whose login something would use, and why. */
export interface Verdict {
  /** A label, `system` too; null: none of ours, or it can't be told. */
  readonly account: string | null;
  /** false: so it is as far as can be told from here. */
  readonly sure: boolean;
  readonly because: string;
}

/** One way in which the tool is used. */
export interface SurfaceAnswer extends Verdict {
  readonly surface: string;
  /** Whether it is on this computer; null: that can't be seen without starting something. */
  readonly here: boolean | null;
  /** What makes it use another account; LABEL stands for that one. */
  readonly change?: string;
}

export interface SurfaceReport {
  readonly tool: string;
  readonly surfaces: readonly SurfaceAnswer[];
  /** What the tool reads elsewhere although an account has a home of its own. */
  readonly leaks: readonly Leak[];
}
