import type { AccountsContext } from '../../accounts/index.ts';
import { createContext, type RunOptions } from '../cli-context.ts';
import type { CliIo } from '../cli-io.ts';
import { colorsFor } from '../colors.ts';
import type { CommandEntry } from '../command-entry.ts';
import { hasColors } from '../has-colors.ts';
import type { Picking } from './carry-out.ts';
import { cleanRow, readRows } from './picker-row.ts';
import { Picture } from './picture.ts';
import { pickPlainly } from './plain-picker.ts';
import { pickOnScreen } from './screen.ts';

/**
 * The accounts on a terminal, to be run or changed by single keys: each is a command line of ours.
 * @returns the exit code; undefined: there is no account to be picked
 */
export async function pickAccount(
  io: CliIo,
  commands: readonly CommandEntry[],
  options: RunOptions,
  run: Picking['run'],
): Promise<number | undefined> {
  const context = await createContext(io, commands, [], options);
  try {
    return await pickIn({ io, context, run });
  } finally {
    await context.plugged.close();
  }
}

async function pickIn({
  io,
  context,
  run,
}: Pick<Picking, 'io' | 'context' | 'run'>): Promise<number | undefined> {
  const state = lookingAtFiles(context.state());
  const readAgain = async () =>
    (await context.progress.during('looking at the accounts', () => readRows(state))).map((row) =>
      cleanRow(row, context.report),
    );
  const rows = await readAgain();
  if (rows.length === 0) return undefined;
  const picking: Picking = { io, context, state, run, readAgain };
  if (context.isPlain) return pickPlainly(picking, rows);
  const { default: measure } = await import('string-width');
  const colors = colorsFor(hasColors(io.host.env, true));
  return pickOnScreen(picking, rows, new Picture({ state, measure, colors }));
}

/** A keychain is asked by a program, and a look at a list starts none. */
function lookingAtFiles(state: AccountsContext): AccountsContext {
  return { ...state, security: async () => ({ code: null }) };
}
