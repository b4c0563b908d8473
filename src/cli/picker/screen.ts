import { carryOut, chooseTool, type Picking } from './carry-out.ts';
import { listRoom } from './picker-lines.ts';
import type { PickerRow } from './picker-row.ts';
import { type Deed, type PickerState, pressed, startState, withRows } from './picker-state.ts';
import type { Picture } from './picture.ts';
import { TerminalView } from './terminal-view.ts';

/** Until somebody leaves, or a tool is run. @returns the exit code */
export async function pickOnScreen(
  picking: Picking,
  rows: readonly PickerRow[],
  picture: Picture,
): Promise<number> {
  const view = new TerminalView(picking.io);
  let picker = startState(rows);
  view.open();
  try {
    for (;;) {
      if (!view.isBehind) view.draw(await picture.lines(picker, view.size));
      const event = await view.next();
      if (event === 'gone') return 0;
      if (event === 'redraw') continue;
      const [next, deed] = pressed(picker, event, listRoom(view.size.rows));
      picker = next;
      if (deed?.kind === 'leave') return deed.code;
      if (deed?.kind === 'command' && deed.how === 'last') {
        view.close();
        return await picking.run(deed.line, picking.io);
      }
      if (deed) picker = await afterDeed(view, picking, picker, deed);
    }
  } finally {
    view.close();
  }
}

async function afterDeed(
  view: TerminalView,
  picking: Picking,
  picker: PickerState,
  deed: Deed,
): Promise<PickerState> {
  if (deed.kind === 'suspend') {
    // Windows has no jobs that could be stopped.
    if (picking.io.host.platform !== 'win32') await view.suspend();
    return picker;
  }
  if (deed.kind === 'command' && deed.how === 'quiet') {
    const notice = await carryOut(picking, deed);
    return withRows(picker, await picking.readAgain(), notice);
  }
  view.close();
  if (deed.kind === 'command') await carryOut(picking, deed);
  if (deed.kind === 'new') {
    const tool = await chooseTool(picking, deed.tool);
    if (tool !== undefined) await carryOut(picking, { line: ['login', tool], how: 'aside' });
  }
  const rows = await picking.readAgain();
  view.open();
  return withRows(picker, rows, '');
}
