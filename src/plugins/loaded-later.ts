import { loadLater } from '../platform/index.ts';
import type { CheckReport, ReportLook } from './check/index.ts';

// Static paths, so that the bundler finds them.
export const checkPlugin = loadLater(async () => (await import('./check/index.ts')).checkPlugin);
/** A report of `checkPlugin` for people, line by line. */
export const reportLines = loadLater(async () => {
  const { renderReport } = await import('./check/index.ts');
  return async (report: CheckReport, look: ReportLook) => renderReport(report, look);
});
export const makePlugin = loadLater(async () => (await import('./new/index.ts')).makePlugin);
