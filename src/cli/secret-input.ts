import { parseSecretRef, pluginSchemes } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { askHidden, canAsk } from './prompt.ts';

/** No key is longer; what is was meant for something else. */
const longest = 16_384;

/**
 * An API key from stdin, or typed without being shown where stdin is a terminal. Never from argv. What was
 * read is never shown again. Whether it can be a key is for whoever takes it to say.
 * @throws ToolsError KEY_INPUT_UNUSABLE, OPTION_NEEDED, CANCELLED
 */
export async function readApiKey(context: CliContext, command: string): Promise<string> {
  const unusable = (problem: 'terminal' | 'length') =>
    new ToolsError('KEY_INPUT_UNUSABLE', { problem, command });
  return readSecret(context, command, { question: 'API key (not shown)', unusable });
}

/** As readApiKey, of any secret. */
export async function readSecret(
  context: CliContext,
  command: string,
  { question, unusable }: SecretQuestion,
): Promise<string> {
  const isTerminal = context.stdin.isTTY === true;
  if (isTerminal && !canAsk(context)) throw unusable('terminal');
  const typed = isTerminal
    ? await askHidden(context, question, command)
    : await readAll(context, () => unusable('length'));
  const secret = typed.replace(/\r?\n$/, '');
  if (secret !== '') context.report.hide(secret);
  return secret;
}

interface SecretQuestion {
  readonly question: string;
  readonly unusable: (problem: 'terminal' | 'length') => ToolsError;
}

/**
 * To be called before anything is said of the command line: what was typed as a reference and is none may be a key.
 * @throws ToolsError SECRET_REF_UNUSABLE, which never repeats it; OPTION_CONFLICT
 */
export function checkKeyOptions(
  { host, state }: CliContext,
  command: string,
  { withApiKey, secretRef }: { readonly withApiKey: boolean; readonly secretRef: string | undefined },
): void {
  if (secretRef === undefined) return;
  parseSecretRef(secretRef, host.platform, pluginSchemes(state().extensions));
  if (withApiKey)
    throw new ToolsError('OPTION_CONFLICT', { command, one: '--with-api-key', other: '--secret-ref' });
}

async function readAll({ stdin }: CliContext, tooLong: () => ToolsError): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > longest) throw tooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
