import type { AIToolRegistry, ToolDescriptor } from '../../registry/index.ts';
import { extensionPoints, neededPermissions, type Permission } from '../contract/index.ts';
import { describeProgram } from './describe-program.ts';
import { addedTo, type FoundPlugin } from './found-plugin.ts';
import { ownedByOthers } from './known-owners.ts';
import { loadModule } from './load-module.ts';
import { filesOf } from './plugin-files.ts';
import type { TablePlugin, TablePoint } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { registerTool } from './register-tool.ts';
import type { RegisteredPoint, Registrations } from './registrations.ts';
import { takeStamps } from './stamps.ts';
import { valuesWithSecrets } from './values-with-secrets.ts';

type Part = Pick<TablePlugin, 'descriptors' | 'points' | 'commands' | 'noise' | 'notAgreed'>;

/**
 * Finds out what a plugin brings, once: reads its descriptors, sets its module up and unloads it again, asks its program.
 * Changes nothing. `others`: what is enabled beside it.
 * @throws ToolsError as loadModule and describeProgram; RegistrationError where a tool of it is another's already
 */
export async function bring(
  ctx: PluginsContext,
  found: FoundPlugin,
  others: readonly TablePlugin[],
): Promise<TablePlugin> {
  // Before any of it is looked at: what changes meanwhile is looked at again.
  const stamps = await takeStamps(ctx.host, filesOf(ctx, found));
  const registry = ownedByOthers(ctx, found, others);
  const parts = [
    ofPackage(registry, found),
    ...(found.entry === null ? [] : [await ofModule(ctx, found, found.entry, registry)]),
    ...(found.program === null ? [] : [await ofProgram(ctx, found, found.program, registry)]),
  ];
  const { noise, notAgreed } = parts.at(-1) ?? {};
  return {
    id: found.id,
    kind: found.kind,
    version: found.version,
    source: found.source,
    permissions: found.permissions,
    manifest: found.manifest,
    entry: found.entry,
    program: found.program,
    stamps,
    descriptors: withoutDoubles(parts.flatMap(({ descriptors }) => descriptors)),
    points: parts.flatMap(({ points }) => points),
    commands: parts.flatMap(({ commands }) => commands),
    ...(noise && { noise }),
    ...(notAgreed && { notAgreed }),
  };
}

function ofPackage(registry: AIToolRegistry, found: FoundPlugin): Part {
  const descriptors = found.package?.descriptors ?? [];
  for (const descriptor of descriptors) registerTool(registry, found.id, descriptor);
  return { descriptors, points: [], commands: [] };
}

async function ofModule(
  ctx: PluginsContext,
  found: FoundPlugin,
  entry: string,
  registry: AIToolRegistry,
): Promise<Part> {
  const { id, permissions, manifest } = found;
  const by = { id, permissions, manifest: manifest ?? entry, registry };
  const running = await loadModule(ctx, entry, by, await valuesWithSecrets(ctx, found));
  const part = registered(running.registrations);
  await running.unload();
  // What it registered is gone with it; for those after it in this plugin it is taken.
  for (const descriptor of part.descriptors) registerTool(registry, id, descriptor);
  return part;
}

function registered({ tools, points, commands }: Registrations): Part {
  return {
    descriptors: [...tools].map(({ descriptor }) => descriptor),
    points: [...points].map(asWritten),
    commands: [...commands].map(({ name, description }) => ({ name, description })),
  };
}

function asWritten({ point, priority, order, provider }: RegisteredPoint): TablePoint {
  const base = { point, priority, order };
  switch (point) {
    case 'importer':
      return { ...base, name: provider.name, displayName: provider.displayName };
    case 'listColumn':
      return { ...base, name: provider.head };
    case 'secretReference':
      return { ...base, name: provider.scheme };
    default:
      return base;
  }
}

async function ofProgram(
  ctx: PluginsContext,
  found: FoundPlugin,
  program: string,
  registry: AIToolRegistry,
): Promise<Part> {
  const { descriptor, permissions, noise } = await describeProgram(ctx, found.id, program, {
    // One that has no package is known by its tool.
    mustBeItsId: found.package === undefined,
  });
  registerTool(registry, found.id, descriptor);
  const notAgreed = addedTo(found.permissions, permissions);
  const allowed = permissions.filter((permission) => !notAgreed.includes(permission));
  return {
    descriptors: [descriptor],
    points: allowed.flatMap((each) => wirePoint(each, descriptor)),
    commands: [],
    ...(noise.lines > 0 && { noise }),
    // What has a package asks for it there, and nowhere else.
    ...(found.package === undefined && notAgreed.length > 0 && { notAgreed }),
  };
}

/** What the wire has of a point is about the program's own tool alone. */
function wirePoint(permission: Permission, { id }: ToolDescriptor): readonly TablePoint[] {
  const base = { priority: 0, order: 0, name: id };
  if (permission === extensionPoints.accountInfo.permission) return [{ point: 'accountInfo', ...base }];
  return permission === neededPermissions.credentialCopy ? [{ point: 'credentialCopy', ...base }] : [];
}

/** The last of one id: the same owner replaces. */
function withoutDoubles(descriptors: readonly ToolDescriptor[]): readonly ToolDescriptor[] {
  return [...new Map(descriptors.map((descriptor) => [descriptor.id, descriptor])).values()];
}
