import { wireLimits } from '../contract/index.ts';
import type { CheckBook } from './check-book.ts';
import type { CheckOptions } from './check-options.ts';
import { pluginProgram } from './plugin-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { Sandbox } from './sandbox.ts';

/** What looking at a plugin needs, of whatever kind it is. */
export interface PluginContext {
  readonly book: CheckBook;
  readonly sandbox: Sandbox;
  readonly options: CheckOptions;
}

export function programContext(
  { book, sandbox, options }: PluginContext,
  file: string,
  args: readonly string[],
): ProgramContext {
  const { patienceMs } = options;
  return {
    book,
    sandbox,
    program: pluginProgram(sandbox, file, args),
    patience: {
      handshake: patienceMs ?? wireLimits.handshakeMs,
      call: patienceMs ?? wireLimits.readMs,
    },
    version: options.version,
  };
}
