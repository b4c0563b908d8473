import { Writable } from 'node:stream';
import type { AccountsContext } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { CliContext } from '../cli-context.ts';
import type { CliIo } from '../cli-io.ts';
import { readLine } from '../plain-prompt.ts';
import { askChoice } from '../prompt.ts';
import { retyped } from '../retyped.ts';
import type { PickerRow } from './picker-row.ts';
import type { PickedCommand } from './picker-state.ts';

/** What the picker does things with. */
export interface Picking {
  readonly io: CliIo;
  readonly context: CliContext;
  readonly state: AccountsContext;
  /** One command line, as if it had been typed. */
  readonly run: (argv: readonly string[], io: CliIo) => Promise<number>;
  /** The accounts as they are now. */
  readonly readAgain: () => Promise<readonly PickerRow[]>;
}

/** Runs a command that was picked. @returns what came of it, where that is not to be seen */
export async function carryOut(picking: Picking, { line, how }: PickedCommand): Promise<string> {
  const { io, context, run } = picking;
  if (how === 'quiet') return overheard(picking, line);
  context.report.tell(`$ tools ${retyped(line)}`);
  await run(line, io);
  if (context.isPlain) return '';
  io.stderr.write('Enter goes back to the accounts. ');
  await readLine(io.stdin);
  return '';
}

/** The tool that a new account is to be of, `first` of them offered first; undefined: none, after all. */
export async function chooseTool(
  { context }: Picking,
  first: string | undefined,
): Promise<string | undefined> {
  const ids = context.registry.all().map(({ id }) => id);
  const offered = first === undefined ? ids : [first, ...ids.filter((id) => id !== first)];
  try {
    return await askChoice(context, 'A new account of which tool?', offered, 'login');
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'CANCELLED') return undefined;
    throw error;
  }
}

/** The first line of what a command says. */
async function overheard({ io, run }: Picking, line: readonly string[]): Promise<string> {
  const heard: Buffer[] = [];
  const ear = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      heard.push(Buffer.from(chunk));
      done();
    },
  });
  const { host, stdin, registry } = io;
  await run(line, { host, stdin, stdout: ear, stderr: ear, ...(registry && { registry }) });
  return Buffer.concat(heard).toString('utf8').split('\n')[0] ?? '';
}
