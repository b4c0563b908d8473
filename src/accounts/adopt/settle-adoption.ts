import { ToolsError } from '../../errors/index.ts';
import { loadLater } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import { readAdoption } from './adoption.ts';

/** What became of one that was cut off. `left`: it is as it was. */
export type Settled = 'nothing' | 'adopted' | 'undone' | 'left';

/**
 * Finishes an adoption, or its undoing, that was cut off; where that can't be done now it says so, and nobody is
 * held up. Costs a look at what roots there are where nothing was cut off.
 */
export async function settleAdoption(ctx: AccountsContext, tool: AITool): Promise<Settled> {
  try {
    const found = readAdoption(ctx, tool);
    return !found || found.phase === 'adopted' ? 'nothing' : await finishCutOff(ctx, tool);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    // Whoever is at it now will finish it.
    if (error.code !== 'BUSY') ctx.tell(notices.adoptionCutOff({ tool: tool.id, why: error.message }));
    return 'left';
  }
}

/** Every launch looks, hardly one of them finds anything. */
const finishCutOff = loadLater(async () => (await import('./adopt.ts')).finishCutOff);
