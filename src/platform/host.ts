import type { PlatformPath } from 'node:path';
import type { FileSystem } from './file-system.ts';
import type { ProcessTable } from './process-table.ts';

/** What is known of this computer and this run, asked once and passed on. Tests make their own. */
export interface Host {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly arch: string;
  /** node:path of that platform. */
  readonly path: PlatformPath;
  /** Absolute: on a real computer reading it throws HOME_UNUSABLE where HOME is empty or relative. */
  readonly homeDir: string;
  /** The login name of the user, as the system knows it. */
  readonly userName: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: on a real computer reading it throws CWD_MISSING where that folder is gone. */
  readonly cwd: string;
  /** How this program was started: what runs it, and its script by its real name. Absent where it has none. */
  readonly program?: { readonly node: string; readonly script: string } | undefined;
  /** Inside the Windows Subsystem for Linux. */
  readonly isWsl: boolean;
  readonly files: FileSystem;
  readonly processes: ProcessTable;
  readonly now: () => Date;
  /** Lower-case letters and digits. */
  readonly randomName: (length: number) => string;
}
