import { removeInstallation, requireRemovable, rootStateOf } from '../accounts/index.ts';
import { defaultInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import type { Consenting } from './install-with-consent.ts';
import { consent } from './prompt.ts';
import { amountInWords, filesInWords } from './sizes.ts';

/** What would be removed, in words, one line each. @throws ToolsError as requireRemovable */
export function removalLines(context: CliContext, tool: AITool, name: string): readonly string[] {
  const state = context.state();
  requireRemovable(state, tool, name);
  const { files, bytes } = rootStateOf(state, tool, name);
  return [
    `${tool.id}@${name}: ${state.paths.installationFolder(tool.id, name)} goes to the trash`,
    ...(files === 0
      ? []
      : [`with it what accounts have accumulated in its root: ${amountInWords({ files, bytes })}`]),
    ...(name === defaultInstallation ? [`${name} is then whatever PATH has, with an empty root`] : []),
  ];
}

/** Says what goes, asks, and asks once more where accumulated state goes with it. */
export async function removeWithConsent(
  context: CliContext,
  tool: AITool,
  name: string,
  { yes, command }: Consenting,
): Promise<object> {
  const lines = removalLines(context, tool, name);
  for (const line of lines) context.report.tell(line);
  await consent(context, { yes, question: `Remove ${tool.id}@${name}?`, command });
  const state = context.state();
  const { files } = rootStateOf(state, tool, name);
  if (files > 0)
    await consent(context, { yes, question: `The ${filesInWords(files)} of its root, too?`, command });
  const removed = await context.progress.during(`removing ${tool.id}@${name}`, () =>
    removeInstallation(state, tool, name, { withState: true }),
  );
  context.report.tell(`removed ${tool.id}@${name}; for 30 days it lies in ${removed.trash}`);
  return removed;
}
