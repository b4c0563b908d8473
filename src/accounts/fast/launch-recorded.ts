import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { launch } from '../launch/launch.ts';
import { planLaunch, planStart } from '../launch/launch-plan.ts';
import type { LaunchRequest } from '../launch/launch-request.ts';
import { launchedProgram } from '../launch/launched-program.ts';
import { readyAccount } from '../launch/ready-account.ts';
import { environmentOf, type ShellEnvironment } from '../launch/shell-environment.ts';
import { asItIs } from './as-it-is.ts';
import type { Conditions } from './launch-record.ts';
import { recordLaunch } from './record-launch.ts';
import { recordLooks } from './record-looks.ts';
import { renewChoiceTable } from './renew-choice-table.ts';

/**
 * Starts a program under an account and waits for it. What had to be known for that is recorded while it runs, if
 * everything was as it should be, so that the next start of the same kind need not ask.
 * @throws ToolsError as planLaunch and launch
 */
export async function launchRecorded(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  request: LaunchRequest,
): Promise<number> {
  if (!isOrdinary(request)) return launch(ctx, await planLaunch(ctx, tool, chosen, request));
  const [home, search] = [recordLooks(ctx), recordLooks(ctx)];
  const account = await readyAccount(home.ctx, tool, asItIs(home.ctx, chosen));
  const launched = launchedProgram(search.ctx, tool, account, request);
  const plan = await planStart(ctx, tool, account, launched, request);
  const { program } = launched;
  let renewed: Promise<void> | undefined;
  let recorded: Conditions | undefined;
  const code = await launch(ctx, plan, {
    started: () => {
      recorded = recordLaunch(ctx, tool, account, home, program && { ...program, search })?.home;
      renewed = renewChoiceTable(ctx);
    },
    // Not with what is loaded later of the quick way, which would know of it then.
    leave: async (...run) => (await import('./leave-recorded.ts')).leaveAndRecord(...run, recorded),
  });
  await renewed;
  return code;
}

/** The same for a shell that is put into the account's environment. @throws ToolsError as environmentOf */
export async function environmentRecorded(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  options: Parameters<typeof environmentOf>[3] = {},
): Promise<ShellEnvironment> {
  if (options.reveal || options.installation !== undefined) return environmentOf(ctx, tool, chosen, options);
  const home = recordLooks(ctx);
  const account = asItIs(home.ctx, chosen);
  const environment = await environmentOf(home.ctx, tool, account, options);
  recordLaunch(ctx, tool, account, home);
  await renewChoiceTable(ctx);
  return environment;
}

/** What is asked for with an option is asked for once. */
function isOrdinary({ command, keepEnv = [], installation }: LaunchRequest): boolean {
  return command === undefined && keepEnv.length === 0 && installation === undefined;
}
