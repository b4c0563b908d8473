import { methodNotFound, wireMethods } from '../contract/index.ts';
import { endProgram } from './end-program.ts';
import type { RunningPlugin } from './plugin-program.ts';
import { lookAt, type ProgramContext, type ReadyPlugin, replyWords } from './program-context.ts';
import { safeSentence } from './shown.ts';
import type { Reply } from './wire-message.ts';
import { callLine } from './wire-talk.ts';

/** What no plugin knows. */
const unknownMethod = 'check/unknown';

/** Lines as they may come, whole and in pieces, and lines that should be passed over. */
export async function checkFraming(ctx: ProgramContext, ready: ReadyPlugin): Promise<void> {
  await lookAt(ctx, ready, ['wire/unknown'], (plugin) => checkUnknown(ctx, plugin));
  await lookAt(ctx, ready, ['wire/silence'], (plugin) => checkSilence(ctx, plugin));
  await lookAt(ctx, ready, ['wire/pieces'], (plugin) => checkPieces(ctx, plugin));
  await lookAt(ctx, ready, ['wire/long'], (plugin) => checkLong(ctx, plugin));
  await lookAt(ctx, ready, ['wire/cancel'], (plugin) => checkCancel(ctx, plugin));
}

async function checkUnknown({ book, patience }: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const reply = await plugin.ask(unknownMethod, {}, patience.call);
  if (reply.kind === 'error' && reply.code === methodNotFound) book.pass('wire/unknown');
  else book.fail('wire/unknown', safeSentence(replyWords(reply)));
}

/** What is passed over, each by its name. */
const noCalls: Readonly<Record<string, string>> = {
  'a blank line': '\n',
  'a line that is no JSON': 'this is no JSON {\n',
  'a notification': '{"jsonrpc":"2.0","method":"check/notification"}\n',
};

async function checkSilence(ctx: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const { book } = ctx;
  for (const [what, line] of Object.entries(noCalls)) {
    const before = plugin.seen.unasked();
    plugin.write(line);
    await passing(pause);
    const reply = await plugin.ask(wireMethods.describe, {}, ctx.patience.call);
    if (reply.kind === 'none') return book.fail('wire/silence', safeSentence(`after ${what}: ${reply.why}`));
    if (plugin.seen.unasked() > before) book.fail('wire/silence', `it answered ${what}`);
  }
  book.pass('wire/silence');
}

/** Milliseconds between what must not come as one. */
const pause = 30;

function passing(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

async function checkPieces({ book, patience }: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const id = plugin.nextId();
  const line = callLine(id, wireMethods.describe, {});
  const third = Math.ceil(line.length / 3);
  for (const from of [0, third, 2 * third]) {
    plugin.write(line.slice(from, from + third));
    await passing(pause);
  }
  const reply = await plugin.answer(id, patience.call);
  if (reply.kind === 'none') book.fail('wire/pieces', safeSentence(reply.why));
  else book.pass('wire/pieces');
}

const longBytes = 262_144;

async function checkLong({ book, patience }: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const params = { padding: 'x'.repeat(longBytes) };
  const reply = await plugin.ask(wireMethods.describe, params, patience.call);
  if (reply.kind === 'none') book.fail('wire/long', safeSentence(reply.why));
  else book.pass('wire/long');
}

/** The call that is cancelled may be answered, once, or not at all; the one after it is. */
async function checkCancel({ book, patience }: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const [id, next] = [plugin.nextId(), plugin.nextId()];
  const cancel = { jsonrpc: '2.0', method: wireMethods.cancel, params: { id, reason: 'cancelled' } };
  const answered = plugin.answer(next, patience.call);
  const call = (each: number) => callLine(each, wireMethods.describe, {});
  plugin.write(`${call(id)}${JSON.stringify(cancel)}\n${call(next)}`);
  const reply = await answered;
  if (reply.kind === 'none') book.fail('wire/cancel', safeSentence(reply.why));
  else book.pass('wire/cancel');
}

/** As we begin, and as AIToolKit does: at once, and without params. */
export async function checkTogether(ctx: ProgramContext): Promise<void> {
  const plugin = await ctx.program.start();
  const [one, two] = [plugin.nextId(), plugin.nextId()];
  const waits = [plugin.answer(one, ctx.patience.handshake), plugin.answer(two, ctx.patience.handshake)];
  plugin.write(callLine(one, wireMethods.initialize) + callLine(two, wireMethods.describe));
  const replies = await Promise.all(waits);
  note(ctx, wireMethods.initialize, replies[0]);
  note(ctx, wireMethods.describe, replies[1]);
  await endProgram(ctx, plugin);
}

function note({ book }: ProgramContext, method: string, reply: Reply | undefined): void {
  if (reply === undefined || reply.kind === 'none')
    book.fail('wire/together', safeSentence(`${method}: ${reply?.why ?? 'no answer'}`));
  else book.pass('wire/together');
}
