import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { nativeProgram, type Program, searchProgram } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { readInstallation, versionsFolder } from './installation.ts';

/** What is started for a tool. */
export interface ToolProgram {
  readonly file: string;
  /** Goes before all other arguments. */
  readonly argsPrefix: readonly string[];
  /** Known without looking for a managed one only. */
  readonly version?: string;
  readonly source: 'managed' | 'path' | 'known';
  /** The launcher that leads to `file`, as it was found. */
  readonly path: string;
}

/**
 * The program of an installation: the version we manage, else the first one on PATH, else where the tool's own
 * installers put it; and in each case the native program rather than a launcher that would orphan it.
 * @throws ToolsError PROGRAM_NOT_FOUND, INSTALLATION_NOT_SUPPORTED, STATE_DAMAGED
 */
export function programOf(host: Host, paths: AppPaths, tool: AITool, name: string): ToolProgram {
  const program = readInstallation(host, paths, tool, name)?.program;
  if (program?.kind === 'managed') {
    const folder = host.path.join(versionsFolder(host, paths, tool, name), program.version);
    const managed = programIn(host, folder, tool);
    if (!managed) throw new ToolsError('PROGRAM_NOT_FOUND', { program: folder, tool: tool.id });
    return {
      file: managed.file,
      argsPrefix: [],
      version: program.version,
      source: 'managed',
      path: managed.path,
    };
  }
  const { found } = searchFor(host, paths, tool);
  if (!found) throw new ToolsError('PROGRAM_NOT_FOUND', { program: namesOf(tool).join(', '), tool: tool.id });
  const source = knownPaths(host, tool).includes(found.path) ? 'known' : 'path';
  return { file: startedFile(host, found, tool), argsPrefix: [], source, path: found.path };
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
  const { all, rejected } = searchFor(host, paths, tool);
  return { found: all, rejected };
}

/** The tool's program in a folder that npm installed into; undefined when there is none that can be started. */
export function programIn(
  host: Host,
  folder: string,
  tool: AITool,
): { file: string; path: string } | undefined {
  const bin = host.path.join(folder, 'node_modules', '.bin');
  const { found } = searchProgram(
    { ...host, env: { ...host.env, PATH: bin, Path: bin } },
    { names: namesOf(tool), shims: '' },
  );
  return found && { file: startedFile(host, found, tool), path: found.path };
}

function searchFor(host: Host, paths: AppPaths, tool: AITool): ReturnType<typeof searchProgram> {
  return searchProgram(host, {
    names: namesOf(tool),
    knownPaths: knownPaths(host, tool),
    shims: paths.shims,
  });
}

function startedFile(host: Host, program: Program, tool: AITool): string {
  return nativeProgram(host, program, tool.executable?.npmPackage, tool.executable?.native);
}

function namesOf(tool: AITool): readonly string[] {
  return tool.executable?.names ?? [tool.id];
}

function knownPaths(host: Host, tool: AITool): readonly string[] {
  const known = tool.executable?.knownPaths?.[host.platform] ?? [];
  return known.map((path) => host.path.normalize(path.replace('{userHome}', () => host.homeDir)));
}
