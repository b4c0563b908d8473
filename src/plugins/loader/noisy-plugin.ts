import { ToolsError } from '../../errors/index.ts';
import type { Noise } from '../rpc/index.ts';
import type { TablePlugin } from './plugin-table.ts';

/** That a program writes what is no protocol. It costs nothing yet; with more of it, the program is given up. */
export function noisyPlugin(
  { id, program, noise }: Pick<TablePlugin, 'id' | 'program' | 'noise'>,
  heard: Noise | undefined = noise,
): ToolsError | undefined {
  if (program === null || heard === undefined || heard.lines === 0) return undefined;
  return new ToolsError('PLUGIN_NOISY', { plugin: id, file: program, ...heard });
}
