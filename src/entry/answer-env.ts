import { isHomeReady } from '../accounts/fast/check-record.ts';
import { oddLines } from '../accounts/fast/loaded-later.ts';
import { markShell } from '../accounts/fast/mark-shell.ts';
import { plainLines } from '../accounts/fast/plain-environment.ts';
import { doLie } from '../accounts/fast/recorded-look.ts';
import { shellOf } from '../cli/shells.ts';
import { type Host, nodeHost } from '../platform/index.ts';
import { shells } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { recordOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `env <tool> [--account LABEL] [--shell SHELL]` */
export async function answerEnv(words: readonly string[], host: Host = nodeHost()): Promise<Answered> {
  const line = readPlainLine(words, true);
  const record = line && line.args.length === 0 ? recordOf(host, line) : undefined;
  if (!line || !record || record.kind === 'key' || !isHomeReady(host, record)) return undefined;
  const { marks } = record;
  if (marks?.dirty) await markShell(host, record, marks);
  if (marks && !doLie(host.files, marks.again)) return undefined;
  const shell = line.shell ?? shellOf(host, shells);
  return plainLines(host.env, record.plain, shell) ?? oddLines(host, record, shell);
}
