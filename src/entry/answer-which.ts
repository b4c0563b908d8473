import { isProgramReady } from '../accounts/fast/check-program.ts';
import type { QuickRecord } from '../accounts/fast/quick-record.ts';
import { doLie } from '../accounts/fast/recorded-look.ts';
import { secretsOf } from '../cli/redact.ts';
import { type Host, nodeHost } from '../platform/index.ts';
import type { Answered } from './answer.ts';
import { recordOf } from './here.ts';
import { readPlainLine } from './plain-line.ts';

/** `which <tool> [--account LABEL]` */
export function answerWhich(words: readonly string[], host: Host = nodeHost()): Answered {
  const line = readPlainLine(words);
  const record = line && line.args.length === 0 ? recordOf(host, line) : undefined;
  const program = record?.program;
  if (!record || !program?.isShown || !doLie(host.files, record.there) || !isProgramReady(host, program))
    return undefined;
  return isShownAsItIs(program.file, host.env, record) ? `${program.file}\n` : undefined;
}

/** None of what must not be shown stands in it. */
function isShownAsItIs(file: string, env: Host['env'], { secrets }: QuickRecord): boolean {
  for (const name of Object.keys(env)) {
    const value = env[name];
    if (value === undefined || value === '' || !file.includes(value)) continue;
    if (secrets.includes(` ${name} `)) return false;
    // Of a path, which is none, as most that stand in another are, it need not be asked.
    if (value[0] !== '/' && secretsOf({ [name]: value }, [], []).length > 0) return false;
  }
  return true;
}
