import { isProgramReady, isThere } from '../accounts/fast/check-record.ts';
import { redact, secretsOf } from '../cli/redact.ts';
import { type Host, nodeHost } from '../platform/index.ts';
import type { Answered } from './answer.ts';
import { type Here, hereOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `which <tool> [--account LABEL]` */
export function answerWhich(words: readonly string[], host: Host = nodeHost()): Answered {
  const line = readPlainLine(words);
  if (!line || line.args.length > 0) return undefined;
  const here = hereOf(host, line);
  const program = here?.record.program;
  if (!here || !program || !isThere(here.ctx, here.record) || !isProgramReady(here.ctx, program))
    return undefined;
  return isShownAsItIs(program.file, here) ? `${program.file}\n` : undefined;
}

/** Nothing in it has to be hidden or escaped. */
function isShownAsItIs(file: string, { ctx, record: { environment, shell } }: Here): boolean {
  const { outranks, secrets } = environment;
  const tool = { environment: { apiKey: [...secrets, ...outranks, ...shell.leave] } };
  return /^[ -~]+$/.test(file) && redact(file, secretsOf(ctx.host.env, [tool], [])) === file;
}
