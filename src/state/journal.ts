import type { AppPaths, Host } from '../platform/index.ts';
import { ensureFolder } from './ensure-folder.ts';
import { sweepExpired } from './sweep-expired.ts';
import { timeName } from './time-name.ts';
import { writeAtomic } from './write-atomic.ts';

/** One change of ours. Never who somebody is, and never a secret. */
export interface JournalEntry {
  /** The words of the command, `account add`. */
  readonly verb: string;
  readonly tool: string | null;
  /** The id of the account, not its label. */
  readonly account: string | null;
  /** What is changed, with all that undoing it needs: paths of ours, former values. */
  readonly what: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Notes a change before it begins, as journal/<time>-<random>.json; `done` notes that it took effect. An entry
 * that was never done tells of a change that was cut off.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE (both functions)
 */
export function writeJournal(host: Host, paths: AppPaths, entry: JournalEntry): { done(): void } {
  ensureFolder(host, paths.journal);
  const file = host.path.join(paths.journal, `${timeName(host)}.json`);
  const { verb, tool, account, what } = entry;
  const begun = { schemaVersion: 1, at: host.now().toISOString(), verb, tool, account, what };
  const write = (doneAt: string | null) =>
    writeAtomic(host, file, `${JSON.stringify({ ...begun, doneAt }, null, 2)}\n`);
  write(null);
  return { done: () => write(host.now().toISOString()) };
}

/** Ends entries older than 30 days. @returns those that could not be removed */
export function sweepJournal(host: Host, paths: AppPaths): readonly string[] {
  return sweepExpired(host, paths.journal);
}
