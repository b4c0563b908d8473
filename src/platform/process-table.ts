/** Who a process is, so that a pid used again is not taken for it. */
export interface ProcessMark {
  readonly pid: number;
  /** In the system's own units and words; null where it can't be told. */
  readonly startedAt: string | null;
  /** Names this boot of the machine. */
  readonly boot: string;
  /** Names the machine (and, on Linux, the pid namespace). */
  readonly machine: string;
}

export interface ProcessTable {
  readonly self: ProcessMark;
  /** The mark of a running process, or undefined if there is none. */
  markOf(pid: number): ProcessMark | undefined;
  /** When a running process was started, to about a tenth of a second; undefined where it can't be told. */
  startTimeOf(pid: number): Date | undefined;
  /** `unknown`: another machine or container, or a pid whose start can't be told. */
  stateOf(mark: ProcessMark): 'alive' | 'dead' | 'unknown';
  /**
   * The text stands in the environment that the process was started with. undefined where it can't be told, as of
   * a program that is only just being started.
   */
  knows(pid: number, text: string): boolean | undefined;
  /**
   * The processes, but this one and those that it comes from, in whose starting environment the text stands.
   * undefined where it can't be told.
   */
  knowing(text: string): readonly KnowingProcess[] | undefined;
  /** The process that started this one; undefined where it can't be told. */
  parent(): ProcessMark | undefined;
  /** Those who run a program, or a script, that lies below the folder; undefined where it can't be told. */
  runningFrom(folder: string): readonly number[] | undefined;
  /** Asks a process to end (SIGTERM); one that is gone or not ours is let be. */
  end(pid: number): void;
}

export interface KnowingProcess {
  readonly pid: number;
  /** Its program's name and first arguments. */
  readonly argv: readonly string[];
}
