import { nodeHost } from '../../src/platform/index.ts';
import {
  damagedArguments,
  runCaptured,
  runForeground,
  startPiped,
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
  if (how === 'piped') {
    const piped = await startPiped(host, start, { stderrBytes: 1000, graceMs: 500 });
    // It answers one line, and then nobody needs it: this process ends with it still there.
    await new Promise<void>((resolve) => {
      piped.keepAlive(true);
      piped.listen({ data: () => resolve(), drain: () => {}, end: () => resolve() });
    });
    piped.keepAlive(false);
    return 0;
  }
  if (how === 'piped-waiting') {
    const piped = await startPiped(host, start, { stderrBytes: 1000, graceMs: 500 });
    piped.listen({ data: () => {}, drain: () => {}, end: () => {} });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
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
