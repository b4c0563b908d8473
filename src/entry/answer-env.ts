import { isHomeReady } from '../accounts/fast/check-record.ts';
import { recordedEnvironment } from '../accounts/fast/recorded-environment.ts';
import { shellOf } from '../cli/shells.ts';
import { type Host, nodeHost } from '../platform/index.ts';
import { shellLines, shells } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { hereOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `env <tool> [--account LABEL] [--shell SHELL]` */
export async function answerEnv(words: readonly string[], host: Host = nodeHost()): Promise<Answered> {
  const line = readPlainLine(words, { '-s': '--shell', '--shell': '--shell' });
  if (!line || line.args.length > 0) return undefined;
  const wanted = line.options['--shell'] ?? shellOf(host, shells);
  const shell = shells.find((known) => known === wanted);
  const here = shell && hereOf(host, line);
  if (!here || !isHomeReady(here.ctx, here.record)) return undefined;
  const environment = await recordedEnvironment(here.ctx, here.record);
  return environment && shellLines(shell, environment);
}
