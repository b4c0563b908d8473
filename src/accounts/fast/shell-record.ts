import type { Host } from '../../platform/index.ts';
import { posixWord } from '../../process/index.ts';
import type { LaunchRecord } from './launch-record.ts';
import { absentTest, conditionTests, type Stamped, searchTests } from './shell-conditions.ts';
import { environmentLines } from './shell-environment-lines.ts';
import { markingLines, placeOfProcesses } from './shell-marks.ts';

/** A launch record as lines for a shim: it calls the functions of src/shims/launch-functions.ts. */
export interface ShellRecord {
  readonly text: string;
  readonly stamped: readonly Stamped[];
}

/** By which a shim knows that it can read a record. */
export const shellForm = 2;

/**
 * Every line but the last is a test: whatever does not hold, or can't be told, leaves the start to the program.
 * undefined: a shell can't do exactly what we do.
 * @param stamps the folder for stamps
 * @param ours the files of this program, which a newer release replaces
 */
export function shellRecord(
  host: Host,
  record: LaunchRecord,
  stamps: string,
  ours: readonly string[],
): ShellRecord | undefined {
  const { program, home, kind } = record;
  if (host.platform !== 'linux' || kind === 'key' || !program) return undefined;
  const environment = environmentLines(host, record, program);
  const marking = home.marks ? markingLines(host, record.account, home.marks) : [];
  if (!environment || !marking) return undefined;
  const stamped = [
    ...[...Object.keys(home.same), ...(home.marks ? [placeOfProcesses] : [])].map((file) => ({
      file,
      isProgram: false,
    })),
    ...[...Object.keys(program.same), ...ours].map((file) => ({ file, isProgram: true })),
  ].map((each, index) => ({ ...each, name: `${index}` }));
  const account = stamped.find(({ file }) => file === home.marks?.account);
  if (home.marks && !account) return undefined;
  const tests = [
    `[ "$__at_form" = ${shellForm} ]`,
    `case $__at_label in '' | ${posixWord(record.label)}) ;; *) false ;; esac`,
    requirementTest(record),
    ...environment.tests,
    `__at_stamps=${posixWord(stamps)}`,
    ...conditionTests(
      host,
      home,
      program,
      stamped.filter((each) => each !== account),
    ),
    ...searchTests(program),
    ...marking,
    // Whoever changes the account says so first and looks for marks then; we the other way round.
    ...(home.marks ? [absentTest(home.marks.absent)] : []),
    ...(account
      ? [`__at_same ${posixWord(account.file)} ${account.name} && [ -e "$__at_stamps/${account.name}.lo" ]`]
      : []),
  ];
  const start = [program.file, ...program.args].map(posixWord).join(' ');
  const text = [
    '# Made from launch.json, which lies beside it. It holds while everything in it does.',
    ...tests.map((test) => `${test} || return`),
    ...environment.changes,
    `[ "\${_-}" != "$0" ] || _=${posixWord(program.file)}`,
    `exec ${start} "$@"`,
  ].join('\n');
  return { text: `${text}\n`, stamped };
}

/** Where a shell can't do what we do: nothing is to be made anew for the shims, and the start is left to the quick way. */
export const noShellRecord: ShellRecord = { text: '__at_wish=none\nreturn 1\n', stamped: [] };

/** Of an account that brings what outranks its login nobody can say who it is. */
function requirementTest({ kind, fingerprint, environment }: LaunchRecord): string {
  const isOutranked = environment.outranks.some((name) => Object.hasOwn(environment.brought, name));
  if (kind !== 'login' || fingerprint === null || isOutranked) return '[ -z "$__at_need" ]';
  return `case " $__at_need " in '  ' | *${posixWord(` ${fingerprint} `)}*) ;; *) false ;; esac`;
}
