import { ToolsError } from '../../errors/index.ts';
import { type ExtensionPoint, extensionPoints } from '../contract/index.ts';
import { noteCall } from './calls-under-way.ts';
import { clauseOfFailure, isOurs } from './harmless.ts';
import { plainCopy } from './plain-copy.ts';
import { withinTime } from './within-time.ts';

/**
 * Asks a plugin for what a point is for, within the point's time. The answer is plain data, no larger than the point
 * allows; null where there is none.
 * @throws ToolsError PLUGIN_TIMED_OUT, PLUGIN_ANSWER_UNUSABLE, PLUGIN_FAILED, and errors of ours
 */
export async function callBounded(
  id: string,
  point: ExtensionPoint,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  const { timeoutMs: ms, maxBytes } = extensionPoints[point];
  let answer: unknown;
  try {
    answer = await withinTime((signal) => noteCall(id, () => work(signal)), ms, {
      late: () => new ToolsError('PLUGIN_TIMED_OUT', { id, what: point, ms }),
    });
  } catch (error) {
    if (isOurs(error)) throw error;
    // Who is asked for a secret may say one when it fails.
    const why = point === 'secretReference' ? 'it could not give the key' : clauseOfFailure(error);
    throw new ToolsError('PLUGIN_FAILED', { id, what: point, why }, { cause: error });
  }
  return plainData(id, point, answer, maxBytes);
}

function plainData(id: string, point: ExtensionPoint, answer: unknown, most: number): unknown {
  if (answer === undefined || answer === null) return null;
  const plain = plainCopy(answer);
  if (plain === undefined) throw unusable(id, point, 'it is no plain data');
  if (Buffer.byteLength(plain.text) > most) throw unusable(id, point, `it is larger than ${most} bytes`);
  return plain.copy;
}

export function unusable(id: string, what: string, problem: string): ToolsError<'PLUGIN_ANSWER_UNUSABLE'> {
  return new ToolsError('PLUGIN_ANSWER_UNUSABLE', { id, what, problem });
}
