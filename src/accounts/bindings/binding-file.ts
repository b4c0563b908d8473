import { ToolsError } from '../../errors/index.ts';
import { documentText, parseStrictly } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import { idProblem } from '../../registry/index.ts';

/** At the root of a repository, or in any directory. */
export const bindingFileName = '.ai-tools.toml';

/** Bytes. Nobody writes more by hand. */
const longest = 64 * 1024;

/** What a file says, or so much of it that it is known to be too long. */
export function readBounded({ files }: Pick<Host, 'files'>, path: string): Buffer {
  return files.readStart(path, longest + 1);
}

/** What a file in a repository says, as far as we heed it. */
export interface BindingFile {
  /** Tool → an alias of the user's, else a label. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** Folders of plugins, as it says them: by its words each lies inside its directory. */
  readonly plugins: readonly string[];
  /** Keys that mean nothing to us: never obeyed. */
  readonly unknown: readonly string[];
}

/** Who a tool must run as. */
export interface Requirement {
  /** Public fingerprints of accounts or organisations, any of which will do. */
  readonly fingerprints: readonly string[];
  readonly mode: 'refuse' | 'warn';
}

/** @throws ToolsError BINDING_FILE_DAMAGED naming the line, or the key */
export function parseBindingFile(bytes: Uint8Array, path: string): BindingFile {
  const fail: Fail = (problem) => {
    throw new ToolsError('BINDING_FILE_DAMAGED', { path, problem });
  };
  if (bytes.byteLength > longest) return fail(`it is longer than ${longest / 1024} KiB`);
  const top = documentOf(bytes, path);
  const accounts = tableAt(top, 'accounts', fail);
  const require = tableAt(top, 'require', fail);
  const plugins = pluginsIn(top, fail);
  const unknown = Object.keys(top).filter((key) => !known.includes(key));
  const named = new Map<string, string>();
  for (const [tool, name] of accounts) {
    if (idProblem(tool) !== undefined) unknown.push(`accounts.${tool}`);
    else if (typeof name === 'string' && /^[^\p{Cc}]{1,200}$/u.test(name)) named.set(tool, name);
    else fail(`accounts.${tool} is not the name of an account`);
  }
  const requirements = new Map<string, Requirement>();
  for (const [tool, value] of require) {
    if (idProblem(tool) !== undefined) unknown.push(`require.${tool}`);
    else requirements.set(tool, requirementOf(tool, value, unknown, fail));
  }
  return { accounts: named, requirements, plugins, unknown };
}

const known: readonly string[] = ['accounts', 'require', 'plugins'];

type Fail = (problem: string) => never;

function documentOf(bytes: Uint8Array, path: string): Readonly<Record<string, unknown>> {
  const text = decoded(bytes, path);
  try {
    return parseStrictly(text, 'toml', path);
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'DOCUMENT_DAMAGED') throw error;
    const { offset, problem } = error.data as { readonly offset: number; readonly problem: string };
    const line = text.slice(0, offset).split('\n').length;
    throw new ToolsError('BINDING_FILE_DAMAGED', { path, line, problem }, { cause: error });
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return documentText(bytes, path);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    throw new ToolsError('BINDING_FILE_DAMAGED', { path, problem: 'it is not UTF-8' }, { cause: error });
  }
}

function tableAt(
  top: Readonly<Record<string, unknown>>,
  key: string,
  fail: Fail,
): readonly [string, unknown][] {
  if (!Object.hasOwn(top, key)) return [];
  const value = top[key];
  return isTable(value) ? Object.entries(value) : fail(`${key} is not a table`);
}

/** More than a repository has use for. */
const mostPlugins = 32;

function pluginsIn({ plugins = [] }: Readonly<Record<string, unknown>>, fail: Fail): readonly string[] {
  const isList = Array.isArray(plugins) && plugins.length <= mostPlugins;
  return isList && plugins.every(isPathInside)
    ? plugins
    : fail(`plugins is not a list of at most ${mostPlugins} folders below it, such as "./tools/acme"`);
}

function isPathInside(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 500 || /[\p{Cc}\p{Cf}\\:]/u.test(value)) return false;
  const segments = value.replace(/^\.\//, '').split('/');
  return segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function requirementOf(tool: string, value: unknown, unknown: string[], fail: Fail): Requirement {
  const key = `require.${tool}`;
  if (!isTable(value)) return fail(`${key} is not a table`);
  const { fingerprint, mode = 'refuse', ...others } = value;
  unknown.push(...Object.keys(others).map((name) => `${key}.${name}`));
  if (mode !== 'refuse' && mode !== 'warn') return fail(`${key}.mode is neither "refuse" nor "warn"`);
  const listed: readonly unknown[] = Array.isArray(fingerprint) ? fingerprint : [fingerprint];
  const fingerprints = listed.filter((each) => typeof each === 'string' && isPublic.test(each)) as string[];
  if (fingerprints.length === 0 || fingerprints.length < listed.length)
    return fail(`${key}.fingerprint is not what tools whoami ${tool} --fingerprint prints for a login`);
  return { fingerprints, mode };
}

/** That of a key is of use on one computer only. */
const isPublic = /^(?:public|organization):[0-9a-f]{32}$/;

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
