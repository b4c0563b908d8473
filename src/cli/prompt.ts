import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { retyped } from './retyped.ts';

type Asking = Pick<CliContext, 'stdin' | 'stderr' | 'host' | 'report' | 'argv'>;

/** A person is there to answer: stdin and stderr are terminals and this is no CI run. */
export function canAsk({ stdin, stderr, host }: Asking): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !host.env.CI;
}

/** Yes or no, no being the answer of Enter; a question may have several lines. @throws ToolsError CANCELLED */
export async function askConfirm(
  context: Asking,
  question: string | readonly string[],
  command: string,
): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  const message = [question]
    .flat()
    .map((line) => context.report.clean(line))
    .join('\n');
  const answer = await asked(context, (streams) => confirm({ ...streams, message, initialValue: false }));
  return answered(context, answer, command);
}

/** One line of text. @throws ToolsError CANCELLED */
export async function askText(context: Asking, question: string, command: string): Promise<string> {
  const { text } = await import('@clack/prompts');
  const message = context.report.clean(question);
  const answer = await asked(context, (streams) => text({ ...streams, message }));
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
  const message = context.report.clean(question);
  const labelled = options.map((value) => ({ value, label: context.report.clean(value) }));
  const answer = await asked(context, (streams) => select({ ...streams, message, options: labelled }));
  return answered(context, answer, command);
}

/** One line that isn't shown. @throws ToolsError CANCELLED */
export async function askHidden(context: Asking, question: string, command: string): Promise<string> {
  const { password } = await import('@clack/prompts');
  const message = context.report.clean(question);
  const answer = await asked(context, (streams) => password({ ...streams, message }));
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

/** A terminal that is at its end, or whose user says so by Ctrl-D, will never answer: that cancels. */
async function asked<Answer>(
  { stdin, stderr }: Asking,
  ask: (streams: object) => Promise<Answer | symbol>,
): Promise<Answer | symbol> {
  const gone = new AbortController();
  const cancel = () => gone.abort();
  // One that was typed before the question arrives as NUL.
  const heed = (typed: unknown) => /[\0\x04]/.test(String(typed)) && cancel();
  if (stdin.readableEnded || stdin.destroyed) cancel();
  stdin.on('end', cancel).on('close', cancel).on('data', heed);
  try {
    return await ask({ input: stdin, output: stderr, signal: gone.signal });
  } finally {
    stdin.off('end', cancel).off('close', cancel).off('data', heed);
  }
}

/** clack answers a cancelled question with a symbol. */
function answered<Value>(context: Asking, answer: Value | symbol, command: string): Exclude<Value, symbol> {
  if (typeof answer === 'symbol') throw cancelled(context, command);
  return answer as Exclude<Value, symbol>;
}
