import { ToolsError } from '../../errors/index.ts';
import { type Captured, runCaptured } from '../../process/index.ts';
import type { AccountsContext } from '../context.ts';
import { givenValue, keeperOf, programFile, type SecretSource } from '../home/secret-source.ts';
import { userEnvironment } from '../home/user-environment.ts';
import { keyProblem } from '../store/account-key.ts';

/** Who asks, and how. */
export interface Asking {
  /** A word for what is asked for: whoever answers by asking us for the same is told so. */
  readonly asking: string;
  /** Told after a while. */
  readonly waiting: string;
  readonly patienceMs?: number;
}

type Answer = { readonly text: string } | { readonly why: string };

/**
 * Asks for a key where it is kept. The program that is asked gets the user's own environment, no shell, no stdin and a
 * minute; of what it prints only the first line is taken, and nothing is ever shown or kept.
 */
export async function keptSecret(ctx: AccountsContext, source: SecretSource, by: Asking): Promise<Answer> {
  const answer = await answerOf(ctx, source, by);
  if ('why' in answer) return answer;
  const [text = ''] = answer.text.split(/\r?\n/, 1);
  const problem = keyProblem(text);
  if (problem) return { why: problem === 'empty' ? 'its answer is empty' : 'its first line is no key' };
  return { text };
}

/** Milliseconds: somebody may have to unlock it. */
const patience = 60_000;
/** Milliseconds after which a person is told what is waited for. */
const quiet = 1500;
const mostBytes = 65_536;
/** Set while we ask: whoever answers by asking us would never end. */
const askingVariable = 'AI_TOOLS_ASKING';

async function answerOf(ctx: AccountsContext, source: SecretSource, by: Asking): Promise<Answer> {
  const { ref, argv } = source;
  if (ref.kind === 'variable') {
    const value = givenValue(ctx, ref.name);
    return value ? { text: value } : { why: 'it is not set' };
  }
  const waiting = setTimeout(() => ctx.tell(by.waiting), quiet);
  try {
    return ref.kind === 'plugin'
      ? await askPlugin(ctx, ref.source, ref.reference)
      : await askProgram(ctx, source, argv ?? [], by);
  } finally {
    clearTimeout(waiting);
  }
}

/** Never what it said: that may be the key, or a part of it. What a plugin has to say it logs. */
async function askPlugin(
  { extensions }: AccountsContext,
  scheme: string,
  reference: string,
): Promise<Answer> {
  try {
    const text = await keeperOf(extensions, scheme)?.provide.resolve(reference);
    return text === undefined ? { why: 'it is gone' } : { text };
  } catch (error) {
    return { why: error instanceof ToolsError ? `it failed (${error.code})` : 'it failed' };
  }
}

async function askProgram(
  ctx: AccountsContext,
  source: SecretSource,
  argv: readonly string[],
  { asking, patienceMs = patience }: Asking,
): Promise<Answer> {
  if (ctx.host.env[askingVariable]?.split(' ').includes(asking))
    return { why: 'it asks us for that very key' };
  const [program = '', ...args] = argv;
  try {
    const asked = await ask(ctx, [program, ...args], asking, patienceMs);
    return asked === undefined ? { why: `${program} is not on PATH` } : judged(source, asked, patienceMs);
  } catch (error) {
    if (error instanceof ToolsError) return { why: 'it could not be started' };
    throw error;
  }
}

type Asked = Pick<Captured, 'code' | 'stdout'> & Partial<Pick<Captured, 'timedOut' | 'truncated'>>;

async function ask(
  ctx: AccountsContext,
  [program = '', ...args]: readonly string[],
  asking: string,
  timeoutMs: number,
): Promise<Asked | undefined> {
  const { host } = ctx;
  if (ctx.security && host.platform === 'darwin' && program.endsWith('/security')) {
    const { code, stdout = '' } = await ctx.security(args);
    return { code, stdout };
  }
  const file = programFile(ctx, program);
  if (file === undefined) return undefined;
  const env = userEnvironment(ctx);
  const before = env[askingVariable] === undefined ? [] : [env[askingVariable]];
  return runCaptured(
    host,
    {
      file,
      args,
      env: { ...env, [askingVariable]: [...before, asking].join(' ') },
      // Not where the user stands: a repository must not have a say in it.
      cwd: host.homeDir,
    },
    { timeoutMs, maxBytes: mostBytes },
  );
}

/** Never what it said: that may be the key, or a part of it. */
function judged(
  { ref }: SecretSource,
  { code, stdout, timedOut, truncated }: Asked,
  patienceMs: number,
): Answer {
  if (timedOut)
    return {
      why: `it gave no answer within ${patienceMs === patience ? 'a minute' : `${patienceMs / 1000} seconds`}`,
    };
  if (truncated) return { why: 'it printed too much' };
  if (code === 0) return { text: stdout };
  if (code === null) return { why: 'it was ended by a signal' };
  const known = ref.kind === 'keyring' ? keyringCodes[code] : undefined;
  return { why: known ?? `it ended with ${code}` };
}

/** Exit codes of `security`, and 1 of `secret-tool`. */
const keyringCodes: Readonly<Record<number, string>> = {
  1: 'there is no such item',
  36: 'the keychain is locked, and nobody can be asked here',
  44: 'there is no such item',
  128: 'the question was answered with no',
};
