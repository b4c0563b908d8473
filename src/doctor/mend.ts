import { type AccountsContext, withJournal } from '../accounts/index.ts';
import { type ErrorCode, type ErrorData, ToolsError } from '../errors/index.ts';
import { menders } from './menders.ts';

/** What `--fix` does about a finding, as a clause; undefined: nothing. */
export function mendingOf(ctx: AccountsContext, finding: ToolsError): string | undefined {
  return menderOf(ctx, finding)?.words(finding.data);
}

/** What came of mending. */
export interface Mended {
  readonly code: ErrorCode;
  /** What was done, or was to be. */
  readonly words: string;
  /** Why it could not be done; the others were mended all the same. */
  readonly problem: ToolsError | null;
}

/** Mends what can be mended without losing anything, each journalled before it begins. */
export async function mend(
  ctx: AccountsContext,
  findings: readonly ToolsError[],
): Promise<readonly Mended[]> {
  const mended: Mended[] = [];
  for (const finding of findings) {
    const { code, data } = finding;
    const mender = menderOf(ctx, finding);
    if (!mender) continue;
    const words = mender.words(data);
    const problem = await failureOf(() =>
      withJournal(ctx, entryOf(code, data), () => mender.mend(ctx, data)),
    );
    mended.push({ code, words, problem });
  }
  return mended;
}

interface AnyMender {
  readonly isOurs?: (ctx: AccountsContext, data: unknown) => boolean;
  readonly words: (data: unknown) => string;
  readonly mend: (ctx: AccountsContext, data: unknown) => void | Promise<void>;
}

/** The table holds each with the data of its own code, and nobody asks it for another's. */
function menderOf(ctx: AccountsContext, { code, data }: ToolsError): AnyMender | undefined {
  const mender = (menders as Readonly<Partial<Record<ErrorCode, AnyMender>>>)[code];
  return mender?.isOurs?.(ctx, data) === false ? undefined : mender;
}

/** Never who somebody is: paths and names of ours alone. */
function entryOf(code: ErrorCode, data: ErrorData<ErrorCode>) {
  const { path, tool, label } = data as Readonly<Record<string, unknown>>;
  const texts = Object.entries({ path, label }).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return {
    verb: 'doctor --fix',
    tool: typeof tool === 'string' ? tool : null,
    account: null,
    what: { code, ...Object.fromEntries(texts) },
  };
}

async function failureOf(work: () => Promise<void>): Promise<ToolsError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof ToolsError) return error;
    throw error;
  }
}
