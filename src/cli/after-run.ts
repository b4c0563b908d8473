import { leaveRecorded } from '../accounts/index.ts';
import { heedGuests } from '../platform/index.ts';
import { createContext } from './cli-context.ts';
import { processIo } from './process-io.ts';
import { Report } from './report.ts';

// What the way in needs of the program when it has started something itself, and waited for it.

const io = processIo(() => {}, heedGuests());
const options = { json: false, quiet: false, codes: true };

/** What comes after a run of an account that shares. False: not all of it has arrived. */
export async function leaveRun(tool: string, account: string): Promise<boolean> {
  const context = await createContext(io, [], process.argv.slice(2), options);
  try {
    return await leaveRecorded(context.state(), tool, account);
  } finally {
    await context.plugged.close();
  }
}

/** Says what went wrong after the start. @returns the exit code */
export function failRun(error: unknown): number {
  return new Report(io, undefined, options).failure(error);
}
