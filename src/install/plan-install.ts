import { ToolsError } from '../errors/index.ts';
import { isObject, type JsonValue } from '../formats/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { chooseRoot, type RootWish } from './choose-root.ts';
import { readInstallation, requireFreeSpelling, versionFolder } from './installation.ts';
import { defaultInstallation } from './installation-name.ts';
import { askNpm } from './npm.ts';
import { plainEnvironment } from './throw-away-environment.ts';
import { isExactVersion } from './version-text.ts';

export interface InstallContext {
  readonly host: Host;
  readonly paths: AppPaths;
  /** The id of the journal's entry that is being taken back by what is done now. */
  readonly undoing?: string;
  /** Talk for the user. */
  readonly tell?: (line: string) => void;
}

export interface InstallRequest {
  /** An exact version, or a dist-tag. Default: the tag `latest`. */
  readonly version?: string;
  /** The installation. Default: `default`. */
  readonly name?: string;
  /** Default: what major and minor say. */
  readonly root?: RootWish;
}

/** What an install would do. */
export interface InstallPlan {
  readonly tool: string;
  readonly name: string;
  readonly package: string;
  /** Exact. */
  readonly version: string;
  /** An exact version was asked for: an update leaves it alone. */
  readonly pinned: boolean;
  /** The dist-tag that was asked for; absent: an exact version was. */
  readonly tag?: string;
  /** The version that we keep there now. */
  readonly before?: string;
  /** Whose accumulated state its accounts see. */
  readonly root: string;
  /** For people: why that root. Absent where there was nothing to choose. */
  readonly rootBecause?: string;
  /** Unpacked, the package and its part for this computer, as the registry says; absent when it does not. */
  readonly bytes?: number;
  /** Where it goes. */
  readonly folder: string;
}

/**
 * Asks the registry which version an install would bring. A tag is resolved here and the exact version is what
 * is installed: npm, left to itself, takes an older one when the newest does not name this Node as supported.
 * @throws ToolsError INSTALL_NOT_SUPPORTED, VERSION_UNUSABLE, NPM_MISSING, PACKAGE_NOT_FOUND, REGISTRY_UNREACHABLE,
 *   and as chooseRoot
 */
export async function planInstall(
  ctx: InstallContext,
  tool: AITool,
  { version: asked = 'latest', name = defaultInstallation, root: wish }: InstallRequest = {},
): Promise<InstallPlan> {
  const { host, paths } = ctx;
  requireFreeSpelling(host, paths, tool, name);
  const npmPackage = tool.executable?.npmPackage;
  if (npmPackage === undefined) {
    throw new ToolsError('INSTALL_NOT_SUPPORTED', { tool: tool.id, command: tool.installCommand?.join(' ') });
  }
  const pinned = isExactVersion(asked);
  if (!pinned && !tag.test(asked))
    throw new ToolsError('VERSION_UNUSABLE', { version: asked, tool: tool.id });
  const before = readInstallation(host, paths, tool, name)?.program;
  const facts = await view(host, paths, npmPackage, asked);
  const { version } = facts;
  if (typeof version !== 'string' || !isExactVersion(version)) {
    throw new ToolsError('PACKAGE_NOT_FOUND', { package: npmPackage, version: asked });
  }
  const bytes = await unpackedBytes(host, paths, facts);
  return {
    tool: tool.id,
    name,
    package: npmPackage,
    version,
    pinned,
    ...(!pinned && { tag: asked }),
    ...(before?.kind === 'managed' && { before: before.version }),
    ...(await chooseRoot(ctx, tool, { name, version, wish })),
    ...(bytes === undefined ? {} : { bytes }),
    folder: versionFolder(host, paths, tool, { name, version }),
  };
}

/** npm's own rule is that a tag is no range; `x` and `v1` are ranges. */
const tag = /^(?!v?[\dx*.]+$)[A-Za-z][\w.-]*$/i;

type PackageFacts = { readonly [field: string]: JsonValue };

async function view(host: Host, paths: AppPaths, npmPackage: string, version: string): Promise<PackageFacts> {
  const fields = ['version', 'optionalDependencies', 'dist.unpackedSize', 'os', 'cpu'];
  const answer = await askNpm(host, paths, {
    args: ['view', `${npmPackage}@${version}`, ...fields],
    env: plainEnvironment(host),
    cwd: host.path.parse(paths.root).root,
    package: npmPackage,
    version,
  });
  // One field alone is answered without its name.
  if (typeof answer === 'string') return { version: answer };
  return isObject(answer) ? answer : {};
}

/** The sizes are for a progress bar: no answer is an answer. */
async function unpackedBytes(host: Host, paths: AppPaths, facts: PackageFacts): Promise<number | undefined> {
  const own = facts['dist.unpackedSize'];
  const optional = facts.optionalDependencies;
  if (typeof own !== 'number') return undefined;
  const part = isObject(optional)
    ? Object.entries(optional).find(([name]) => isForThis(host, name))
    : undefined;
  if (!part) return own;
  const [npmPackage, version] = targetOf(part[0], String(part[1]));
  try {
    const { os, cpu, 'dist.unpackedSize': bytes } = await view(host, paths, npmPackage, version);
    return names(os, host.platform) && names(cpu, host.arch) && typeof bytes === 'number'
      ? own + bytes
      : undefined;
  } catch {
    return undefined;
  }
}

function isForThis({ platform, arch }: Host, name: string): boolean {
  const words = name.split(/[-/]/);
  const system = platform === 'win32' ? ['win32', 'windows'] : [platform];
  return words.includes(arch) && words.some((word) => system.includes(word)) && !words.includes('musl');
}

/** `npm:other@1.0.0-linux-x64` names another package. */
function targetOf(name: string, version: string): [string, string] {
  const alias = /^npm:(.+)@([^@]+)$/.exec(version);
  return alias ? [alias[1] as string, alias[2] as string] : [name, version];
}

function names(list: JsonValue | undefined, word: string): boolean {
  return list === word || (Array.isArray(list) && list.includes(word));
}
