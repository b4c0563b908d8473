import { ToolsError } from '../errors/index.ts';
import type { ShimFacts } from './shim-facts.ts';

/** What a shim says where nothing of ours is left that could. */
export function goneLines({ tool }: ShimFacts, path: string): readonly [string, string] {
  return linesOf(new ToolsError('SHIM_STALE', { tool, path }), `npm install --global ai-tool-registry`);
}

/** What a shim says that is started by what it starts. */
export function loopLines({ tool }: ShimFacts, path: string): readonly [string, string] {
  const error = new ToolsError('LAUNCH_LOOP', { tool, file: path, times: 2 });
  return linesOf(error, error.hint);
}

function linesOf({ message, code, exit }: ToolsError, hint: string): readonly [string, string] {
  return [`tools: ${message} (${code}, exit ${exit})`, `try:   ${hint}`];
}
