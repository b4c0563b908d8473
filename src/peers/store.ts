import { ToolsError } from '../errors/index.ts';
import { documentText, isObject, type JsonValue, parseDocument, parseYaml } from '../formats/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import type { AITool, KnownTools } from '../registry/index.ts';
import type { Computer, Store } from './peer.ts';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** More than any of them ever writes; a file that grew beyond is not read into memory to find out. */
const largest = 16 * 1024 * 1024;

/** The object in a JSON file of the store; undefined where there is no file. @throws ToolsError PEER_DAMAGED */
export function jsonOf(store: Store, path: string): JsonObject | undefined {
  return objectOf(store, path, (text) => parseDocument(text, 'json'));
}

/** The same of a YAML file. @throws ToolsError PEER_DAMAGED */
export function yamlOf(store: Store, path: string): JsonObject | undefined {
  return objectOf(store, path, parseYaml);
}

/** The text of a file of the store; undefined where there is none. @throws ToolsError PEER_DAMAGED */
export function textOf(store: Store, path: string): string | undefined {
  try {
    const stat = store.host.files.stat(path);
    if (!stat) return undefined;
    if (!stat.isFile()) throw damaged(store, path, 'it is not a regular file');
    if (stat.size > largest) throw damaged(store, path, `it has ${stat.size} bytes`);
    return documentText(store.host.files.readFile(path));
  } catch (error) {
    throw readable(store, path, error);
  }
}

/** What can't be read is left, and said; anything else goes on. */
export function unlessDamaged<Found>(left: string[], read: () => readonly Found[]): readonly Found[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ToolsError) || !/^PEER_(?:DAMAGED|NEWER)$/.test(error.code)) throw error;
    left.push(error.message);
    return [];
  }
}

/**
 * The directories in a folder of the store, by name, those that are hidden left out; none where there is no folder.
 * @throws ToolsError PEER_DAMAGED
 */
export function foldersIn(store: Store, folder: string): readonly string[] {
  const { files, path } = store.host;
  try {
    return [...files.readdir(folder)]
      .filter((name) => !name.startsWith('.') && isDirectory(store.host, path.join(folder, name)))
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw readable(store, folder, error);
  }
}

/** A directory lies there, or what leads to one; what can't be looked at is none. */
export function isDirectory({ files }: Host, path: string): boolean {
  try {
    return files.stat(path)?.isDirectory() ?? false;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

/** Of one directory, here: what a file of the store says is not to lead out of it. */
export function isFolderName(name: string): boolean {
  return !/^\.{0,2}$|[/\\\0]/.test(name);
}

/** @throws ToolsError PEER_DAMAGED for what is no version, PEER_NEWER for one that is not known yet */
export function requireVersion(
  store: Store,
  path: string,
  version: JsonValue | undefined,
  known: number,
): void {
  if (typeof version !== 'number') throw damaged(store, path, 'it does not say which version it is');
  if (version <= known) return;
  throw new ToolsError('PEER_NEWER', { peer: store.peer.displayName, path, version, known });
}

export function damaged({ peer }: Store, path: string, problem: string): ToolsError {
  return new ToolsError('PEER_DAMAGED', { id: peer.id, peer: peer.displayName, path, problem });
}

/** The object that a member is; an empty one where it is none. */
export function recordIn(object: JsonObject | undefined, name: string): JsonObject {
  const value = memberIn(object, name);
  return isObject(value) ? value : {};
}

/** The same of what has to be one where it is there. @throws ToolsError PEER_DAMAGED */
export function requireRecord(store: Store, path: string, object: JsonObject, name: string): JsonObject {
  const value = memberIn(object, name) ?? {};
  if (isObject(value)) return value;
  throw damaged(store, path, `what it calls ${name} is something else`);
}

/** The objects in a list that has to be there. @throws ToolsError PEER_DAMAGED */
export function requireList(
  store: Store,
  path: string,
  object: JsonObject,
  name: string,
): readonly JsonObject[] {
  const value = memberIn(object, name);
  if (!Array.isArray(value) || !value.every(isObject))
    throw damaged(store, path, `what it calls ${name} is something else`);
  return value;
}

/** A text that says something. */
export function textIn(object: JsonObject | undefined, name: string): string | undefined {
  const value = memberIn(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The members of an object that are objects, by name. */
export function recordsOf(object: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(object).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []));
}

/** The members of an object that are texts, by name. */
export function textsOf(object: JsonObject): readonly (readonly [string, string])[] {
  return Object.keys(object).flatMap((name) => {
    const text = textIn(object, name);
    return text === undefined ? [] : [[name, text] as const];
  });
}

/** The tool that is given its directory by a variable. */
export function toolGivenBy(tools: KnownTools, variable: string): AITool | undefined {
  return tools
    .all()
    .find((tool) => tool.configDirEnvVar === variable || Object.hasOwn(tool.relocation?.own ?? {}, variable));
}

/** A tool by the name that the peer has for it, which is ours as well; what is not known is left, and said. */
export function toolCalled({ tools }: Store, name: string, left: string[]): AITool | undefined {
  const tool = tools.tool(name);
  const said = `what it has of ${name}, which is no tool that is known here`;
  if (!tool && !left.includes(said)) left.push(said);
  return tool;
}

/** A directory that a variable names; undefined where it names none. */
export function directoryIn({ env, path }: Computer, variable: string): string | undefined {
  const value = env[variable];
  return value !== undefined && path.isAbsolute(value) ? path.normalize(value) : undefined;
}

function memberIn(object: JsonObject | undefined, name: string): JsonValue | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

function objectOf(store: Store, path: string, parse: (text: string) => JsonValue): JsonObject | undefined {
  const text = textOf(store, path);
  if (text === undefined) return undefined;
  try {
    const value = parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    throw readable(store, path, error);
  }
  throw damaged(store, path, 'it does not hold what belongs there');
}

/** What a reader may be told of a failure: where and what, never a piece of the file. */
function readable(store: Store, path: string, error: unknown): unknown {
  if (error instanceof ToolsError && error.code === 'DOCUMENT_DAMAGED') {
    const { offset, problem } = error.data as { offset: number; problem: string };
    return damaged(store, path, `${problem}, at offset ${offset}`);
  }
  const cause = errnoOf(error);
  return cause === undefined ? error : damaged(store, path, `it can't be read (${cause})`);
}
