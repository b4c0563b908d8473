import type { WirePeer } from '../../errors/index.ts';
import { idProblem } from '../../registry/index.ts';
import { describedFields, wireMethods } from '../contract/index.ts';
import { malformed } from './wire-failure.ts';

/**
 * The descriptor that a plugin gave: the whole one, where there is one, else what the eight fields say. It has a
 * valid id, and says the same tool in both; the rest is checked by who registers it.
 * @throws ToolsError PLUGIN_ANSWER_MALFORMED
 */
export function descriptorOf(peer: WirePeer, described: unknown, whole?: unknown): unknown {
  const eight = described === undefined ? undefined : fieldsOf(peer, described);
  if (whole === undefined) return eight;
  const id = idOf(peer, wireMethods.descriptor, whole);
  if (eight && eight.id !== id)
    throw malformed(peer, wireMethods.descriptor, `its id is not the one of ${wireMethods.describe}`);
  return whole;
}

/** The eight fields and no others; null there says that there is none. */
function fieldsOf(peer: WirePeer, described: unknown): Readonly<Record<string, unknown>> {
  const id = idOf(peer, wireMethods.describe, described);
  const given = described as Readonly<Record<string, unknown>>;
  const fields = describedFields.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(fields), id };
}

function idOf(peer: WirePeer, method: string, tool: unknown): string {
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool))
    throw malformed(peer, method, 'it is no object');
  const { id } = tool as { readonly id?: unknown };
  if (typeof id !== 'string') throw malformed(peer, method, 'its id is no text');
  const problem = idProblem(id);
  if (problem !== undefined) throw malformed(peer, method, `its id breaks a rule of ids: ${problem}`);
  return id;
}
