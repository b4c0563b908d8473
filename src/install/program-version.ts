import { type JsonValue, parseDocument, readPointer } from '../formats/index.ts';
import { type Host, temporaryFolder } from '../platform/index.ts';
import { type Captured, runCaptured } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { removeTree } from '../state/index.ts';
import type { ToolProgram } from './find-program.ts';
import { throwAwayEnvironment } from './throw-away-environment.ts';

/**
 * The version of a program: known for a managed one, else from the package.json of the npm package it lies in,
 * else what it prints, where the descriptor says that asking is quick and leaves nothing behind, and
 * with `mayAsk`. undefined when it can't be told: this is a read.
 */
export async function versionOf(
  host: Host,
  program: ToolProgram,
  tool: AITool,
  { mayAsk = true }: { readonly mayAsk?: boolean } = {},
): Promise<string | undefined> {
  const known = program.version ?? packageVersion(host, program.path, tool);
  if (!mayAsk || known !== undefined || tool.executable?.versionFrom !== 'output') return known;
  // Not in our folder: asking changes nothing there.
  const home = host.path.join(temporaryFolder(host), `.version-home.${host.randomName(8)}.tmp`);
  try {
    host.files.mkdir(home, 0o700);
    return versionIn(await printVersion(host, tool, program.file, home));
  } catch {
    return undefined;
  } finally {
    removeTree(host, home);
  }
}

/** Runs a program for its version, with a home that is nobody's and an end after half a minute. */
export function printVersion(host: Host, tool: AITool, file: string, home: string): Promise<Captured> {
  const start = {
    file,
    args: tool.executable?.versionArgs ?? ['--version'],
    env: throwAwayEnvironment(host, tool, home),
    cwd: home,
  };
  return runCaptured(host, start, { timeoutMs: 30_000, maxBytes: 65_536 });
}

function versionIn({ code, stdout }: Captured): string | undefined {
  return code === 0 ? /\d+\.\d+\.\d+(?:-[\w.-]+)?/.exec(stdout)?.[0] : undefined;
}

function packageVersion(host: Host, path: string, tool: AITool): string | undefined {
  const name = tool.executable?.npmPackage;
  if (name === undefined) return undefined;
  try {
    const file = packageJson(host, host.files.realpath(path), name);
    const value =
      file &&
      readPointer(parseDocument(host.files.readFile(file).toString('utf8'), 'json') as JsonValue, '/version');
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The package's own, above the program; on Windows, where the launcher lies beside node_modules, there. */
function packageJson(host: Host, realPath: string, name: string): string | undefined {
  const { join, dirname, sep } = host.path;
  const inside = join('node_modules', ...name.split('/'));
  const at = realPath.lastIndexOf(`${sep}${inside}${sep}`);
  const file = join(at < 0 ? dirname(realPath) : realPath.slice(0, at), inside, 'package.json');
  return host.files.stat(file)?.isFile() ? file : undefined;
}
