import { ToolsError } from '../../errors/index.ts';
import { errnoOf, withoutWrites } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { launchedProgram } from '../launch/launched-program.ts';
import { readyAccount } from '../launch/ready-account.ts';
import { asItIs } from './as-it-is.ts';
import { recordLaunch } from './record-launch.ts';
import { recordLooks } from './record-looks.ts';
import { tick } from './stamp-pair.ts';

/**
 * Records what a start would find now that the run is over and what it changed is in the root: a tool that rewrites a
 * file of its home at each start would never find that as it lay before. Whatever a start would have to do, or to say,
 * is left to the next one: nothing is changed here, nothing told, and then nothing recorded either.
 */
export async function recordLeft(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<void> {
  const still = { ...ctx, host: withoutWrites(ctx.host), tell: () => {} };
  // What was written by now is older than a tick of the clock, so that the next change shows.
  await new Promise((done) => setTimeout(done, tick + 1));
  const [home, search] = [recordLooks(still), recordLooks(still)];
  try {
    const now = await readyAccount(home.ctx, tool, asItIs(home.ctx, account), { isLook: true });
    const { program } = launchedProgram(search.ctx, tool, now, {});
    recordLaunch(ctx, tool, now, home, program && { ...program, search });
  } catch (error) {
    if (!(error instanceof ToolsError) && errnoOf(error) === undefined) throw error;
  }
}
