import { ToolsError } from '../../errors/index.ts';
import { readTable } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { usedHere } from './used-here.ts';

/** The programs that can do more by now than they were enabled for. They are used as before, and nothing runs for it. */
export function askingMore(ctx: PluginsContext): readonly ToolsError<'PLUGIN_ASKS_MORE'>[] {
  return usedHere(ctx, readTable(ctx)?.plugins ?? []).flatMap(({ id, notAgreed }) =>
    notAgreed === undefined ? [] : new ToolsError('PLUGIN_ASKS_MORE', { id, asks: notAgreed }),
  );
}
