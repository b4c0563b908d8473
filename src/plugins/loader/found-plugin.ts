import { ToolsError } from '../../errors/index.ts';
import { nodeVersion } from '../../platform/index.ts';
import { neededPermissions, type Permission } from '../contract/index.ts';
import {
  compatibilityProblem,
  type PluginPackage,
  readPluginPackage,
  requirePluginId,
} from '../manifest/index.ts';
import { agreedDigest } from './agreed-digest.ts';
import type { PluginKind, PluginRecord } from './plugin-record.ts';
import { type PluginSource, placeOf } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';

/** A plugin as it lies there now. Nothing of it has run. */
export interface FoundPlugin {
  readonly id: string;
  readonly kind: PluginKind;
  readonly version: string | null;
  readonly displayName: string;
  /** By its real path. */
  readonly source: PluginSource;
  /** What it asks for. Of a program without a package: what was agreed to, for it has to be started to say so. */
  readonly permissions: readonly Permission[];
  /** See agreedDigest. */
  readonly digest: string;
  /** The package.json; null: it has none. */
  readonly manifest: string | null;
  readonly entry: string | null;
  readonly program: string | null;
  readonly package?: PluginPackage;
}

/**
 * @throws ToolsError PLUGIN_PATH_RELATIVE, PLUGIN_SOURCE_GONE, PLUGIN_SOURCE_UNUSABLE, PLUGIN_ID_MISMATCH,
 *   PLUGIN_MANIFEST_INVALID, PLUGIN_INCOMPATIBLE, as agreedDigest
 */
export function findAt(
  ctx: PluginsContext,
  id: string,
  source: PluginSource,
  record?: PluginRecord,
): FoundPlugin {
  if (!ctx.host.path.isAbsolute(source.path))
    throw new ToolsError('PLUGIN_PATH_RELATIVE', { id, path: source.path });
  const place = placeOf(ctx.host, source.path);
  if (!place) throw new ToolsError('PLUGIN_SOURCE_GONE', { id, path: source.path });
  const real = { ...source, path: place.path };
  if (place.isFolder) return packaged(ctx, readPluginPackage(ctx.host, place.path, { id }), real);
  if (!ctx.host.files.isExecutable(place.path))
    throw new ToolsError('PLUGIN_SOURCE_UNUSABLE', { path: place.path });
  const agreed = (record?.confirmed?.permissions ?? []) as readonly Permission[];
  return bareProgram(id, real, agreed);
}

/** Read again, for what of it is in no table. @throws ToolsError as findAt */
export function findPackage(
  { host }: PluginsContext,
  { id, source, manifest }: Pick<FoundPlugin, 'id' | 'source' | 'manifest'>,
): Pick<FoundPlugin, 'package'> {
  return manifest === null ? {} : { package: readPluginPackage(host, source.path, { id }) };
}

/** @throws ToolsError PLUGIN_INCOMPATIBLE, as agreedDigest */
export function packaged(ctx: PluginsContext, found: PluginPackage, source: PluginSource): FoundPlugin {
  const problem = compatibilityProblem(found, { version: ctx.version, node: nodeVersion() });
  if (problem) throw problem;
  const { manifest, entryFile = null, programFile = null } = found;
  return {
    id: requirePluginId(manifest.id),
    kind: entryFile === null ? (programFile === null ? 'data' : 'program') : 'module',
    version: found.version,
    displayName: manifest.display.name,
    source,
    permissions: manifest.permissions ?? [],
    digest: agreedDigest(ctx.host, found, source),
    manifest: ctx.host.path.join(found.root, 'package.json'),
    entry: entryFile,
    program: programFile,
    package: found,
  };
}

/** A program without a package: what it says of itself, on the wire, is all there is. */
export function bareProgram(
  id: string,
  source: PluginSource,
  permissions: readonly Permission[],
): FoundPlugin {
  const { program } = neededPermissions;
  const all = permissions.includes(program) ? permissions : [program, ...permissions];
  return {
    id: requirePluginId(id),
    kind: 'program',
    version: null,
    displayName: id,
    source,
    permissions: all,
    digest: 'program',
    manifest: null,
    entry: null,
    program: source.path,
  };
}

/** Why what was agreed to is not what is asked for now, as a clause; undefined: it is. */
export function whyItWaits(
  { confirmed }: Pick<PluginRecord, 'confirmed'>,
  { kind, source, permissions, digest }: FoundPlugin,
): string | undefined {
  if (!confirmed) return 'nobody agreed to it yet';
  if (confirmed.path !== source.path) return `it lies in ${source.path} now`;
  if (confirmed.kind !== kind)
    return `it was of the kind "${confirmed.kind}", and is of the kind "${kind}" now`;
  const added = addedTo(confirmed.permissions, permissions);
  if (added.length > 0) return `it asks for more: ${added.join(', ')}`;
  // One that is developed in place may change as it likes; any other is what was agreed to, or nothing.
  if (confirmed.digest === digest) return undefined;
  if (source.how === 'installed') return 'it is not what was installed';
  return source.how === 'project' ? 'it changed in its repository' : undefined;
}

export function addedTo(before: readonly string[], now: readonly Permission[]): readonly Permission[] {
  return now.filter((permission) => !before.includes(permission));
}
