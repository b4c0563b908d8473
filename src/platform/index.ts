export { type AppPaths, appPaths } from './app-paths.ts';
export { type FileSystem, type Stats, writingSteps } from './file-system.ts';
export type { Host } from './host.ts';
export type { ProcessMark, ProcessTable } from './process-table.ts';
