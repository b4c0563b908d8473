import { ToolsError } from '../errors/index.ts';
import { heedGuests, heedHangUp } from '../platform/index.ts';
import { processIo } from './process-io.ts';
import { Report } from './report.ts';
import { runCli } from './run.ts';

const guests = heedGuests();
const io = processIo(noteFault, guests);
let hasEnded = false;
let fault: NodeJS.ErrnoException | undefined;

process.on('exit', () => {
  const error = failureOfRun();
  if (error)
    process.exitCode = new Report(io, undefined, { json: false, codes: false, quiet: false }).failure(error);
});
heedHangUp();

void runCli(process.argv.slice(2), io).then((code) => {
  hasEnded = true;
  process.exitCode = code;
  if (guests.isAny()) leave();
});

/** What guests have left running is waited for by nobody. */
function leave(): void {
  guests.stdout().write('', () => process.stderr.write('', () => process.exit()));
}

/** An event loop that empties before the run has ended is no success, and neither is data that nobody got. */
function failureOfRun(): ToolsError | undefined {
  if (!hasEnded)
    return new ToolsError('INTERNAL', { what: `it stopped before it was done${whileCalling()}` });
  return fault && process.exitCode === 0
    ? new ToolsError('OUTPUT_FAILED', { cause: fault.code ?? fault.name })
    : undefined;
}

/** Code of a plugin may end the process, or never answer. */
function whileCalling(): string {
  const names = guests.called().map((id) => `"${id}"`);
  return names.length === 0 ? '' : `, while the plugin ${names.join(' or ')} was being called`;
}

/** A reader that has gone away (`tools list | head -1`) is no failure and nothing to talk about. */
function noteFault(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') fault ??= error;
}
