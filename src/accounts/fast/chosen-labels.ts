import { systemLabel } from '../account.ts';
import { everyToolVariable, toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { readAccount } from '../store/account-file.ts';
import { withHome } from '../store/account-store.ts';
import { foldLabel } from '../store/label.ts';
import { readChoices } from './choice-table.ts';

/** Of a tool that somebody chose an account for, here and now: its label. */
export interface ChosenLabel {
  readonly tool: string;
  readonly label: string;
}

/**
 * What the table of choices says of these tools, read in a time that does not grow with accounts or bindings.
 * undefined: it has no answer, or a variable has another one.
 * @throws ToolsError, or what the disk says, where something is out of order
 */
export function chosenLabels(
  ctx: AccountsContext,
  tools: readonly string[],
): readonly ChosenLabel[] | undefined {
  requireOurFolder(ctx);
  const { env } = ctx.host;
  if (env[everyToolVariable] || tools.some((tool) => env[toolVariable(tool)])) return undefined;
  const choices = readChoices(ctx, tools);
  if (!choices) return undefined;
  const chosen: ChosenLabel[] = [];
  for (const [at, choice] of choices.entries()) {
    const tool = tools[at] as string;
    if (choice.by === 'nobody') continue;
    const label = choice.account === systemLabel ? systemLabel : labelOf(ctx, tool, choice.account);
    if (label === undefined || (choice.label !== undefined && foldLabel(label) !== choice.label))
      return undefined;
    chosen.push({ tool, label });
  }
  return chosen;
}

function labelOf(ctx: AccountsContext, tool: string, id: string): string | undefined {
  const account = readAccount(ctx, tool, id);
  return account && withHome(ctx, account).label;
}
