import type { AITool } from '../../registry/index.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence } from './shown.ts';

/** How far a home keeps an account to itself, and whether the descriptor says why not further. */
export function checkIsolation(
  { book }: DescriptorContext,
  { id, relocation, configDirEnvVar }: AITool,
): void {
  const warn = (what: string) => book.warn('descriptor/isolation', safeSentence(`${id}: ${what}`));
  if (relocation === undefined) {
    if (configDirEnvVar) warn(`${configDirEnvVar} is taken at its word: nothing says what lies elsewhere`);
    else warn('no variable gives it another directory, so it can have no accounts');
  } else {
    const { isolation, reason, leaks = [] } = relocation;
    if (isolation === 'partial' && !reason) warn('isolation is partial, and no reason says why');
    if (isolation === 'complete' && leaks.some(({ effect }) => effect === 'identity'))
      warn('isolation is said to be complete, and a leak tells who somebody is');
  }
  book.pass('descriptor/isolation');
}
