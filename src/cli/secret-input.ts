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
  const typed =
    context.stdin.isTTY === true ? await askKey(context, command) : await readAll(context, command);
  const key = typed.replace(/\r?\n$/, '');
  context.report.hide(key);
  return key;
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

async function askKey(context: CliContext, command: string): Promise<string> {
  if (!canAsk(context)) throw new ToolsError('KEY_INPUT_UNUSABLE', { problem: 'terminal', command });
  return askHidden(context, 'API key (not shown)', command);
}

async function readAll({ stdin }: CliContext, command: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > longest) throw new ToolsError('KEY_INPUT_UNUSABLE', { problem: 'length', command });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
