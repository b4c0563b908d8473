import { type ErrorCode, ToolsError } from '../errors/index.ts';
import { isObject, type JsonValue, parseDocument, readPointer } from '../formats/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { type Captured, hideUsers, runCaptured, searchProgram } from '../process/index.ts';

export interface NpmCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Never where the user happens to be: a repository's .npmrc could name another registry. */
  readonly cwd: string;
  /** What it is about, for errors. */
  readonly package: string;
  readonly version: string;
}

/**
 * What npm answers in JSON; null for an empty answer.
 * @throws ToolsError NPM_MISSING, PACKAGE_NOT_FOUND, REGISTRY_UNREACHABLE, INSTALL_FAILED
 */
export async function askNpm(host: Host, paths: AppPaths, call: NpmCall): Promise<JsonValue> {
  const { found } = searchProgram(host, { names: ['npm'], shims: paths.shims });
  if (!found) throw new ToolsError('NPM_MISSING', { cause: 'it is not on PATH' });
  const start = { file: found.path, args: [...call.args, ...commonArgs], env: call.env, cwd: call.cwd };
  const result = await runCaptured(host, start, limits).catch((error: unknown) => {
    if (error instanceof ToolsError)
      throw new ToolsError('NPM_MISSING', { cause: causeOf(error) }, { cause: error });
    throw error;
  });
  const answer = answerOf(result.stdout);
  if (result.code !== 0) throw failureOf(call, result, answer);
  return answer;
}

const limits = { timeoutMs: 30 * 60_000, maxBytes: 64 * 1024 * 1024 };
const commonArgs = [
  '--json',
  '--loglevel=error',
  '--no-update-notifier',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
];

const unreachable =
  /^(?:E(?:CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|NETUNREACH|HOSTUNREACH|HOSTDOWN|NETDOWN|PIPE|NOTCACHED|401|403|5\d\d|AUTH\w*|PROTO)|ERR_SOCKET_TIMEOUT|\w*CERT\w*|\w*SSL\w*)$/;

function failureOf(call: NpmCall, result: Captured, answer: JsonValue): ToolsError {
  const about = { package: call.package, version: call.version };
  const code = textAt(answer, '/error/code') ?? /^npm error code (\S+)/m.exec(result.stderr)?.[1] ?? '';
  if (code === 'E404' || code === 'ETARGET') return new ToolsError('PACKAGE_NOT_FOUND', about);
  const [summary] = (textAt(answer, '/error/summary') ?? '').split('\n');
  const cause = withoutSecrets([code, summary || endOf(result)].filter((part) => part !== '').join(': '));
  const row: ErrorCode = unreachable.test(code) ? 'REGISTRY_UNREACHABLE' : 'INSTALL_FAILED';
  return new ToolsError(row, { ...about, cause });
}

function answerOf(stdout: string): JsonValue {
  if (stdout.trim() === '') return null;
  try {
    return parseDocument(stdout, 'json');
  } catch {
    return null;
  }
}

function textAt(value: JsonValue, pointer: string): string | undefined {
  const found = isObject(value) ? readPointer(value, pointer) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function endOf({ code, signal, timedOut, truncated }: Captured): string {
  if (timedOut) return 'it took too long';
  if (truncated) return 'it wrote too much';
  return signal ? `it was ended by ${signal}` : `it ended with ${code}`;
}

/** npm puts the registry's address, and now and then a token of its own kind, into its messages. */
function withoutSecrets(text: string): string {
  return hideUsers(text)
    .replace(/npm_\w+/g, 'npm_***')
    .slice(0, 300);
}

function causeOf(error: ToolsError): string {
  const { cause } = error.data as { readonly cause?: string };
  return cause ?? 'it is gone';
}
