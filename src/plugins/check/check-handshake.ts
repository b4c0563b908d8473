import { wireLimits } from '../contract/index.ts';
import { lastWords } from './last-words.ts';
import type { RunningPlugin } from './plugin-program.ts';
import { initialize, type ProgramContext, replyWords } from './program-context.ts';
import { safeSentence, shown } from './shown.ts';
import { isFields, type Reply } from './wire-message.ts';

/** A first answer later than this is felt by whoever waits for it. */
const soon = wireLimits.handshakeMs / 2;

/** @returns the names of what the plugin announced; undefined: it can't be talked with */
export async function checkHandshake(
  ctx: ProgramContext,
  plugin: RunningPlugin,
): Promise<readonly string[] | undefined> {
  const { book } = ctx;
  const reply = await initialize(ctx, plugin);
  if (
    reply.kind === 'none' &&
    plugin.isLost() &&
    plugin.seen.stdoutBytes() === 0 &&
    (await hasEnded(plugin))
  ) {
    book.fail(
      'start/starts',
      safeSentence(`${reply.why}${lastWords(plugin.piped.stderr().toString('utf8'))}`),
    );
    return undefined;
  }
  book.pass('start/starts');
  if (reply.kind !== 'result') {
    book.fail('wire/initialize', safeSentence(replyWords(reply)));
    return undefined;
  }
  noteTime(ctx, plugin.age());
  return capabilitiesOf(ctx, reply);
}

/** It may only be silent. */
async function hasEnded({ ended }: RunningPlugin): Promise<boolean> {
  const how = await Promise.race([ended, Promise.resolve(undefined)]);
  return how !== undefined && !how.isRunning;
}

function noteTime({ book }: ProgramContext, milliseconds: number): void {
  const told = `initialize was answered after ${milliseconds} ms`;
  if (milliseconds > soon) book.warn('start/time', told);
  else book.pass('start/time', told);
}

function capabilitiesOf(
  { book }: ProgramContext,
  { result }: Extract<Reply, { kind: 'result' }>,
): readonly string[] | undefined {
  const { protocolVersion, capabilities } = isFields(result) ? result : {};
  if (typeof protocolVersion !== 'string') {
    book.fail('wire/initialize', `protocolVersion is ${shown(protocolVersion)}, and no text`);
    return undefined;
  }
  book.pass('wire/initialize');
  if (!/^1(?:\.\d+)?$/.test(protocolVersion)) {
    book.fail('wire/version', `its version is ${shown(protocolVersion)}`);
    return undefined;
  }
  book.pass('wire/version');
  if (!isFields(capabilities)) {
    book.fail('wire/capabilities', `capabilities is ${shown(capabilities)}`);
    return [];
  }
  for (const [name, value] of Object.entries(capabilities))
    if (typeof value !== 'boolean') book.fail('wire/capabilities', `${shown(name)} is ${shown(value)}`);
  book.pass('wire/capabilities');
  return Object.entries(capabilities).flatMap(([name, value]) => (value === true ? name : []));
}
