import { errnoOf, type Host } from '../../platform/index.ts';
import type { Marks } from './launch-record.ts';
import { quoted } from './quoted.ts';

/**
 * Writes the marks of a launch: those that `writeLiveMark` and `markDirty` write, but for the time, which the file
 * of the live mark has itself. The place where a process is known by its number (machine, boot, namespace) is
 * known by what can be read of it. undefined: here it can't be.
 */
export function markingLines(
  host: Host,
  account: string,
  { live, dirty }: Marks,
): readonly string[] | undefined {
  const { boot, machine } = host.processes.self;
  const first = startOf(host, 1);
  const name = textOf(host, '/proc/sys/kernel/hostname')?.trim();
  if (boot === '' || !first || !name || !machine.startsWith(name)) return undefined;
  const start = '{"schemaVersion":1,"pid":';
  const end = `","boot":${JSON.stringify(boot)},"machine":${JSON.stringify(machine)}}`;
  const lines = [
    `__at_began 1 && [ "$__at_ticks" = ${first} ]`,
    `__at_says /proc/sys/kernel/random/boot_id ${quoted(boot)}`,
    `__at_says /proc/sys/kernel/hostname ${quoted(name)}`,
    '__at_began $$',
    `__at_mark=${quoted(start)}$$${quoted(',"startedAt":"')}$__at_ticks${quoted(end)}`,
    `[ -w ${quoted(live)} ] && [ -d ${quoted(live)} ] && [ ! -e ${quoted(live)}/$$ ] && __at_few ${quoted(live)}/*`,
  ];
  if (dirty === null) return [...lines, `printf '%s\\n' "$__at_mark" >|${quoted(live)}/$$`];
  const mine = `${quoted(host.path.join(dirty, account))}`;
  return [
    ...lines,
    `[ -w ${quoted(dirty)} ] && [ -d ${quoted(dirty)} ] && __at_only ${mine} ${quoted(dirty)}/*`,
    // Eight characters, as all of them have.
    `__at_name=0000000$$ && __at_name=\${__at_name#"\${__at_name%????????}"}`,
    `[ ! -e ${mine}.$__at_name ] && printf '%s\\n' "$__at_mark" >|${mine}.$__at_name`,
    `printf '%s\\n' "$__at_mark" >|${quoted(live)}/$$`,
  ];
}

/** In ticks since the boot: what names the namespace that process numbers belong to. */
function startOf(host: Host, pid: number): string | undefined {
  const stat = textOf(host, `/proc/${pid}/stat`);
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks !== undefined && /^\d+$/.test(ticks) ? ticks : undefined;
}

function textOf({ files }: Host, path: string): string | undefined {
  try {
    return files.readFile(path).toString('utf8');
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
