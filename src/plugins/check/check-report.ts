import type { CheckArea, CheckId } from './check-table.ts';

/**
 * `passed`; `failed`: the plugin breaks a rule; `warned`: it works, and should be better; `skipped`: it could not be
 * looked at, and why.
 */
export type CheckOutcome = 'passed' | 'failed' | 'warned' | 'skipped';

export interface CheckResult {
  readonly id: CheckId;
  readonly area: CheckArea;
  /** What holds when it passes. */
  readonly title: string;
  readonly outcome: CheckOutcome;
  /** What was seen, one line each; nothing in it acts on a terminal. */
  readonly details: readonly string[];
  /** What to do about it; null: nothing. */
  readonly hint: string | null;
}

/** What came of looking at a plugin. */
export interface CheckReport {
  /** As it was asked for. */
  readonly reference: string;
  /** The plugin's own id; null where it could not be told. */
  readonly id: string | null;
  /** What it is made of. */
  readonly kinds: readonly ('data' | 'module' | 'program')[];
  /** Nothing failed. */
  readonly passed: boolean;
  readonly counts: Readonly<Record<CheckOutcome, number>>;
  /** In the order of the table of checks. What a plugin of its kind is not looked at for is not in it. */
  readonly checks: readonly CheckResult[];
}
