import type { AccountsContext } from '../../src/accounts/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { quickFiles, type SharingLab, sharingLab } from './sharing/sharing-lab.ts';

/** How many steps there are depends on the clock of the disk: the first life that dies of none was the last. */
export async function dieAtEachStep<Given>(
  before: (lab: SharingLab) => Promise<Given>,
  change: (ctx: AccountsContext, given: Given) => Promise<unknown>,
  after: (ctx: AccountsContext, given: Given, lab: SharingLab) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step += 1) {
    const lab = sharingLab();
    const given = await before(lab);
    const faulty = faultyFiles(quickFiles);
    // Half a file is what its temporary name holds: each way of dying in turn.
    faulty.dieAt(step, (['before', 'after', 'half'] as const)[step % 3] ?? 'after');
    const victim = lab.process({ files: faulty.files });
    const ended = await change(victim, given).catch((error: unknown) => error);
    if (!(ended instanceof Died)) return step - 1;
    lab.end(victim);
    try {
      await after(lab.process(), given, lab);
    } catch (error) {
      throw new Error(`ended at step ${step}: ${faulty.steps.at(-1)}`, { cause: error });
    }
  }
}
