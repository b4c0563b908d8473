export type { CheckOptions } from './check-options.ts';
export { checkPlugin } from './check-plugin.ts';
export type { CheckOutcome, CheckReport, CheckResult } from './check-report.ts';
export type { CheckArea, CheckId } from './check-table.ts';
export { pluginInMemory } from './plugin-in-memory.ts';
export { renderReport } from './render-report.ts';
export type { PluginInMemory, ReportLook, TestingOptions } from './testing-contract.ts';
