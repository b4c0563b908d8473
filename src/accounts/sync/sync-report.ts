/** What a sync did, and what it could not. Pointers are told, values never. */
export interface SyncReport {
  /** Home paths of files that went to the root, and of those that came from it. */
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  readonly conflicts: readonly SyncConflict[];
  readonly held: readonly HeldValue[];
  readonly damaged: readonly DamagedFile[];
  readonly skipped: readonly SkippedFile[];
}

/** Both sides changed a value: one of the two holds, the other one is kept. */
export interface SyncConflict {
  /** The id of the account, and its label. */
  readonly account: string;
  readonly label: string;
  /** The home path of the file. */
  readonly path: string;
  readonly pointer: string;
  /** Where the losing value lies: a file of ours, or still the home's own. */
  readonly kept: string;
  /** It was not reported before. */
  readonly isNew: boolean;
}

/** A value that stays as it is on both sides, and why. */
export interface HeldValue {
  readonly account: string;
  readonly label: string;
  readonly path: string;
  readonly pointer: string;
  readonly why: string;
  readonly isNew: boolean;
}

/** A file from which nothing was concluded, and which was not touched. */
export interface DamagedFile {
  /** Absolute. */
  readonly path: string;
  readonly offset: number;
  readonly problem: string;
}

/**
 * What the next sync has to do. `busy`: another process of ours is at it; `changing`: it changed under our eyes;
 * `live`, `unknown`: something lives in the home, or may, so that it was only read; `failed`: the disk said no.
 */
export interface SkippedFile {
  readonly label: string;
  /** The home path of the file. */
  readonly path: string;
  readonly why: 'busy' | 'changing' | 'live' | 'unknown' | 'failed';
  /** What went wrong, for `failed`. */
  readonly problem?: string;
}

export const nothingDone: SyncReport = {
  pushed: [],
  pulled: [],
  conflicts: [],
  held: [],
  damaged: [],
  skipped: [],
};

export function joinReports(reports: readonly SyncReport[]): SyncReport {
  const all = <Key extends keyof SyncReport>(key: Key): SyncReport[Key][number][] =>
    reports.flatMap((report) => report[key] as readonly SyncReport[Key][number][]);
  return {
    pushed: [...new Set(all('pushed'))],
    pulled: [...new Set(all('pulled'))],
    conflicts: all('conflicts'),
    held: all('held'),
    damaged: uniqueFiles(all('damaged')),
    skipped: all('skipped'),
  };
}

/** The root's file is looked at for each home. */
function uniqueFiles(files: readonly DamagedFile[]): readonly DamagedFile[] {
  return files.filter(({ path }, nth) => files.findIndex((each) => each.path === path) === nth);
}
