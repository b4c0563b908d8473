import type { CheckReport, CheckResult } from './check-report.ts';
import { areaTitles, type CheckArea } from './check-table.ts';
import type { ReportLook } from './testing-contract.ts';

const marks = { passed: '✓', failed: '✗', warned: '!', skipped: '·' } as const;
const words = { passed: 'Passed:', failed: 'Failed:', warned: 'Warning:', skipped: 'Skipped:' } as const;

/** A report for people, line by line: area by area, what to do where something is to be done, then the sum. */
export function renderReport(report: CheckReport, { isPlain = false }: ReportLook = {}): readonly string[] {
  const areas = [...new Set(report.checks.map(({ area }) => area))];
  return [...areas.flatMap((area) => areaLines(area, report.checks, isPlain)), sumOf(report)];
}

function areaLines(area: CheckArea, checks: readonly CheckResult[], isPlain: boolean): readonly string[] {
  return [
    areaTitles[area],
    ...checks.filter((check) => check.area === area).flatMap((check) => checkLines(check, isPlain)),
  ];
}

function checkLines({ id, title, outcome, details, hint }: CheckResult, isPlain: boolean): readonly string[] {
  const mark = (isPlain ? words : marks)[outcome];
  return [
    `  ${mark} ${title} (${id})`,
    ...details.map((detail) => `      ${detail}`),
    ...(hint === null ? [] : [`      try: ${hint}`]),
  ];
}

function sumOf({ counts, id, reference }: CheckReport): string {
  const { passed, failed, warned, skipped } = counts;
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(warned > 0 ? [`${warned} ${warned === 1 ? 'warning' : 'warnings'}`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${id ?? reference}: ${parts.join(', ')}`;
}
