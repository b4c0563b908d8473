import { folderVariable, type Host } from '../../platform/index.ts';
import { filesToStart, markerVariable, shellLines, shells } from '../../process/index.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { depthOf, depthVariable } from '../launch/launch-depth.ts';
import { environmentForShell } from '../launch/shell-environment.ts';
import type { Conditions, LaunchRecord, Marks, RecordedProgram } from './launch-record.ts';
import type { PlainEnvironment, QuickMarks, QuickProgram, QuickRecord } from './quick-record.ts';
import { type RecordedLook, recordedLooks, sameLook } from './recorded-look.ts';

/** A launch record as it is written down. @param layout where the layout of our folder stands, which is in `same` */
export function quickRecordOf(host: Host, layout: string, record: LaunchRecord): QuickRecord {
  const { by, tool, account, label, kind, isSharing, fingerprint, environment, shell, home, program } =
    record;
  const there = thereLooks(home, [layout, ...(home.marks ? [home.marks.account] : [])]);
  return {
    by,
    tool,
    account,
    label,
    kind,
    isSharing,
    fingerprint,
    hasVariable: shell.variable !== null,
    there,
    looks: without(recordedLooks(home), there),
    absentAbove: home.absentAbove,
    notIn: home.notIn,
    variables: home.variables,
    marks: home.marks && quickMarks(home.marks, home.same),
    plain: plainEnvironment(host, record),
    secrets: ` ${[...new Set([...environment.secrets, ...environment.outranks, ...shell.leave])].join(' ')} `,
    program: program && quickProgram(host, program),
  };
}

/** All but what files hold; of that no more than who the account is. */
function thereLooks(home: Conditions, heeded: readonly string[]): readonly RecordedLook[] {
  const same = Object.entries(home.same).filter(([path]) => heeded.includes(path));
  return recordedLooks({ ...home, same: Object.fromEntries(same) });
}

function without(looks: readonly RecordedLook[], others: readonly RecordedLook[]): readonly RecordedLook[] {
  const known = new Set(others.map((look) => JSON.stringify(look)));
  return looks.filter((look) => !known.has(JSON.stringify(look)));
}

function quickMarks({ live, dirty, merged, absent, account }: Marks, same: Conditions['same']): QuickMarks {
  const again = [
    ...absent.map((path): RecordedLook => ['absent', path]),
    sameLook(account, same[account] ?? ''),
  ];
  return { live, dirty, merged, again };
}

function quickProgram(host: Host, program: RecordedProgram): QuickProgram {
  const { hit, names, knownPaths, file, args, isManaged } = program;
  const starts = filesToStart(host, file) ?? [];
  return {
    hit,
    names,
    knownPaths,
    file,
    args,
    isManaged,
    looks: recordedLooks(program),
    starts: starts.every((each) => Object.hasOwn(program.same, each)) ? starts : [],
    isShown: /^[ -~]+$/.test(file) && !file.includes('//'),
  };
}

/** null: some of it depends on more than names that are not set, or is not to be written down. */
function plainEnvironment(
  { platform, path }: Host,
  { environment, shell, label, kind, home, program }: LaunchRecord,
): PlainEnvironment | null {
  // Where a name has several spellings, a look for one tells nothing of the others.
  if (platform === 'win32' || kind === 'key') return null;
  // Of an account in which we run no more is known here than what it says of the user's home.
  if (Object.hasOwn(home.variables, markerVariable)) return null;
  const base = Object.fromEntries(Object.entries(home.variables).filter(([, value]) => value !== null));
  const bare = { platform, path, env: base as Record<string, string> };
  const change = environmentForShell(bare, environment, shell, label);
  const child =
    program &&
    launchEnvironment(bare, environment, {
      more: { [depthVariable]: depthOf(program.file) },
      isManaged: program.isManaged,
    });
  if (child && Object.keys(base).some((name) => child.env[name] === undefined)) return null;
  const { own, borrowed, sessionMarkers, outranks } = environment;
  const counting = [
    markerVariable,
    depthVariable,
    folderVariable,
    ...own,
    ...borrowed,
    ...sessionMarkers,
    ...outranks,
  ];
  const all = new Set([...counting, ...Object.keys(change.set), ...Object.keys(child?.set ?? {})]);
  const unset = [...all].filter((name) => !Object.hasOwn(home.variables, name));
  const lines = shells.flatMap((each) => linesOrNone(each, change));
  const texts = [...new Set(lines.map(([, text]) => text))];
  return {
    shells: Object.fromEntries(lines.map(([each, text]) => [each, texts.indexOf(text)])),
    texts,
    given: child === null ? null : child.set,
    unset,
  };
}

/** None: some name or value can't be said in that shell, and the program says so. */
function linesOrNone(
  shell: (typeof shells)[number],
  change: Parameters<typeof shellLines>[1],
): readonly (readonly [string, string])[] {
  try {
    return [[shell, shellLines(shell, change)]];
  } catch {
    return [];
  }
}
