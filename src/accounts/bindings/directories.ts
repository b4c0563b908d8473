import { ToolsError } from '../../errors/index.ts';
import { expandHome, type Host } from '../../platform/index.ts';
import { type RealPathHost, realPath } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { ancestorsOf } from '../home/templates.ts';

/**
 * The working directory and every directory above it, nearest first, by their real names.
 * @throws ToolsError CWD_MISSING
 */
export function directoriesHere({
  host,
}: {
  readonly host: Pick<Host, 'path' | 'cwd'> & RealPathHost;
}): readonly string[] {
  return ancestorsOf(host, realPath(host, host.cwd) ?? host.cwd);
}

/** A directory as it was typed, by its real name. @throws ToolsError DIRECTORY_NOT_FOUND, CWD_MISSING */
export function directoryNamed({ host }: AccountsContext, text: string, command: string): string {
  const path = absolute(host, text);
  const real = realPath(host, path);
  if (real === undefined || !host.files.stat(real)?.isDirectory())
    throw new ToolsError('DIRECTORY_NOT_FOUND', { path, command });
  return real;
}

/** A path as it was typed, without a separator at its end. @throws ToolsError HOME_UNUSABLE, CWD_MISSING */
export function absolute(host: Host, text: string): string {
  const path = expandHome(host, text);
  return host.path.isAbsolute(path) ? host.path.resolve(path) : host.path.resolve(host.cwd, path);
}
