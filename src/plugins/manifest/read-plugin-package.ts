import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host } from '../../platform/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import { formatProblem } from './compatibility.ts';
import { digestOf } from './digest-of.ts';
import type { ManifestProblem } from './manifest-problem.ts';
import { readManifest } from './manifest-problems.ts';
import { packageFile, readJsonFile } from './package-file.ts';
import { readParts } from './package-parts.ts';
import type { PluginPackage } from './plugin-package.ts';

/**
 * Reads and checks what a plugin in a folder says of itself, and the files that its manifest names; runs nothing and
 * changes nothing. `id`: the plugin that was asked for.
 * @throws ToolsError PLUGIN_MANIFEST_MISSING, PLUGIN_MANIFEST_INVALID with everything that is wrong,
 *   PLUGIN_INCOMPATIBLE (made for another plugin API), PLUGIN_ID_MISMATCH
 */
export function readPluginPackage(
  host: Host,
  folder: string,
  expected: { readonly id?: string } = {},
): PluginPackage {
  const root = realFolder(host, folder);
  const { file, value } = readPackageJson(host, folder, root);
  const problem = formatProblem(value.tools);
  if (problem !== undefined) throw problem;
  const { json, problems } = readManifest(value);
  if (!json) throw invalid(file, problems);
  const { name, version, tools: manifest } = json;
  if (expected.id !== undefined && expected.id !== manifest.id)
    throw new ToolsError('PLUGIN_ID_MISMATCH', { folder, id: manifest.id, wanted: expected.id });
  const parts = readParts(host, root, manifest);
  if (parts.problems.length > 0) throw invalid(file, parts.problems);
  const { descriptors, schema, files, found } = parts;
  const digest = digestOf([name, version, manifest, descriptors, schema ?? null]);
  return { root, name, version, manifest, descriptors, ...found, digest, files: [file, ...files] };
}

/** What its package.json says beside its manifest: none of it counts, and none has been checked. */
export function readPackageFields(
  host: Host,
  { root }: Pick<PluginPackage, 'root'>,
): Readonly<Record<string, JsonValue>> {
  return readPackageJson(host, root, root).value;
}

function realFolder(host: Host, folder: string): string {
  try {
    const root = host.files.realpath(folder);
    if (host.files.stat(root)?.isDirectory()) return root;
    throw missing(folder, 'it is no folder');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw missing(folder, errno === 'ENOENT' ? 'there is no such folder' : `it cannot be read (${errno})`);
  }
}

interface ReadPackageJson {
  readonly file: string;
  readonly value: Readonly<Record<string, JsonValue>>;
}

function readPackageJson(host: Host, folder: string, root: string): ReadPackageJson {
  const place = packageFile(host, root, 'package.json');
  if ('problem' in place) throw missing(folder, `its package.json ${place.problem}`);
  const read = readJsonFile(host, place.value);
  if ('problem' in read) throw invalid(place.value, [{ path: '', problem: read.problem }]);
  if (!Object.hasOwn(read.value, 'tools')) throw missing(folder, 'its package.json has no block "tools"');
  return { file: place.value, value: read.value };
}

function missing(folder: string, problem: string): ToolsError<'PLUGIN_MANIFEST_MISSING'> {
  return new ToolsError('PLUGIN_MANIFEST_MISSING', { folder, problem });
}

function invalid(file: string, problems: readonly ManifestProblem[]): ToolsError<'PLUGIN_MANIFEST_INVALID'> {
  return new ToolsError('PLUGIN_MANIFEST_INVALID', { file, problems });
}
