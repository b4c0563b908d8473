import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const processes = 20;
const each = 10;

/** Accounts added by many processes at once, against adds one after another; none may be lost. */
export async function addRows(cli, scratch) {
  const apart = await timed(join(scratch, 'apart'), cli, 1, each);
  const atOnce = await timed(join(scratch, 'at-once'), cli, processes, each);
  const ratio = atOnce.ms / (apart.ms * processes);
  return [
    [`${processes} processes x ${each} adds × one after another`, ratio.toFixed(2), '', ''],
    ['of them lost', String(processes * each - atOnce.made), '0', ''],
  ];
}

async function timed(home, cli, workers, count) {
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home };
  const start = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let n = 0; n < count; n += 1)
        await run(process.execPath, [cli, 'account', 'add', 'codex', `a${worker}-${n}`], { env, cwd: home });
    }),
  );
  const ms = performance.now() - start;
  return { ms, made: readdirSync(join(home, '.local/share/ai-tools/accounts/codex')).length };
}
