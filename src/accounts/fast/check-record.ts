import { firstProgram } from '../../process/index.ts';
import { namesIn } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { ancestorsOf } from '../home/templates.ts';
import { doHold } from './do-hold.ts';
import type { HomeConditions, LaunchRecord, Marks, RecordedProgram } from './launch-record.ts';

/** More marks than a launch wants to wade through: the slow way takes away those of the dead. */
export const mostMarks = 64;

/**
 * Whether the account can be used here and now as it was when that was recorded: nothing has to be asked, mended or
 * merged. @throws what the disk says of something that can't be looked at
 */
export function isHomeReady({ host }: AccountsContext, { home, account }: LaunchRecord): boolean {
  return (
    Object.entries(home.variables).every(([name, value]) => (host.env[name] ?? null) === value) &&
    isHarmless(host, home) &&
    doHold(host, home) &&
    (home.marks === null || isQuiet(host, home.marks, account))
  );
}

/** Whether the account is there as it was, whatever became of what a launch would look at beside that. */
export function isThere({ host }: AccountsContext, { home }: LaunchRecord): boolean {
  const { marks, same } = home;
  const account = marks ? { [marks.account]: same[marks.account] ?? '' } : {};
  return doHold(host, { ...home, same: account });
}

/** Whether the program is the one that a search would find, and as it was. @throws as isHomeReady */
export function isProgramReady({ host, paths }: AccountsContext, program: RecordedProgram): boolean {
  const { hit, names, knownPaths } = program;
  return (
    doHold(host, program) &&
    (hit === null || firstProgram(host, { names, knownPaths, shims: paths.shims })?.path === hit)
  );
}

/** Nobody began to change the account before our marks were there. @throws as isHomeReady */
export function isStillThere({ host }: AccountsContext, { home }: LaunchRecord, marks: Marks): boolean {
  const { absent, account } = marks;
  const nothing = { directories: [], files: [], directoryLinks: {}, fileLinks: {}, real: {} };
  return doHold(host, { ...nothing, absent, same: { [account]: home.same[account] ?? '' } });
}

function isHarmless(host: AccountsContext['host'], { absentAbove, notIn }: HomeConditions): boolean {
  if (absentAbove.length === 0 && notIn.length === 0) return true;
  const { files, path, cwd } = host;
  const here = files.stat(cwd);
  return (
    notIn.every((directory) => {
      const other = files.stat(directory);
      return other === undefined || other.ino !== here?.ino || other.dev !== here.dev;
    }) &&
    ancestorsOf(host, cwd).every((directory) =>
      absentAbove.every((name) => files.lstat(path.join(directory, name)) === undefined),
    )
  );
}

/** No other home of the root may hold something that is not there yet, and not too much is left to clear away. */
function isQuiet(host: AccountsContext['host'], { live, dirty, merged }: Marks, account: string): boolean {
  const marks = dirty === null ? [] : namesIn(host, dirty);
  const known = [account, ...merged];
  return (
    marks.every((name) => name.startsWith('.') || known.some((id) => name.startsWith(`${id}.`))) &&
    marks.length + namesIn(host, live).length <= mostMarks
  );
}
