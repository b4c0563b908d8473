import { isProgramReady } from '../accounts/fast/check-program.ts';
import { isFoundLater } from '../accounts/fast/loaded-later.ts';
import type { FoundRecord } from '../accounts/fast/quick-record.ts';
import { readTable } from '../accounts/fast/read-table.ts';
import { doLie } from '../accounts/fast/recorded-look.ts';
import { secretsOf } from '../cli/redact.ts';
import { type QuickHost, quickHost } from '../platform/index.ts';
import type { Answered } from './answer.ts';
import { recordOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `which <tool> [--account LABEL]` */
export async function answerWhich(
  words: readonly string[],
  host: QuickHost = quickHost(),
): Promise<Answered> {
  const line = readPlainLine(words);
  if (!line || line.args.length > 0) return undefined;
  let record = recordOf(host, line);
  if (record === 'table') record = recordOf(host, line, readTable(host, line.tool));
  if (!record || record === 'table' || !record.program?.isShown) return undefined;
  const { program, there } = record;
  let isReady = doLie(host.files, there) && isProgramReady(host, program);
  if (isReady === 'search') isReady = await isFoundLater(host, program);
  return isReady && isShownAsItIs(program.file, host.env, record) ? `${program.file}\n` : undefined;
}

/** None of what must not be shown stands in it. */
function isShownAsItIs(file: string, env: QuickHost['env'], { secrets }: FoundRecord): boolean {
  for (const name of Object.keys(env)) {
    const value = env[name];
    if (value === undefined || value === '' || !file.includes(value)) continue;
    if (secrets.includes(` ${name} `)) return false;
    // Of a path, which is none, as most that stand in another are, it need not be asked.
    if (value[0] !== '/' && secretsOf({ [name]: value }, [], []).length > 0) return false;
  }
  return true;
}
