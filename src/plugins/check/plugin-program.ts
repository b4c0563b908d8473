import { type PipedProgram, startPiped } from '../../process/index.ts';
import { wireLimits } from '../contract/index.ts';
import { pluginEnvironment } from '../rpc/index.ts';
import type { Sandbox } from './sandbox.ts';
import { type WireTalk, wireTalk } from './wire-talk.ts';

/** A program that can be started as often as one likes, each time in the same sandbox. */
export interface PluginProgram {
  /** @throws ToolsError as startPiped */
  readonly start: () => Promise<RunningPlugin>;
}

export interface RunningPlugin extends WireTalk {
  readonly piped: PipedProgram;
  /** Milliseconds since it was started. */
  readonly age: () => number;
}

/** Milliseconds that it is given to end by itself once its stdin has. */
export const endPatience = 3_000;
/** Of its stderr: more than it may say within reason. */
export const stderrKept = 131_072;

export function pluginProgram({ host }: Sandbox, file: string, args: readonly string[]): PluginProgram {
  const env = pluginEnvironment(host);
  return {
    start: async () => {
      const begin = host.now().getTime();
      const start = { file, args, env, cwd: host.homeDir };
      const piped = await startPiped(host, start, {
        stderrBytes: stderrKept,
        graceMs: wireLimits.graceMs,
        isWatched: true,
      });
      return { ...wireTalk(piped), piped, age: () => host.now().getTime() - begin };
    },
  };
}
