import { loginWords } from '../login-words.ts';
import { askPlainly } from '../plain-prompt.ts';
import { carryOut, chooseTool, type Picking } from './carry-out.ts';
import { loginOf, type PickerRow } from './picker-row.ts';
import { commandKeys, type PickedCommand, runCommand } from './picker-state.ts';

/** What an answer means. */
type Wish =
  | { readonly kind: 'leave' | 'new' | 'list' | 'unclear' }
  | { readonly kind: 'info'; readonly row: PickerRow }
  | { readonly kind: 'command'; readonly command: PickedCommand };

/** The accounts in a numbered list, and a question; nothing that was shown is drawn over. @returns the exit code */
export async function pickPlainly(picking: Picking, rows: readonly PickerRow[]): Promise<number> {
  const { io, context } = picking;
  let shown = rows;
  await showList(picking, shown);
  for (;;) {
    const answer = await askPlainly(io, `${question}: `);
    if (answer === undefined) return 0;
    const wish = wishOf(answer, shown);
    if (wish.kind === 'leave') return 0;
    if (wish.kind === 'command' && wish.command.how === 'last') return picking.run(wish.command.line, io);
    if (wish.kind === 'command') {
      const news = await carryOut(picking, wish.command);
      if (news !== '') context.report.tell(news);
      shown = await picking.readAgain();
    } else if (wish.kind === 'new') {
      const tool = await chooseTool(picking, undefined);
      if (tool !== undefined) await carryOut(picking, { line: ['login', tool], how: 'aside' });
      shown = await picking.readAgain();
    } else if (wish.kind === 'info')
      for (const [name, value] of wish.row.facts) io.stdout.write(`${name}: ${value}\n`);
    else if (wish.kind === 'list') await showList(picking, shown);
    else io.stderr.write(`${help}\n`);
  }
}

const question = 'A number runs that account, ? says what else there is, Enter leaves';
const help = [
  ...commandKeys.map(({ key, word }) => `${key} and a number: ${word}`),
  'i and a number: more of that account',
  'n: a new account',
  's: show the list again',
].join('\n');

/** `3` runs, `l 3` logs in. */
function wishOf(answer: string, rows: readonly PickerRow[]): Wish {
  if (answer === '' || answer === 'q') return { kind: 'leave' };
  if (answer === 'n') return { kind: 'new' };
  if (answer === 's') return { kind: 'list' };
  const [, letter = '', number] = /^([a-z]?)\s*(\d+)$/.exec(answer) ?? [];
  const row = rows[Number(number) - 1];
  if (!row) return { kind: 'unclear' };
  if (letter === '') return { kind: 'command', command: runCommand(row) };
  if (letter === 'i') return { kind: 'info', row };
  const command = commandKeys.find(({ key }) => key === letter);
  if (!command) return { kind: 'unclear' };
  return { kind: 'command', command: { line: command.line(row), how: command.how } };
}

async function showList({ io, state }: Picking, rows: readonly PickerRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const login = await loginOf(state, row);
    const { tool, label, who, plan, active, used } = row;
    const parts = [
      `${tool} ${label}`,
      who,
      plan,
      login && loginWords[login],
      active && `active here: ${active}`,
      used,
    ];
    io.stdout.write(`${at + 1}  ${parts.filter(Boolean).join(', ')}\n`);
  }
}
