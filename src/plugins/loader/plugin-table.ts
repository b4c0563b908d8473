import { ToolsError } from '../../errors/index.ts';
import type { ToolDescriptor } from '../../registry/index.ts';
import { ensureFolder, readJson, writeAtomic } from '../../state/index.ts';
import type { ExtensionPoint, Permission } from '../contract/index.ts';
import type { Noise } from '../rpc/index.ts';
import type { PluginKind } from './plugin-record.ts';
import type { PluginSource } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';
import type { Stamps } from './stamps.ts';

/**
 * plugins/enabled.json: what the plugins that are enabled bring, so that no start has to ask them. It can be made anew
 * from the records at any time, and is where `by` is not this release. Absent: no plugin was ever enabled.
 */
export interface PluginTable {
  readonly schemaVersion: 1;
  /** The release that made it; "": it is being changed. */
  readonly by: string;
  /** Tells this one from every other, also from one that says the same. */
  readonly nonce: string;
  /** Of the files that say which plugins there are. */
  readonly stamps: Stamps;
  /** In the order in which what they bring counts. */
  readonly plugins: readonly TablePlugin[];
}

export interface TablePlugin {
  readonly id: string;
  readonly kind: PluginKind;
  readonly version: string | null;
  readonly source: PluginSource;
  /** What was agreed to, and asked for. */
  readonly permissions: readonly Permission[];
  /** The package.json, for who is to mend it; null: it has none. */
  readonly manifest: string | null;
  /** Absolute: its module; null: it has none. */
  readonly entry: string | null;
  /** Absolute: its program; null: it has none. */
  readonly program: string | null;
  /** Of what this entry was made from. */
  readonly stamps: Stamps;
  readonly descriptors: readonly ToolDescriptor[];
  readonly points: readonly TablePoint[];
  readonly commands: readonly TableCommand[];
  /** What its program wrote beside the protocol when it was asked; absent: nothing. */
  readonly noise?: Noise;
  /** What a program without a package announced beyond what was agreed to, and is not asked for; absent: nothing. */
  readonly notAgreed?: readonly Permission[];
}

/** A provider of a point, as it was registered. */
export interface TablePoint {
  readonly point: ExtensionPoint | 'credentialCopy';
  readonly priority: number;
  /** Which of the plugin's registrations it is. */
  readonly order: number;
  /** What the point is known by: an importer's name, a scheme, the head of a column. */
  readonly name?: string;
  readonly displayName?: string;
}

export interface TableCommand {
  readonly name: string;
  readonly description: string;
}

type Place = Pick<PluginsContext, 'host' | 'paths'>;

/** undefined: no plugin was ever enabled. One that is damaged, or of another release, is one without plugins and void. */
export function readTable(place: Place): PluginTable | undefined {
  try {
    return readJson(place.host, place.paths.pluginTable, isTable);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return voidTable;
  }
}

/** Whoever reads it finds out everything anew. */
const voidTable: PluginTable = { schemaVersion: 1, by: '', nonce: '', stamps: {}, plugins: [] };

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function writeTable(
  place: Place,
  { by, stamps, plugins }: Omit<PluginTable, 'schemaVersion' | 'nonce'>,
  beforeCommit?: () => void,
): void {
  ensureFolder(place.host, place.paths.plugins);
  const table: PluginTable = { schemaVersion: 1, by, nonce: place.host.randomName(16), stamps, plugins };
  writeAtomic(
    place.host,
    place.paths.pluginTable,
    `${JSON.stringify(table)}\n`,
    0o600,
    beforeCommit === undefined ? {} : { beforeCommit },
  );
}

/** By hand and cheaply: what is in it was checked when it was made, by the release that it names. */
function isTable(value: unknown): value is PluginTable {
  if (!isRecord(value)) return false;
  const table = value as Partial<PluginTable>;
  return (
    typeof table.by === 'string' &&
    typeof table.nonce === 'string' &&
    isRecord(table.stamps) &&
    Array.isArray(table.plugins) &&
    table.plugins.every(isTablePlugin)
  );
}

function isTablePlugin(value: unknown): value is TablePlugin {
  if (!isRecord(value)) return false;
  const plugin = value as Partial<TablePlugin>;
  return (
    typeof plugin.id === 'string' &&
    isRecord(plugin.source) &&
    isRecord(plugin.stamps) &&
    [plugin.permissions, plugin.descriptors, plugin.points, plugin.commands].every(Array.isArray)
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
