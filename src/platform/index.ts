export { type AppPaths, appPaths, type FolderPaths, layoutName, pathsIn } from './app-paths.ts';
export { below } from './below.ts';
export { checksum } from './checksum.ts';
export { directOutput } from './direct-output.ts';
export { errnoOf } from './errno.ts';
export { expandHome } from './expand-home.ts';
export { type FileSystem, type Stats, writingSteps } from './file-system.ts';
export type { Host } from './host.ts';
export { isInside } from './is-inside.ts';
export { isRecord } from './is-record.ts';
export { columnsOfStdout, isTerminal } from './is-terminal.ts';
export { loadLater } from './load-later.ts';
export { nodeEnvironment } from './node-environment.ts';
export { nodeFileSystem } from './node-file-system.ts';
export { type Guest, type Guests, heedGuests } from './node-guests.ts';
export { heedHangUp } from './node-hang-up.ts';
export { nodeHost } from './node-host.ts';
export type { Looks } from './node-looks.ts';
export { machineHere, machineOf } from './node-process-marks.ts';
export { processTable } from './node-process-table.ts';
export { type QuickFiles, type QuickHost, quickHost } from './node-quick-host.ts';
export { sha256 } from './node-sha256.ts';
export { signalNumber } from './node-signal-number.ts';
export { keepFileSizeErrors } from './node-signals.ts';
export { nodeVersion } from './node-version.ts';
export { folderVariable, type OurFolder, ourFolder, plainFolder } from './our-folder.ts';
export type { KnowingProcess, ProcessMark, ProcessTable } from './process-table.ts';
export { temporaryFolder } from './temporary-folder.ts';
export {
  environmentToSearch,
  noteProgram,
  noteSecret,
  type WatchedFacts,
  watchFacts,
} from './watch-facts.ts';
export { type Look, unwatched, type Watched, watchLooks } from './watch-looks.ts';
export { withEnvironment } from './with-environment.ts';
export { withoutWrites } from './without-writes.ts';
export { writePatiently } from './write-patiently.ts';
