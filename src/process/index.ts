export { type ChildEnvironment, childEnvironment, type EnvironmentInput } from './child-environment.ts';
export { damagedArguments } from './damaged-arguments.ts';
export { endBySignal, stopJob } from './end-self.ts';
export { isSetByUs, markerVariable, shimVariable, shimWishes, valueOutside } from './environment-marks.ts';
export { nameSet } from './environment-table.ts';
export type { TerminalSignals } from './foreground-signals.ts';
export { hideUsers } from './hide-users.ts';
export { runCaptured, runForeground, startPiped } from './loaded-later.ts';
export { type NativeFile, nativeProgram } from './native-program.ts';
export { onSignals } from './on-signals.ts';
export { readVariable } from './read-variable.ts';
export { canReplaceProcess, replaceProcess } from './replace-process.ts';
export type { Captured, CapturedStart, CaptureLimits } from './run-captured.ts';
export type { ForegroundOptions } from './run-foreground.ts';
export {
  firstProgram,
  foldersOnPath,
  type Program,
  type ProgramQuery,
  type ProgramSearch,
  type RejectedProgram,
  type RejectionReason,
  searchProgram,
  shimMarker,
} from './search-program.ts';
export { posixWord, type ShellChange, shellLines, shellWord } from './shell-lines.ts';
export { type Shell, shells } from './shells.ts';
export type { PipedEnd, PipedLimits, PipedListener, PipedProgram } from './start-piped.ts';
export type { ProgramStart } from './start-program.ts';
export { filesToStart } from './startable.ts';
export { type StartCommand, windowsCommand } from './windows-command.ts';
