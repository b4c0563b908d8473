import {
  defaultInstallation,
  type InstallPlan,
  installTool,
  planInstall,
  type RootWish,
} from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import { consent } from './prompt.ts';
import { sizeInWords } from './sizes.ts';
import { wayBackProblem } from './version-change.ts';

export interface Consenting {
  readonly yes: boolean;
  /** The words of the command, for hints. */
  readonly command: string;
}

export interface InstallRequest extends Consenting {
  readonly version?: string;
  /** The installation. Default: `default`. */
  readonly name?: string;
  readonly root?: RootWish;
}

/** Shows what an install would do, asks, does it. */
export async function installWithConsent(context: CliContext, tool: AITool, request: InstallRequest) {
  const { version, name = defaultInstallation, root } = request;
  const wanted = { name, ...(version === undefined ? {} : { version }), ...(root && { root }) };
  const plan = await context.progress.during(`looking up ${tool.displayName}`, () =>
    planInstall(context.state(), tool, wanted),
  );
  return carryOut(context, tool, plan, request);
}

/** Shows a plan, asks, does it. */
export async function carryOut(
  context: CliContext,
  tool: AITool,
  plan: InstallPlan,
  { yes, command }: Consenting,
): Promise<InstallPlan> {
  for (const line of planLines(tool, plan)) context.report.tell(line);
  await consent(context, { yes, question: questionOf(tool, plan), command });
  const { progress } = context;
  await progress.during(`installing ${plan.package} ${plan.version}`, () =>
    installTool(context.state(), tool, plan, { progress: progress.note }),
  );
  context.report.tell(`installed ${plan.package} ${plan.version}`);
  return plan;
}

export function planLines(tool: AITool, plan: InstallPlan): readonly string[] {
  const size = plan.bytes === undefined ? '' : `, ${sizeInWords(plan.bytes)}`;
  const { name, root, rootBecause } = plan;
  const isPlain = name === defaultInstallation && root === defaultInstallation;
  const problem = wayBackProblem(tool, plan);
  return [
    `plan: npm package ${plan.package} ${plan.version}${size}`,
    `into: ${plan.folder}`,
    ...(isPlain
      ? []
      : [`installation: ${name}, on the root "${root}"${rootBecause ? ` (${rootBecause})` : ''}`]),
    ...(plan.before === undefined ? [] : [`before: ${plan.before}`]),
    ...(problem === undefined ? [] : [problem]),
  ];
}

function questionOf(tool: AITool, plan: InstallPlan): string {
  const question = `Install ${plan.package} ${plan.version}`;
  return wayBackProblem(tool, plan) === undefined ? `${question}?` : `${question} all the same?`;
}
