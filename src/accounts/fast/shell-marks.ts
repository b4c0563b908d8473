import type { Host } from '../../platform/index.ts';
import { posixWord } from '../../process/index.ts';
import { hasOneUptime } from '../store/marked-start.ts';
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
    `[ -w ${posixWord(live)} ] && [ ! -e ${posixWord(live)}/$$ ] && __at_few ${posixWord(live)}/*`,
  ];
  const mark = `printf '%s\\n' "$__at_mark"`;
  if (dirty === null) return [...lines, `${mark} >|${posixWord(live)}/$$`];
  const mine = posixWord(host.path.join(dirty, account));
  const known = [account, ...merged].map((id) => `${posixWord(host.path.join(dirty, id))}.*`);
  return [
    ...lines,
    `[ -w ${posixWord(dirty)} ] && __at_few ${posixWord(dirty)}/*`,
    `for __at_entry in ${posixWord(dirty)}/*; do case $__at_entry in ${known.join(' | ')} | */'*') ;; *) return 1 ;; esac; done`,
    // Eight characters, as all of them have.
    `__at_name=0000000$$ && __at_name=\${__at_name#"\${__at_name%????????}"}`,
    `[ ! -e ${mine}.$__at_name ] && ${mark} >|${mine}.$__at_name`,
    `${mark} >|${posixWord(live)}/$$`,
  ];
}
