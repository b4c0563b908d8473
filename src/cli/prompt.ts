import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';

type Asking = Pick<CliContext, 'stdin' | 'stderr' | 'host' | 'report'>;

/** A person is there to answer: stdin and stderr are terminals and this is no CI run. */
export function canAsk({ stdin, stderr, host }: Asking): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !host.env.CI;
}

/** Yes or no, no being the answer of Enter. @throws ToolsError CANCELLED */
export async function askConfirm(context: Asking, question: string, command: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return answered(
    await confirm({ ...streams(context), message: context.report.clean(question), initialValue: false }),
    command,
  );
}

/** One line of text. @throws ToolsError CANCELLED */
export async function askText(context: Asking, question: string, command: string): Promise<string> {
  const { text } = await import('@clack/prompts');
  return answered(
    await text({ ...streams(context), message: context.report.clean(question) }),
    command,
  ).trim();
}

/** One line that isn't shown. @throws ToolsError CANCELLED */
export async function askHidden(context: Asking, question: string, command: string): Promise<string> {
  const { password } = await import('@clack/prompts');
  return answered(await password({ ...streams(context), message: context.report.clean(question) }), command);
}

/** The consent of a person, or of --yes. Without either: which option is missing. */
export async function consent(
  context: Asking,
  asked: { readonly yes: boolean; readonly question: string; readonly command: string },
): Promise<void> {
  if (asked.yes) return;
  if (!canAsk(context)) throw new ToolsError('OPTION_NEEDED', { option: '--yes', command: asked.command });
  if (!(await askConfirm(context, asked.question, asked.command)))
    throw new ToolsError('CANCELLED', { command: asked.command });
}

function streams({ stdin, stderr }: Asking) {
  return { input: stdin, output: stderr };
}

/** clack answers a cancelled question with a symbol. */
function answered<Value>(answer: Value | symbol, command: string): Exclude<Value, symbol> {
  if (typeof answer === 'symbol') throw new ToolsError('CANCELLED', { command });
  return answer as Exclude<Value, symbol>;
}
