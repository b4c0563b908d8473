import { nodeHost } from '../../src/platform/index.ts';
import {
  damagedArguments,
  runCaptured,
  runForeground,
  type TerminalSignals,
} from '../../src/process/index.ts';

// A process that does nothing but run another one: node wrapper.mjs <how> <file> <args…>
const [how, file = '', ...args] = process.argv.slice(2);
const host = nodeHost();
const start = { file, args, cwd: process.cwd(), env: process.env as Record<string, string> };

async function main(): Promise<number> {
  if (how === 'damaged') {
    console.log(JSON.stringify(damagedArguments(host, [file, ...args])));
    return 0;
  }
  if (how === 'captured') {
    await runCaptured(host, start, { timeoutMs: 60_000, maxBytes: 1000 });
    return 0;
  }
  if (how === 'exiting') {
    setTimeout(() => process.exit(3), 500);
    await runCaptured(host, start, { timeoutMs: 60_000, maxBytes: 1000 });
  }
  return await runForeground(host, start, { terminalSignals: how as TerminalSignals });
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: { code: string; exit: number }) => {
    console.error(error.code);
    process.exitCode = error.exit ?? 99;
  },
);
