import { defaultInstallation, installTool, planInstall } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import { startProgress } from './progress.ts';
import { consent } from './prompt.ts';

export interface InstallRequest {
  readonly yes: boolean;
  /** No bar, no news. */
  readonly quiet: boolean;
  /** The words of the command, for hints. */
  readonly command: string;
  readonly version?: string;
  /** The installation. Default: `default`. */
  readonly name?: string;
}

/** Shows what an install would do, asks, does it. */
export async function installWithConsent(context: CliContext, tool: AITool, request: InstallRequest) {
  const state = context.state();
  const bar = startProgress(context, request.quiet);
  bar.show(undefined, `looking up ${tool.displayName}`);
  const plan = await planInstall(state, tool, installOptions(request)).finally(bar.end);
  for (const line of planLines(plan)) context.report.tell(line);
  await consent(context, {
    yes: request.yes,
    question: `Install ${plan.package} ${plan.version}?`,
    command: request.command,
  });
  const installing = startProgress(context, request.quiet);
  await installTool(state, tool, plan, { progress: installing.show }).finally(installing.end);
  context.report.tell(`installed ${plan.package} ${plan.version}`);
  return plan;
}

function installOptions({ version, name }: InstallRequest) {
  return { ...(version === undefined ? {} : { version }), name: name ?? defaultInstallation };
}

export function planLines(plan: {
  readonly package: string;
  readonly version: string;
  readonly bytes?: number;
  readonly folder: string;
}) {
  const size = plan.bytes === undefined ? '' : `, ${(plan.bytes / 1_000_000).toFixed(1)} MB`;
  return [`plan: npm package ${plan.package} ${plan.version}${size}`, `into: ${plan.folder}`];
}
