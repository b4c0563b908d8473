import { ToolsError } from '../errors/index.ts';
import { type AppPaths, type Host, unwatched, withEnvironment } from '../platform/index.ts';
import {
  firstProgram,
  nativeProgram,
  type Program,
  type ProgramQuery,
  searchProgram,
} from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { findInstallation, versionFolder } from './installation.ts';

/** What is started for a tool. */
export interface ToolProgram {
  readonly file: string;
  /** Goes before all other arguments. */
  readonly argsPrefix: readonly string[];
  /** Known without looking for a managed one only. */
  readonly version?: string;
  /** `file`: the user named that executable. */
  readonly source: 'managed' | 'path' | 'known' | 'file';
  /** The launcher that leads to `file`, as it was found. */
  readonly path: string;
}

/**
 * The program of an installation: the version we manage, or the executable that the user named, else the first one
 * on PATH, else where the tool's own installers put it; and in each case the native program rather than a launcher
 * that would orphan it.
 * @throws ToolsError PROGRAM_NOT_FOUND, INSTALLATION_NOT_FOUND, INSTALLATION_NAME_UNUSABLE, STATE_DAMAGED
 */
export function programOf(host: Host, paths: AppPaths, tool: AITool, name: string): ToolProgram {
  const { program } = findInstallation(host, paths, tool, name);
  if (program.kind === 'managed')
    return managedProgram(host, paths, tool, { name, version: program.version });
  if (program.file !== undefined) return namedProgram(host, paths, tool, { name, file: program.file });
  const query = queryOf(host, paths, tool);
  // Where PATH leads is asked anew at each start, and compared with the answer.
  const found = firstProgram(unwatched(host), query);
  if (!found) throw nowhere(tool);
  const source = query.knownPaths.includes(found.path) ? 'known' : 'path';
  return { file: startedFile(host, found, tool), argsPrefix: [], source, path: found.path };
}

function nowhere(tool: AITool): ToolsError<'PROGRAM_NOT_FOUND'> {
  const isOurs = tool.executable?.npmPackage !== undefined;
  return new ToolsError('PROGRAM_NOT_FOUND', {
    program: namesOf(tool).join(', '),
    tool: tool.id,
    ...(!isOurs && { elsewhere: tool.installCommand?.join(' ') ?? `tools info ${tool.id}` }),
  });
}

function managedProgram(
  host: Host,
  paths: AppPaths,
  tool: AITool,
  at: { readonly name: string; readonly version: string },
): ToolProgram {
  const folder = versionFolder(host, paths, tool, at);
  const managed = programIn(host, folder, tool);
  const { name: installation, version } = at;
  if (!managed)
    throw new ToolsError('PROGRAM_NOT_FOUND', { program: folder, tool: tool.id, installation, version });
  const { file, path } = managed;
  return { file, argsPrefix: [], version, source: 'managed', path };
}

/** PATH is never asked instead: that would be another installation. */
function namedProgram(
  host: Host,
  paths: AppPaths,
  tool: AITool,
  { name, file }: { readonly name: string; readonly file: string },
): ToolProgram {
  const found = programAt(host, paths, file);
  if (typeof found === 'string')
    throw new ToolsError('PROGRAM_NOT_FOUND', { program: file, tool: tool.id, installation: name });
  return { file: startedFile(host, found, tool), argsPrefix: [], source: 'file', path: found.path };
}

/** The executable at exactly that path, or why it can't be started. */
export function programAt(host: Host, paths: AppPaths, file: string): Program | string {
  const { found, rejected } = searchProgram(host, { names: [], knownPaths: [file], shims: paths.shims });
  return found ?? rejected[0]?.reason ?? 'nothing is there';
}

/** Everything outside our folder that could be started for a tool, best first, and what was passed over. */
export function programsOf(
  host: Host,
  paths: AppPaths,
  tool: AITool,
): {
  readonly found: readonly Program[];
  readonly rejected: readonly { readonly path: string; readonly reason: string }[];
} {
  const { all, rejected } = searchProgram(host, queryOf(host, paths, tool));
  return { found: all, rejected };
}

/** The tool's program in a folder that npm installed into; undefined when there is none that can be started. */
export function programIn(
  host: Host,
  folder: string,
  tool: AITool,
): { file: string; path: string } | undefined {
  const bin = host.path.join(folder, 'node_modules', '.bin');
  const found = firstProgram(withEnvironment(host, { ...host.env, PATH: bin, Path: bin }), {
    names: namesOf(tool),
    shims: '',
  });
  return found && { file: startedFile(host, found, tool), path: found.path };
}

/** What is searched for where an installation names no program. */
export function queryOf(host: Host, paths: AppPaths, tool: AITool): Required<ProgramQuery> {
  return { names: namesOf(tool), knownPaths: knownPaths(host, tool), shims: paths.shims };
}

function startedFile(host: Host, program: Program, tool: AITool): string {
  return nativeProgram(host, program, tool.executable?.npmPackage, tool.executable?.native);
}

/** What its program may be called, the preferred one first. */
export function namesOf(tool: AITool): readonly string[] {
  return tool.executable?.names ?? [tool.id];
}

function knownPaths(host: Host, tool: AITool): readonly string[] {
  const known = tool.executable?.knownPaths?.[host.platform] ?? [];
  return known.map((path) => host.path.normalize(path.replace('{userHome}', () => host.homeDir)));
}
