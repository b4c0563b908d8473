import type { ToolDescriptor } from '../../registry/index.ts';
import { wireLimits } from '../contract/index.ts';
import { lineFraming } from '../rpc/line-framing.ts';
import { answerCalls } from './answer-calls.ts';
import { processPeer } from './process-peer.ts';
import type { ServeHandlers, ServeStreams } from './serve-handlers.ts';
import { streamPeer } from './stream-peer.ts';

/**
 * Makes this process a plugin that brings one tool, and answers until the other side ends; then the process ends too.
 * stdout belongs to the protocol from now on: what `console.log` prints goes to stderr. While the host asks for nothing
 * but a description, nothing else runs here, timers neither: so call it last.
 */
export async function serveTool(
  descriptor: ToolDescriptor,
  handlers: ServeHandlers = {},
  streams?: ServeStreams,
): Promise<void> {
  const peer = streams ? streamPeer(streams) : processPeer();
  const calls = answerCalls(descriptor, handlers, peer.write);
  const framing = lineFraming(wireLimits.lineBytes, { line: calls.take, noise: () => {} });
  await peer.read(framing.push, calls.isIdle);
  framing.end();
  await calls.end();
  peer.leave();
}
