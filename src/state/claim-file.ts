import { errnoOf, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { confirmEntry, removeTemporary, temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/**
 * Makes a file that must not be there yet; whoever reads it sees all of it. False when the name is taken, by
 * whatever. Where the disk refuses hard links, a reader may for a moment see it empty.
 * @throws ToolsError WRITE_FAILED: not claimed. WRITE_UNSURE: claimed, but the disk did not confirm it.
 */
export function claimFile(host: Host, file: string, data: string | Uint8Array): boolean {
  const temporary = temporaryOf(host, file);
  try {
    host.files.writeNew(temporary, data, 0o600);
  } catch (error) {
    throw writeFailed(file, error);
  }
  let claimed: boolean;
  try {
    claimed = linkOrCreate(host, temporary, file, data);
  } finally {
    removeTemporary(host, temporary);
  }
  if (claimed) confirmEntry(host, file);
  return claimed;
}

function linkOrCreate(host: Host, temporary: string, file: string, data: string | Uint8Array): boolean {
  try {
    host.files.link(temporary, file);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    causeOf(error);
  }
  try {
    host.files.writeNew(file, data, 0o600);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw writeFailed(file, error);
  }
}
