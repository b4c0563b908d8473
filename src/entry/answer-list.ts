import { recordedAnswer } from '../accounts/fast/answer-record.ts';
import { recordMark } from '../accounts/fast/launch-record.ts';
import { builtInMark } from '../cli/built-in-mark.ts';
import { builtInNames } from '../cli/built-in-names.ts';
import { secretsOf } from '../cli/redact.ts';
import { version } from '../cli/version.ts';
import { appPaths, columnsOfStdout, type Host, nodeHost } from '../platform/index.ts';
import type { Answered } from './answer.ts';

/** `list`, or `ls`, as it was answered before. */
export function answerList(
  verb: string,
  words: readonly string[],
  host: Host = nodeHost(),
  columns: number | null = columnsOfStdout() ?? null,
): Answered {
  const paths = appPaths(host);
  if (paths.warnings.length > 0) return undefined;
  const asked = { line: [verb, ...words], cwd: host.cwd, columns };
  const text = recordedAnswer({ host, paths }, recordMark(version, host, builtInMark), asked);
  return text !== undefined && !tellsSecret(text, host) ? text : undefined;
}

/** What was no secret then may be one now. */
function tellsSecret(text: string, { env }: Host): boolean {
  return secretsOf(env, builtInNames, []).some(
    (secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
  );
}
