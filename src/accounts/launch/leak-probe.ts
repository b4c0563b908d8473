import { ToolsError } from '../../errors/index.ts';
import { isEqualValue, readPointer, readPointers } from '../../formats/index.ts';
import { readVariable } from '../../process/index.ts';
import type { AITool, JsonValue, Leak, LeakProbe } from '../../registry/index.ts';
import { realPath } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import { aside } from '../aside.ts';
import type { AccountsContext } from '../context.ts';
import { type HomePaths, systemValues } from '../home/home-paths.ts';
import { relocationOf } from '../home/relocation.ts';
import { expandPaths, type TemplateValues } from '../home/templates.ts';
import { readToolFile } from '../home/tool-file.ts';

export interface LeakSituation {
  readonly account: Pick<StoredAccount, 'tool' | 'label'>;
  readonly paths: HomePaths;
  /** The home holds a usable login of its own. */
  readonly hasLogin: boolean;
  /** Variables that the child will be given on purpose: kept by the user, the account's own, a held key's. */
  readonly given: readonly string[];
  /** The child's working directory. */
  readonly cwd: string;
}

/**
 * Looks for a foreign login that the tool would take instead of the account's.
 * @throws ToolsError LEAK_FOUND naming the file and the way out; also when a file can't be looked at.
 */
export function probeLeaks(ctx: AccountsContext, tool: AITool, situation: LeakSituation): void {
  // What is asked of a directory is asked anew in another one.
  for (const { leak, probe } of openProbes(tool))
    probeLeak(isOfDirectory(probe) ? aside(ctx) : ctx, tool, leak, probe, situation);
}

/** What must be so in a directory for no leak to be there, whatever lies in a file that would have to be read. */
export interface HarmlessDirectory {
  /** Paths that lead to nothing from it, nor from any directory above it. */
  readonly absentAbove: readonly string[];
  /** It is none of these, by whatever name. */
  readonly notIn: readonly string[];
}

/** undefined: that can't be said so simply. */
export function harmlessDirectory({ host }: AccountsContext, tool: AITool): HarmlessDirectory | undefined {
  const probes = openProbes(tool).filter(({ probe }) => isOfDirectory(probe));
  const isHome = probes.filter(({ probe }) => probe.when === 'cwdIsUserHome');
  const below = probes.flatMap(({ probe }) => (probe.when === 'cwdIsUserHome' ? [] : probe.path));
  const rests = below.flatMap((path) => /^\{(?:ancestors|cwd)\}\/([^{}]+)$/.exec(path)?.[1] ?? []);
  if (rests.length < below.length) return undefined;
  return { absentAbove: [...new Set(rests)], notIn: isHome.length > 0 ? [host.homeDir] : [] };
}

function isOfDirectory({ path, when }: LeakProbe): boolean {
  return when === 'cwdIsUserHome' || /\{(?:ancestors|cwd)\}/.test(path);
}

/** What a variable or setting of ours closes is closed in every child; only the others need a look. */
function openProbes(tool: AITool): readonly { readonly leak: Leak; readonly probe: LeakProbe }[] {
  return (relocationOf(tool).leaks ?? []).flatMap((leak) =>
    leak.probe && !isClosed(tool, leak) ? [{ leak, probe: leak.probe }] : [],
  );
}

/** Not by what the descriptor promises, but by what every launch really sets. */
export function isClosed(tool: AITool, leak: Leak): boolean {
  if (leak.action !== 'set') return false;
  const { own, borrowed, settings } = relocationOf(tool);
  const set = { ...own, ...borrowed, ...tool.environment?.set };
  return (leak.closedBy ?? []).some(
    (name) =>
      Object.hasOwn(set, name) || settings?.some(({ pointer }) => pointer === name || pointer === `/${name}`),
  );
}

function probeLeak(
  ctx: AccountsContext,
  tool: AITool,
  leak: Leak,
  probe: LeakProbe,
  situation: LeakSituation,
): void {
  const { host } = ctx;
  if (probe.when === 'cwdIsUserHome' && !isSameDirectory(ctx, situation.cwd, host.homeDir)) return;
  if (probe.when === 'noLogin' && situation.hasLogin) return;
  const values = { ...systemValues(ctx), cwd: situation.cwd, home: situation.paths.home };
  const keys = (probe.keys ?? []).filter((key) => !situation.given.includes(key));
  if (probe.keys && keys.length === 0) return;
  for (const path of expandPaths(host, probe.path, values)) {
    if (isOwn(ctx, path, situation.paths) || isNamedElsewhere(ctx, tool, probe, path, values)) continue;
    const hit = hitIn(ctx, probe, path, keys);
    if (!hit || isOutranked(ctx, probe, hit.key, situation.paths)) continue;
    throw new ToolsError('LEAK_FOUND', {
      tool: tool.id,
      label: situation.account.label,
      path,
      ...hit,
      wayOut: wayOutOf(ctx, situation, tool, path, hit.key, probe, leak),
    });
  }
}

/** What was found, or why it can't be told. */
interface Hit {
  readonly key?: string;
  readonly problem?: string;
}

function hitIn(
  ctx: AccountsContext,
  probe: LeakProbe,
  path: string,
  keys: readonly string[],
): Hit | undefined {
  const file = readToolFile(ctx.host, path, probe.format === 'exists' ? 'text' : probe.format);
  if (file.state === 'absent') return undefined;
  if (probe.format === 'exists') return {};
  if (file.state === 'unreadable') return { problem: file.cause };
  if (file.state === 'damaged') return { problem: file.problem };
  const key = keys.find((name) => isPresent(file.value, probe.format, name));
  return key === undefined ? undefined : { key };
}

function isPresent(document: JsonValue, format: LeakProbe['format'], key: string): boolean {
  return readPointers(document, format === 'dotenv' ? pointerOf(key) : key).some(
    ({ value }) => value !== null && value !== '' && value !== false,
  );
}

/** A file of the home is stronger: it has the same key, non-empty, or the value that decides. */
function isOutranked(
  { host }: AccountsContext,
  { unless, format }: LeakProbe,
  key: string | undefined,
  paths: HomePaths,
): boolean {
  if (!unless) return false;
  if (unless.pointer !== undefined) {
    const file = readToolFile(host, paths.fileOf(unless), 'jsonc');
    const value = file.state === 'read' ? readPointer(file.value, unless.pointer) : undefined;
    return isEqualValue(value, unless.equals);
  }
  if (key === undefined || format === 'exists') return false;
  const file = readToolFile(host, paths.fileOf(unless), format);
  return file.state === 'read' && isPresent(file.value, format, key);
}

/** A working directory inside the home meets the home's own files on its way up. */
function isOwn({ host }: AccountsContext, path: string, paths: HomePaths): boolean {
  const relative = host.path.relative(paths.home, path);
  return relative !== '' && !relative.startsWith('..') && !host.path.isAbsolute(relative);
}

/** A place met on the way up that another probe names for itself: that one knows more about it. */
function isNamedElsewhere(
  { host }: AccountsContext,
  tool: AITool,
  { path: template }: LeakProbe,
  path: string,
  values: TemplateValues,
): boolean {
  if (!template.startsWith('{ancestors}')) return false;
  return (relocationOf(tool).leaks ?? []).some(
    ({ probe }) =>
      probe && !probe.path.startsWith('{ancestors}') && expandPaths(host, probe.path, values)[0] === path,
  );
}

function isSameDirectory({ host }: AccountsContext, a: string, b: string): boolean {
  const real = (path: string): string => realPath(host, path) ?? path;
  return a === b || real(a) === real(b);
}

function wayOutOf(
  { host }: AccountsContext,
  { account }: LeakSituation,
  tool: AITool,
  path: string,
  key: string | undefined,
  probe: LeakProbe,
  leak: Leak,
): string {
  if (probe.when === 'cwdIsUserHome') return 'cd to another directory, then try again';
  const variable = key && probe.format === 'dotenv' ? key : leak.closedBy?.[0];
  // Only a variable that is there can be kept, and is then stronger than the file.
  const isKeepable = variable !== undefined && readVariable(host.platform, host.env, variable);
  if (isKeepable && tool.environment?.outranks?.includes(variable)) {
    return `move ${path} away, or tools run ${tool.id} -a ${account.label} --keep-env ${variable}`;
  }
  return `move ${path} away, or take ${key ?? 'the login'} out of it`;
}

function pointerOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
