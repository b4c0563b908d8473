import { wireMethods } from '../contract/index.ts';
import { initializeParams } from '../rpc/index.ts';
import type { CheckBook } from './check-book.ts';
import type { CheckId } from './check-table.ts';
import { endProgram } from './end-program.ts';
import type { PluginProgram, RunningPlugin } from './plugin-program.ts';
import type { Sandbox } from './sandbox.ts';
import type { Reply } from './wire-message.ts';

export interface Patience {
  /** Milliseconds for the first answer after a start. */
  readonly handshake: number;
  /** Milliseconds for any other. */
  readonly call: number;
}

/** What looking at a program needs. */
export interface ProgramContext {
  readonly book: CheckBook;
  readonly sandbox: Sandbox;
  readonly program: PluginProgram;
  readonly patience: Patience;
  /** What tells who we are, in `initialize`. */
  readonly version: string;
}

/** One plugin at a time that has answered `initialize`, for as many questions as it lives through. */
export interface ReadyPlugin {
  /** The same while it lives and answers, else a new one; undefined: there is none to be had. */
  readonly get: () => Promise<RunningPlugin | undefined>;
  readonly end: () => Promise<void>;
}

export function readyPlugin(ctx: ProgramContext, first: RunningPlugin): ReadyPlugin {
  let current: RunningPlugin | undefined = first;
  return {
    get: async () => {
      if (current?.isLost()) {
        await endProgram(ctx, current);
        current = await anotherOne(ctx);
      }
      return current;
    },
    end: async () => {
      if (current) await endProgram(ctx, current);
      current = undefined;
    },
  };
}

async function anotherOne(ctx: ProgramContext): Promise<RunningPlugin | undefined> {
  const next = await ctx.program.start();
  const reply = await initialize(ctx, next);
  if (reply.kind === 'result') return next;
  await endProgram(ctx, next);
  return undefined;
}

export function initialize({ patience, version }: ProgramContext, plugin: RunningPlugin): Promise<Reply> {
  return plugin.ask(wireMethods.initialize, initializeParams(version), patience.handshake);
}

/** Looks at one thing, with a plugin that is still there to be asked. */
export async function lookAt(
  { book }: ProgramContext,
  ready: ReadyPlugin,
  ids: readonly CheckId[],
  look: (plugin: RunningPlugin) => Promise<void>,
): Promise<void> {
  const plugin = await ready.get();
  if (plugin === undefined) book.skipAll(ids, 'started anew, it did not answer initialize');
  else await look(plugin);
}

/** What it answered, in words, where that was not what was asked for. */
export function replyWords(reply: Reply): string {
  if (reply.kind === 'none') return reply.why;
  return reply.kind === 'error'
    ? `it answered the error ${reply.code}: ${reply.message}`
    : 'it answered a result';
}
