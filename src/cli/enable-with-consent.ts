import { enablePlugin, isInUse, type PluginEntry, planEnable } from '../plugins/index.ts';
import { broughtBy } from './brought-by.ts';
import type { CliContext } from './cli-context.ts';
import { lacksSettings } from './plugin-config.ts';
import { broughtLines, nameOf, planLines } from './plugin-words.ts';
import { canAsk, consent } from './prompt.ts';

export interface Enabling {
  readonly yes: boolean;
  /** The words of the command, for hints. */
  readonly command: string;
}

/** Shows what a plugin asks for, asks where nobody agreed to it yet, enables it and says what it brings. */
export async function enableWithConsent(
  context: CliContext,
  id: string,
  { yes, command }: Enabling,
): Promise<PluginEntry> {
  const { report, progress } = context;
  const plan = await progress.during(`looking at ${id}`, () => planEnable(context.plugins(), id));
  const { entry, isNew, why } = plan;
  const isAgreed = !isNew && why === undefined;
  if (entry.state === 'enabled' && isAgreed && isInUse(context.plugins(), entry)) {
    report.tell(`${entry.id} is enabled already`);
    return entry;
  }
  const lines = planLines(plan);
  if (!isAgreed) {
    if (yes || !canAsk(context)) for (const line of lines) report.tell(line);
    await consent(context, { yes, question: [...lines, `Enable ${entry.id}?`], command });
  }
  const enabled = await progress.during(`enabling ${entry.id}`, () =>
    enablePlugin(context.plugins(), entry.id, plan),
  );
  report.tell(`enabled ${nameOf(enabled)}`);
  const brought = await broughtBy(context, enabled);
  for (const line of brought ? broughtLines(brought) : []) report.tell(`  ${line}`);
  if (lacksSettings(context, enabled))
    report.tell(`it needs to be set up: tools plugin config ${enabled.id}`);
  const [tool] = brought?.descriptors ?? [];
  if (tool) report.tell(`next: tools login ${tool.id} -a LABEL`);
  return enabled;
}
