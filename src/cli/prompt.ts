import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { askPlainly, choosePlainly, confirmPlainly } from './plain-prompt.ts';
import { retyped } from './retyped.ts';

type Asking = Pick<CliContext, 'stdin' | 'stderr' | 'host' | 'report' | 'argv' | 'isPlain' | 'progress'>;

/** A person is there to answer: stdin and stderr are terminals and this is no CI run. */
export function canAsk({ stdin, stderr, host }: Pick<Asking, 'stdin' | 'stderr' | 'host'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && !host.env.CI;
}

/** As `canAsk`, where the answer is shown on the same terminal. */
export function canPick(io: Pick<CliContext, 'stdin' | 'stdout' | 'stderr' | 'host'>): boolean {
  return canAsk(io) && io.stdout.isTTY === true;
}

/** Yes or no, no being the answer of Enter; a question may have several lines. @throws ToolsError CANCELLED */
export async function askConfirm(
  context: Asking,
  question: string | readonly string[],
  command: string,
): Promise<boolean> {
  const message = [question]
    .flat()
    .map((line) => context.report.clean(line))
    .join('\n');
  const answer = await asked(context, {
    plainly: () => confirmPlainly(context, message),
    drawn: async (streams) =>
      (await import('@clack/prompts')).confirm({ ...streams, message, initialValue: false }),
  });
  return answered(context, answer, command);
}

/** One line of text. @throws ToolsError CANCELLED */
export async function askText(context: Asking, question: string, command: string): Promise<string> {
  const message = context.report.clean(question);
  const answer = await asked(context, {
    plainly: () => askPlainly(context, `${message}: `),
    drawn: async (streams) => (await import('@clack/prompts')).text({ ...streams, message }),
  });
  return answered(context, answer, command).trim();
}

/** One of a few. @throws ToolsError CANCELLED */
export async function askChoice(
  context: Asking,
  question: string,
  options: readonly string[],
  command: string,
): Promise<string> {
  const message = context.report.clean(question);
  const labelled = options.map((value) => ({ value, label: context.report.clean(value) }));
  const answer = await asked(context, {
    plainly: () => choosePlainly(context, message, labelled),
    drawn: async (streams) =>
      (await import('@clack/prompts')).select({ ...streams, message, options: labelled }),
  });
  return answered(context, answer, command);
}

/** One line that isn't shown. @throws ToolsError CANCELLED */
export async function askHidden(context: Asking, question: string, command: string): Promise<string> {
  const message = context.report.clean(question);
  // Only who draws can keep what is typed from being seen.
  const drawn: Ways<string>['drawn'] = async (streams) =>
    (await import('@clack/prompts')).password({ ...streams, message });
  const answer = await asked(context, { drawn });
  return answered(context, answer, command);
}

/** The consent of a person, or of --yes. Without either: which option is missing. */
export async function consent(
  context: Asking,
  asked: { readonly yes: boolean; readonly question: string | readonly string[]; readonly command: string },
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

/** How a question can be asked. */
interface Ways<Answer> {
  /** Nothing that was shown is drawn over. Default: as drawn. */
  readonly plainly?: () => Promise<Answer | undefined>;
  readonly drawn: (streams: object) => Promise<Answer | symbol>;
}

/** Of no answer comes a symbol, as clack has it. */
function asked<Answer>(context: Asking, { plainly, drawn }: Ways<Answer>): Promise<Answer | symbol> {
  const isPlain = plainly !== undefined && context.isPlain;
  return context.progress.held(async () =>
    isPlain ? ((await plainly()) ?? Symbol('no answer')) : askDrawn(context, drawn),
  );
}

/** A terminal that is at its end, or whose user says so by Ctrl-D, will never answer: that cancels. */
async function askDrawn<Answer>(
  { stdin, stderr }: Asking,
  ask: Ways<Answer>['drawn'],
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
