import { ToolsError } from '../errors/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { programOf } from './find-program.ts';
import { readInstallation } from './installation.ts';
import { defaultInstallation } from './installation-name.ts';
import { versionOf } from './program-version.ts';
import { isSameLine } from './version-text.ts';

/** What the user wants: the root of `default`, or one of its own. */
export type RootWish = 'share' | 'own';

export interface RootChoice {
  readonly root: string;
  readonly rootBecause?: string;
}

interface Beside {
  /** The installation. */
  readonly name: string;
  /** Of its program; undefined: it can't be told. */
  readonly version: string | undefined;
  readonly wish: RootWish | undefined;
}

/**
 * The root of an installation that is being made: that of `default`, as long as each reads what the other wrote,
 * else its own. One that is there keeps the root it has.
 * @throws ToolsError INSTALLATION_ROOT_FIXED, STATE_DAMAGED
 */
export async function chooseRoot(
  { host, paths }: { readonly host: Host; readonly paths: AppPaths },
  tool: AITool,
  { name, version, wish }: Beside,
): Promise<RootChoice> {
  const root = readInstallation(host, paths, tool, name)?.root;
  if (root !== undefined || name === defaultInstallation) {
    const kept = root ?? defaultInstallation;
    const wished = { share: defaultInstallation, own: name };
    if (wish !== undefined && wished[wish] !== kept)
      throw new ToolsError('INSTALLATION_ROOT_FIXED', { tool: tool.id, name, root: kept });
    return { root: kept };
  }
  if (wish === 'share') return { root: defaultInstallation, rootBecause: '--share-root' };
  if (wish === 'own') return { root: name, rootBecause: '--own-root' };
  return rootBeside(name, version, await defaultVersion(host, paths, tool));
}

/** The version of what `default` starts; undefined: nothing, or it can't be told. */
async function defaultVersion(host: Host, paths: AppPaths, tool: AITool): Promise<string | undefined> {
  try {
    return await versionOf(host, programOf(host, paths, tool, defaultInstallation), tool);
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'PROGRAM_NOT_FOUND') return undefined;
    throw error;
  }
}

function rootBeside(name: string, version: string | undefined, other: string | undefined): RootChoice {
  if (other === undefined)
    return { root: name, rootBecause: `the version of ${defaultInstallation} can't be told` };
  if (version === undefined) return { root: name, rootBecause: "its version can't be told" };
  const beside = `${defaultInstallation} is ${other}`;
  return isSameLine(version, other)
    ? { root: defaultInstallation, rootBecause: `${beside}, of the same major and minor` }
    : { root: name, rootBecause: `${beside}: what one writes the other may not read` };
}
