import type { CheckOutcome, CheckReport, CheckResult } from './check-report.ts';
import { areaOf, type CheckId, checkTable } from './check-table.ts';

/** What was seen so far. Of one check the worst stands. */
export interface CheckBook {
  readonly pass: (id: CheckId, detail?: string) => void;
  readonly warn: (id: CheckId, detail: string) => void;
  readonly fail: (id: CheckId, detail: string) => void;
  readonly skip: (id: CheckId, why: string) => void;
  readonly skipAll: (ids: readonly CheckId[], why: string) => void;
  readonly has: (id: CheckId) => boolean;
  readonly close: (about: Pick<CheckReport, 'reference' | 'id' | 'kinds'>) => CheckReport;
}

interface Entry {
  readonly outcome: CheckOutcome;
  readonly details: readonly string[];
}

/** From the least to the worst. */
const rank: readonly CheckOutcome[] = ['skipped', 'passed', 'warned', 'failed'];
/** Of one check. What follows them seldom says anything new. */
const mostDetails = 8;

export function checkBook(): CheckBook {
  const entries = new Map<CheckId, Entry>();
  const note = (id: CheckId, outcome: CheckOutcome, detail?: string) => {
    const before = entries.get(id);
    const details = detail === undefined ? [] : [detail];
    if (before === undefined || rank.indexOf(outcome) > rank.indexOf(before.outcome))
      entries.set(id, { outcome, details });
    else if (before.outcome === outcome)
      entries.set(id, { outcome, details: [...new Set([...before.details, ...details])] });
  };
  return {
    pass: (id, detail) => note(id, 'passed', detail),
    warn: (id, detail) => note(id, 'warned', detail),
    fail: (id, detail) => note(id, 'failed', detail),
    skip: (id, why) => note(id, 'skipped', why),
    skipAll: (ids, why) => {
      for (const id of ids) note(id, 'skipped', why);
    },
    has: (id) => entries.has(id),
    close: (about) => {
      const checks = checkIds.flatMap((id) => resultOf(id, entries.get(id)));
      const count = (outcome: CheckOutcome) => checks.filter((check) => check.outcome === outcome).length;
      const counts = {
        passed: count('passed'),
        failed: count('failed'),
        warned: count('warned'),
        skipped: count('skipped'),
      };
      return { ...about, passed: counts.failed === 0, counts, checks };
    },
  };
}

const checkIds = Object.keys(checkTable) as CheckId[];

function resultOf(id: CheckId, entry: Entry | undefined): readonly CheckResult[] {
  if (entry === undefined) return [];
  const { title, hint } = checkTable[id];
  const { outcome, details } = entry;
  const more = details.length - mostDetails;
  const told = more > 0 ? [...details.slice(0, mostDetails), `and ${more} more`] : details;
  const isBad = outcome === 'failed' || outcome === 'warned';
  return [{ id, area: areaOf(id), title, outcome, details: told, hint: isBad ? hint : null }];
}
