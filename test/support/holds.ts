import * as fc from 'fast-check';
import { expect } from 'vitest';

/** Fails with the smallest counterexample when a property does not hold. */
export function holds<Values>(property: fc.IProperty<Values>, runs = 500): void {
  const outcome = fc.check(property, { numRuns: runs });
  if (outcome.failed) throw new Error(fc.defaultReportMessage(outcome), { cause: outcome.errorInstance });
  expect(outcome.numRuns).toBe(runs);
}
