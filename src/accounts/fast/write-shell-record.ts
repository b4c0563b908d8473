import { errnoOf, type Host } from '../../platform/index.ts';
import { discardFolder, namesIn, removeTree, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { quietly } from '../store/with-journal.ts';
import { type LaunchRecord, recordFolder } from './launch-record.ts';
import { noShellRecord, type ShellRecord, shellRecord } from './shell-record.ts';
import { isInWholeSeconds, writeStampPair } from './stamp-pair.ts';

/**
 * Puts what was just recorded of a launch beside it once more, for the shims: launch.sh, and the stamps that it
 * names. `isStill`: whether all that the record says holds now, asked once the stamps are there. Where it can't be
 * written there is none, and the shims ask us.
 */
export function writeShellRecord(
  { host, paths }: Pick<AccountsContext, 'host' | 'paths'>,
  record: LaunchRecord,
  isStill: () => boolean,
): void {
  const folder = recordFolder({ host, paths }, record.tool, record.account);
  const file = host.path.join(folder, 'launch.sh');
  const name = `stamps-${host.randomName(8)}`;
  const stamps = host.path.join(folder, name);
  quietly(() => {
    const others = namesIn(host, folder).filter((each) => each.includes('stamps-'));
    const made = shellRecord(host, record, stamps, host.program ? [host.program.script] : []);
    // What an archive brought, as a plugin, keeps its time: to make this anew at each start would help nobody.
    const isPossible = made?.stamped.every(
      ({ file, isProgram }) => isProgram || !isInWholeSeconds(host, file),
    );
    const shell = made && isPossible ? made : noShellRecord;
    const isMade = stampAll(host, stamps, shell.stamped) && isStill();
    // Flushed: half of it would be no script.
    if (isMade) writeAtomic(host, file, shell.text);
    else for (const path of [file, stamps]) removeTree(host, path);
    for (const other of others) discardFolder(host, host.path.join(folder, other));
  });
}

function stampAll(host: Host, folder: string, stamped: ShellRecord['stamped']): boolean {
  try {
    host.files.mkdir(folder, 0o700);
    return stamped.every(({ file, name, isProgram }) =>
      writeStampPair(host, file, host.path.join(folder, name), { mayBeWhole: isProgram }),
    );
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
