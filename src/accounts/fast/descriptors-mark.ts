import { checksum } from '../../platform/index.ts';
import type { AccountsContext } from '../context.ts';

/** Tells the descriptors that are known from others. */
export function descriptorsMark({ registry }: Pick<AccountsContext, 'registry'>): string {
  return checksum(JSON.stringify(registry.all()));
}
