import type { CheckReport } from './plugins/check/check-report.ts';
import type { PluginInMemory, ReportLook, TestingOptions } from './plugins/check/testing-contract.ts';
import type { ServeStreams } from './plugins/serve/serve-handlers.ts';

/**
 * The door `./testing` as its types say it: what it does is bundled with all that it needs, and publishes no types of
 * its own. For authors of plugins, in whatever runs their tests.
 */
export type { CheckOutcome, CheckReport, CheckResult } from './plugins/check/check-report.ts';
export type { CheckArea, CheckId } from './plugins/check/check-table.ts';
export type { PluginInMemory, ReportLook, TestingOptions } from './plugins/check/testing-contract.ts';
export type { ServeStreams } from './plugins/serve/serve-handlers.ts';

/**
 * Looks whether a plugin keeps the rules: the folder of a package, or a program that speaks the wire. Its code runs in
 * processes of its own, whose home is made for this and gone afterwards. The same as `tools plugin check`.
 */
export declare const checkPlugin: (reference: string, options?: TestingOptions) => Promise<CheckReport>;

/** A report for people, line by line. */
export declare const renderReport: (report: CheckReport, look?: ReportLook) => readonly string[];

/**
 * A plugin made by `serveTool`, without a program: `serve` is given its end of the wire, as in
 * `pluginInMemory((streams) => serveTool(descriptor, handlers, streams))`.
 */
export declare const pluginInMemory: (serve: (streams: ServeStreams) => Promise<void>) => PluginInMemory;
