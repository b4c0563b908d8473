import { ToolsError, visibleText, type WirePeer } from '../../errors/index.ts';
import { type InitializeParams, wireMethods, wireVersion } from '../contract/index.ts';
import type { Connection, WireLimits } from './connection.ts';
import { descriptorOf } from './described-tool.ts';
import { isCode, malformed } from './wire-failure.ts';

export interface Described {
  /** Holds a valid id; nothing else of it has been checked. */
  readonly descriptor: unknown;
  readonly capabilities: readonly string[];
}

export interface Handshake {
  /** What the plugin announced. @throws ToolsError PLUGIN_REJECTED, and as a call */
  readonly capabilities: Promise<readonly string[]>;
  readonly described: Promise<Described>;
}

/** Greets a plugin and asks what it is: `initialize` and `tool/describe` in one write. */
export function shakeHands(
  connection: Connection,
  peer: WirePeer,
  { handshakeMs }: WireLimits,
  version: string,
): Handshake {
  const deadline = performance.now() + handshakeMs;
  const bounds = () => ({ timeoutMs: Math.max(1, deadline - performance.now()) });
  const initialized = connection.call(wireMethods.initialize, initializeParams(version), {
    timeoutMs: handshakeMs,
  });
  const answer = connection.call(wireMethods.describe, undefined, { timeoutMs: handshakeMs });
  const capabilities = initialized.then((result) => capabilitiesOf(peer, result));
  const described = describedBy(capabilities, answer, peer, () =>
    connection.call(wireMethods.descriptor, undefined, bounds()),
  );
  // Not everybody who needs the plugin asks what it is.
  for (const promise of [capabilities, answer, described]) promise.catch(() => {});
  return { capabilities, described };
}

/** What we say of ourselves; whoever checks a plugin says the same. */
export function initializeParams(version: string): InitializeParams {
  return {
    protocolVersion: wireVersion,
    host: { name: 'ai-tool-registry', version },
    capabilities: { [wireMethods.cancel]: true },
  };
}

async function describedBy(
  announced: Promise<readonly string[]>,
  answer: Promise<unknown>,
  peer: WirePeer,
  whole: () => Promise<unknown>,
): Promise<Described> {
  const capabilities = await announced;
  if (!capabilities.includes(wireMethods.descriptor))
    return { descriptor: descriptorOf(peer, await answer), capabilities };
  const [described, descriptor] = await Promise.all([answer.catch(unlessAbsent), whole()]);
  return { descriptor: descriptorOf(peer, described, descriptor), capabilities };
}

/** Who gives the whole descriptor need not describe the eight fields. */
function unlessAbsent(error: unknown): undefined {
  if (!isCode(error, 'PLUGIN_METHOD_ABSENT')) throw error;
}

function capabilitiesOf({ plugin, file }: WirePeer, result: unknown): readonly string[] {
  const { protocolVersion, capabilities } = Object(result) as Record<string, unknown>;
  const refuse = (why: string) => malformed({ plugin, file }, wireMethods.initialize, why);
  if (typeof protocolVersion !== 'string') throw refuse('its protocolVersion is no text');
  if (!welcome.test(protocolVersion)) {
    const version = visibleText(JSON.stringify(protocolVersion.slice(0, 40)));
    throw new ToolsError('PLUGIN_REJECTED', { plugin, file, version, ours: wireVersion });
  }
  if (typeof capabilities !== 'object' || capabilities === null || Array.isArray(capabilities))
    throw refuse('its capabilities are no object');
  return Object.entries(capabilities)
    .filter(([name, has]) => has === true && name.length <= mostLetters)
    .slice(0, mostCapabilities)
    .map(([name]) => name);
}

/** Our major, whatever its minor. */
const welcome = new RegExp(`^${wireVersion}(?:\\.\\d{1,9}){0,2}$`);
const mostCapabilities = 64;
const mostLetters = 128;
