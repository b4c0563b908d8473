import type { Host } from '../../platform/index.ts';
import { posixWord } from '../../process/index.ts';
import { hasOneUptime } from '../store/marked-start.ts';
import { mostMarks } from './check-record.ts';
import type { Marks } from './launch-record.ts';

/**
 * Its time is that of its being mounted: another one after a start of the machine, in another container, on another
 * machine. So it tells whether process numbers still mean what they meant.
 */
export const placeOfProcesses = '/proc';

/**
 * Writes the marks of a launch: what `writeLiveMark` and `markDirty` write, but for the time, which the file of the
 * live mark has itself, and the start of the process (see `withStart`). undefined: nobody could tell whose they are.
 */
export function markingLines(
  host: Host,
  account: string,
  { live, dirty, merged }: Marks,
): readonly string[] | undefined {
  const { boot, machine } = host.processes.self;
  if (boot === '' || !hasOneUptime(host)) return undefined;
  const start = '{"schemaVersion":1,"pid":';
  const end = `,"boot":${JSON.stringify(boot)},"machine":${JSON.stringify(machine)}}`;
  const lines = [
    'read -r __at_line __at_more </proc/uptime',
    `__at_mark=${posixWord(start)}$$${posixWord(',"startedAt":null,"upAt":')}$__at_line${posixWord(end)}`,
    `__at_live=${posixWord(live)}`,
    '[ -w "$__at_live" ] && [ ! -e "$__at_live/$$" ]',
  ];
  const mark = `printf '%s\\n' "$__at_mark"`;
  const marked = `${mark} >|"$__at_live/$$"`;
  if (dirty === null) return [...lines, `__at_quiet() { ${few}; }`, '__at_quiet "$__at_live"/*', marked];
  const known = [account, ...merged].map((id) => `${posixWord(host.path.join(dirty, id))}.*`);
  return [
    ...lines,
    // Each start of an account that shares leaves a mark here, too: where these are few, so are the others.
    `__at_dirty=${posixWord(dirty)}`,
    '[ -w "$__at_dirty" ]',
    `__at_quiet() { ${few} || return; for __at_entry do case $__at_entry in ${known.join(' | ')} | */'*') ;; *) return 1 ;; esac; done; }`,
    '__at_quiet "$__at_dirty"/*',
    // Eight characters, as all of them have.
    `__at_name=0000000$$ && __at_name="$__at_dirty"/${posixWord(account)}.\${__at_name#"\${__at_name%????????}"}`,
    `[ ! -e "$__at_name" ] && ${mark} >|"$__at_name"`,
    marked,
  ];
}

const few = `[ $# -le ${mostMarks} ]`;
