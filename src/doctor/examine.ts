import type { AccountsContext } from '../accounts/index.ts';
import type { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { checkLayout } from '../state/index.ts';
import { attempt, type Check, type Find } from './check.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkAdoptions } from './check-adoptions.ts';
import { checkBindings } from './check-bindings.ts';
import { checkFiles } from './check-files.ts';
import { checkInstallations } from './check-installations.ts';
import { checkJournal } from './check-journal.ts';
import { checkLabels } from './check-labels.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkModes } from './check-modes.ts';
import { checkPrograms, type ExaminedProgram } from './check-programs.ts';
import { checkSharing } from './check-sharing.ts';
import { checkShells } from './check-shells.ts';
import { checkShims } from './check-shims.ts';
import { checkTools } from './check-tools.ts';
import { checkVariables } from './check-variables.ts';
import { type KnownLeaks, knownLeaks } from './known-leaks.ts';

export interface Examination {
  /** What is wrong, each as the error it would be. */
  readonly findings: readonly ToolsError[];
  /** What could be started for each tool, and what was passed over. */
  readonly programs: readonly ExaminedProgram[];
  /** By what accounts of each tool are known to reach beyond their homes. */
  readonly leaks: readonly KnownLeaks[];
}

const checks: readonly Check[] = [
  checkAccounts,
  checkAdoptions,
  checkBindings,
  checkFiles,
  checkInstallations,
  checkJournal,
  checkLabels,
  checkLeftovers,
  checkModes,
  checkSharing,
  checkShells,
  checkShims,
  checkTools,
  checkVariables,
];

/**
 * Looks at everything that can be looked at without a network, and changes nothing. Of programs those of every
 * installation, or of one.
 */
export async function examine(
  ctx: AccountsContext,
  tools: readonly AITool[],
  { installation }: { readonly installation?: string } = {},
): Promise<Examination> {
  const findings: ToolsError[] = [];
  const find: Find = (finding) => {
    if (!findings.some(({ code, message }) => code === finding.code && message === finding.message))
      findings.push(finding);
  };
  // A layout that we don't know must not be read any further.
  if (!(await attempt(find, () => void checkLayout(ctx.host, ctx.paths))))
    return { findings, programs: [], leaks: [] };
  for (const [at, check] of checks.entries()) {
    ctx.progress?.(at / checks.length, 'looking');
    await attempt(find, () => check(ctx, tools, find));
  }
  ctx.progress?.(undefined, 'looking at programs');
  const programs: ExaminedProgram[] = [];
  await attempt(
    find,
    async () => void programs.push(...(await checkPrograms(ctx, tools, find, installation))),
  );
  return { findings, programs, leaks: knownLeaks(ctx, tools, programs) };
}
