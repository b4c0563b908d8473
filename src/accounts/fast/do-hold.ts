import type { Host } from '../../platform/index.ts';
import type { Conditions } from './launch-record.ts';
import { doLie, recordedLooks } from './recorded-look.ts';

/** Whether everything lies as it lay. @throws what the disk says of something that can't be looked at */
export function doHold({ files }: Pick<Host, 'files'>, conditions: Conditions): boolean {
  return doLie(files, recordedLooks(conditions));
}
