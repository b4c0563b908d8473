import validRange from 'semver/ranges/valid.js';
import { checkDescriptor, copyAs } from '../../registry/index.ts';
import { configSchemaProblems } from '../config/index.ts';
import { neededPermissions, type PluginManifest } from '../contract/index.ts';
import { type ManifestProblem, shortened } from './manifest-problem.ts';
import { packageShape } from './manifest-shape.ts';
import { pluginIdProblem } from './plugin-id.ts';

/** What a package.json says, as far as it concerns us: deep-frozen. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly tools: PluginManifest;
}

/** Everything that is wrong with a package.json as that of a plugin, of what can be told without its files. */
export function manifestProblems(packageJson: unknown): readonly ManifestProblem[] {
  return readManifest(packageJson).problems;
}

/** `json` is there when nothing is wrong. */
export function readManifest(packageJson: unknown): {
  readonly json?: PackageJson;
  readonly problems: readonly ManifestProblem[];
} {
  const { copy, problems } = copyAs(packageShape, ours(packageJson));
  if (problems.length > 0)
    return { problems: problems.map((one) => shortened(idProblemOf(packageJson, one))) };
  const json = copy as PackageJson;
  const further = crossProblems(json.tools).map(({ path, problem }) => ({ path: `/tools${path}`, problem }));
  return further.length > 0 ? { problems: further.map(shortened) } : { json, problems: [] };
}

function ours(packageJson: unknown): unknown {
  if (typeof packageJson !== 'object' || packageJson === null) return packageJson;
  const wanted = Object.keys(packageShape.fields).filter((key) => Object.hasOwn(packageJson, key));
  return Object.fromEntries(wanted.map((key) => [key, (packageJson as Record<string, unknown>)[key]]));
}

/** An id that is refused is told by the rule that it breaks, not by all rules that there are. */
function idProblemOf(packageJson: unknown, one: ManifestProblem): ManifestProblem {
  if (one.path !== '/tools/id') return one;
  const id = (packageJson as { readonly tools: { readonly id?: unknown } }).tools.id;
  return typeof id === 'string' ? { path: one.path, problem: idFault(id) } : one;
}

function idFault(id: string): string {
  const shown = JSON.stringify(id.length > 64 ? `${id.slice(0, 64)}…` : id);
  return `must be a plugin id, and ${shown} is none (${pluginIdProblem(id) ?? 'tooLong'})`;
}

function crossProblems(manifest: PluginManifest): readonly ManifestProblem[] {
  const { id, descriptors = [], configSchema } = manifest;
  return [
    ...(pluginIdProblem(id) === undefined ? [] : [{ path: '/id', problem: idFault(id) }]),
    ...rangeProblems(manifest),
    ...doorProblems(manifest),
    ...descriptors.flatMap((tool, index) =>
      typeof tool === 'string' ? [] : below(`/descriptors/${index}`, checkDescriptor(tool)),
    ),
    ...(typeof configSchema === 'object' ? below('/configSchema', configSchemaProblems(configSchema)) : []),
  ];
}

function rangeProblems({ compatibility = {} }: PluginManifest): readonly ManifestProblem[] {
  return (['tools', 'node'] as const)
    .filter((side) => compatibility[side] !== undefined && validRange(compatibility[side]) === null)
    .map((side) => ({ path: `/compatibility/${side}`, problem: 'is no range of versions' }));
}

function doorProblems(manifest: PluginManifest): readonly ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  if (!manifest.descriptors && !manifest.entry && !manifest.program)
    problems.push({ path: '', problem: 'must have at least one of descriptors, entry and program' });
  if (manifest.entry && manifest.program)
    problems.push({
      path: '/program',
      problem: 'must not stand beside entry: a plugin has one kind of code',
    });
  for (const door of ['entry', 'program'] as const)
    if (manifest[door] && !manifest.permissions?.includes(neededPermissions[door]))
      problems.push({
        path: '/permissions',
        problem: `must name ${neededPermissions[door]}: there is ${door}`,
      });
  return problems;
}

function below(path: string, problems: readonly ManifestProblem[]): readonly ManifestProblem[] {
  return problems.map((one) => ({ path: path + one.path, problem: one.problem }));
}
