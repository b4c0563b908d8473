import { type ErrorCode, ToolsError, visibleText, type WirePeer } from '../../errors/index.ts';
import { methodNotFound } from '../contract/index.ts';
import { type Noise, noiseClause } from './noise-log.ts';
import type { TransportEnd } from './transport.ts';
import { isRemoteError, type RawMessage } from './wire-message.ts';

export function unreachable({ plugin, file }: WirePeer, method: string | undefined, why: string): ToolsError {
  return new ToolsError('PLUGIN_UNREACHABLE', { plugin, file, method, why });
}

export function cancelled({ plugin, file }: WirePeer, method: string): ToolsError {
  return new ToolsError('PLUGIN_CALL_CANCELLED', { plugin, file, method });
}

export function methodAbsent({ plugin, file }: WirePeer, method: string): ToolsError {
  return new ToolsError('PLUGIN_METHOD_ABSENT', { plugin, file, method });
}

export function malformed({ plugin, file }: WirePeer, method: string, why: string): ToolsError {
  return new ToolsError('PLUGIN_ANSWER_MALFORMED', { plugin, file, method, why });
}

/** Why an answer with the right id gives no result; undefined: it does. */
export function failureOf(peer: WirePeer, method: string, answer: RawMessage): ToolsError | undefined {
  if (answer.jsonrpc === undefined) return malformed(peer, method, 'it lacks "jsonrpc"');
  if (answer.error !== undefined && answer.error !== null) return errorOf(peer, method, answer.error);
  if (answer.result !== undefined && answer.result !== null) return undefined;
  return malformed(peer, method, 'its result is null, and it has no error');
}

export function errorOf({ plugin, file }: WirePeer, method: string, error: unknown): ToolsError {
  if (!isRemoteError(error))
    return malformed({ plugin, file }, method, 'its error lacks an integer code or a message');
  if (error.code === methodNotFound) return methodAbsent({ plugin, file }, method);
  const said = clause(error.message) || 'it did not say why';
  return new ToolsError('PLUGIN_CALL_FAILED', { plugin, file, method, code: error.code, said });
}

export function timeoutClause(limitMs: number, noise: Noise): string {
  const late = `it did not answer within ${seconds(limitMs)}`;
  return noise.lines === 0 ? late : `${late}, but wrote ${noiseClause(noise)}`;
}

/** Why nothing more is heard, with the last thing it said for people. */
export function endClause({ code, signal, isRunning }: TransportEnd, stderr: Buffer, noise: Noise): string {
  const how = isRunning
    ? 'it closed its output and goes on'
    : signal === null
      ? `it ended with exit code ${code}`
      : `it was ended by ${signal}`;
  const wrote = noise.lines === 0 ? '' : `, having written ${noiseClause(noise)}`;
  const words = stderr.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
  return words === '' ? how + wrote : `${how}${wrote}; its last words: ${clause(words)}`;
}

/** Foreign text as a part of a sentence of ours. */
function clause(text: string): string {
  return visibleText(text.trim().slice(0, mostLetters)).replace(/[.!]+$/, '');
}

const mostLetters = 240;

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}

/** Why a call failed, as the end of a sentence that names the plugin. */
export function whyOf(error: unknown): string {
  if (isCode(error, 'PLUGIN_UNREACHABLE') || isCode(error, 'PLUGIN_ABSENT')) return error.data.why;
  if (isCode(error, 'PLUGIN_ANSWER_MALFORMED'))
    return `its answer to ${error.data.method} can't be used: ${error.data.why}`;
  if (isCode(error, 'PLUGIN_CALL_FAILED'))
    return `it answered ${error.data.method} with error ${error.data.code}: ${error.data.said}`;
  if (isCode(error, 'PLUGIN_METHOD_ABSENT')) return `it has no method ${error.data.method}`;
  if (isCode(error, 'PLUGIN_CALL_CANCELLED')) return `${error.data.method} was cancelled`;
  if (isCode(error, 'PROGRAM_NOT_FOUND')) return 'its program is not there';
  return (error instanceof Error ? error.message : String(error)).replace(/[.]+$/, '');
}

export function isCode<Code extends ErrorCode>(error: unknown, code: Code): error is ToolsError<Code> {
  return error instanceof ToolsError && error.code === code;
}
