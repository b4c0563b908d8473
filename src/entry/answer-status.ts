import { chosenLabels } from '../accounts/fast/chosen-labels.ts';
import { quickContext } from '../accounts/fast/quick-context.ts';
import { builtInNames } from '../cli/built-in-names.ts';
import { redact, secretsOf } from '../cli/redact.ts';
import { type Host, nodeHost } from '../platform/index.ts';
import type { Answered } from './answer.ts';

/** `status --short`, which prompts ask for at every line. */
export function answerStatus(words: readonly string[], host: Host = nodeHost()): Answered {
  if (words.length !== 1 || words[0] !== '--short') return undefined;
  const ctx = quickContext(host);
  // What plugins bring has accounts, too.
  if (ctx && host.files.lstat(ctx.paths.pluginTable) !== undefined) return undefined;
  const tools = builtInNames.map(({ id }) => id);
  const chosen = ctx && chosenLabels(ctx, tools);
  const line = chosen?.map(({ tool, label }) => `${tool}:${label}`).join(' ');
  if (line === undefined || line === '') return line;
  // Nothing in it has to be hidden or escaped.
  const isAsItIs = /^[ -~]+$/.test(line) && redact(line, secretsOf(host.env, builtInNames, [])) === line;
  return isAsItIs ? `${line}\n` : undefined;
}
