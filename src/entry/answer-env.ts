import { isHomeReady } from '../accounts/fast/check-record.ts';
import { oddLines } from '../accounts/fast/loaded-later.ts';
import { markShell } from '../accounts/fast/mark-shell.ts';
import { plainLines } from '../accounts/fast/plain-environment.ts';
import { readTable } from '../accounts/fast/read-table.ts';
import { doLie } from '../accounts/fast/recorded-look.ts';
import { shellOf } from '../cli/shells.ts';
import { type QuickHost, quickHost } from '../platform/index.ts';
import { shells } from '../process/index.ts';
import type { Answered } from './answer.ts';
import { recordOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `env <tool> [--account LABEL] [--shell SHELL]` */
export async function answerEnv(words: readonly string[], host: QuickHost = quickHost()): Promise<Answered> {
  const line = readPlainLine(words, true);
  if (!line || line.args.length > 0) return undefined;
  let record = recordOf(host, line);
  if (record === 'table') record = recordOf(host, line, readTable(host, line.tool));
  if (!record || record === 'table' || record.kind === 'key' || !isHomeReady(host, record)) return undefined;
  const { marks } = record;
  if (marks?.dirty) await markShell(host, record, marks);
  if (marks && !doLie(host.files, marks.again)) return undefined;
  const shell = line.shell ?? shellOf(host, shells);
  return plainLines(host.env, record.plain, shell) ?? oddLines(host, record, shell);
}
