import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { retyped } from './retyped.ts';

type Asking = Pick<CliContext, 'stdin' | 'stderr' | 'host' | 'report' | 'argv'>;

/** A person is there to answer: stdin and stderr are terminals and this is no CI run. */
export function canAsk({ stdin, stderr, host }: Asking): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !host.env.CI;
}

/** Yes or no, no being the answer of Enter. @throws ToolsError CANCELLED */
export async function askConfirm(context: Asking, question: string, command: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({
    ...streams(context),
    message: context.report.clean(question),
    initialValue: false,
  });
  return answered(context, answer, command);
}

/** One line of text. @throws ToolsError CANCELLED */
export async function askText(context: Asking, question: string, command: string): Promise<string> {
  const { text } = await import('@clack/prompts');
  const answer = await text({ ...streams(context), message: context.report.clean(question) });
  return answered(context, answer, command).trim();
}

/** One of a few. @throws ToolsError CANCELLED */
export async function askChoice(
  context: Asking,
  question: string,
  options: readonly string[],
  command: string,
): Promise<string> {
  const { select } = await import('@clack/prompts');
  const answer = await select({
    ...streams(context),
    message: context.report.clean(question),
    options: options.map((value) => ({ value, label: context.report.clean(value) })),
  });
  return answered(context, answer, command);
}

/** One line that isn't shown. @throws ToolsError CANCELLED */
export async function askHidden(context: Asking, question: string, command: string): Promise<string> {
  const { password } = await import('@clack/prompts');
  const answer = await password({ ...streams(context), message: context.report.clean(question) });
  return answered(context, answer, command);
}

/** The consent of a person, or of --yes. Without either: which option is missing. */
export async function consent(
  context: Asking,
  asked: { readonly yes: boolean; readonly question: string; readonly command: string },
): Promise<void> {
  if (asked.yes) return;
  if (!canAsk(context)) throw optionNeeded(context, asked.command, '--yes');
  if (!(await askConfirm(context, asked.question, asked.command))) throw cancelled(context, asked.command);
}

/** Nobody is there to be asked. */
export function optionNeeded(
  { argv }: Pick<Asking, 'argv'>,
  command: string,
  ...option: readonly string[]
): ToolsError {
  return new ToolsError('OPTION_NEEDED', {
    command,
    option: option.join(' '),
    typed: retyped(argv, option),
  });
}

function cancelled({ argv }: Pick<Asking, 'argv'>, command: string): ToolsError {
  return new ToolsError('CANCELLED', { command, typed: retyped(argv) });
}

/** A terminal that is at its end will never answer: that cancels. */
function streams({ stdin, stderr }: Asking) {
  const gone = new AbortController();
  const cancel = () => gone.abort();
  if (stdin.readableEnded || stdin.destroyed) cancel();
  stdin.once('end', cancel).once('close', cancel);
  return { input: stdin, output: stderr, signal: gone.signal };
}

/** clack answers a cancelled question with a symbol. */
function answered<Value>(context: Asking, answer: Value | symbol, command: string): Exclude<Value, symbol> {
  if (typeof answer === 'symbol') throw cancelled(context, command);
  return answer as Exclude<Value, symbol>;
}
