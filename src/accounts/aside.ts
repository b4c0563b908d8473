import { unwatched } from '../platform/index.ts';
import type { AccountsContext } from './context.ts';

/**
 * For looks at the disk, and changes of it, on which no later launch relies: what they find decides nothing about the
 * launch, or is a condition of its own in what is recorded of it. Whoever uses this says which.
 */
export function aside(ctx: AccountsContext): AccountsContext {
  return { ...ctx, host: unwatched(ctx.host) };
}
