import satisfies from 'semver/functions/satisfies.js';
import { ToolsError } from '../../errors/index.ts';
import { manifestVersion, pluginApiVersion } from '../contract/index.ts';
import type { PluginPackage } from './plugin-package.ts';

/** Why a plugin can't be used by this release of ours on this Node; undefined: it can. Versions are exact. */
export function compatibilityProblem(
  { manifest }: Pick<PluginPackage, 'manifest'>,
  { version, node }: { readonly version: string; readonly node: string },
): ToolsError<'PLUGIN_INCOMPATIBLE'> | undefined {
  const { id, compatibility = {} } = manifest;
  const incompatible = (needs: string, found: string, newer: 'tools' | 'node') =>
    new ToolsError('PLUGIN_INCOMPATIBLE', { plugin: id, needs, found, newer });
  const { tools, node: nodes } = compatibility;
  if (tools !== undefined && !fits(version, tools))
    return incompatible(`ai-tool-registry ${tools}`, version, 'tools');
  if (nodes !== undefined && !fits(node, nodes)) return incompatible(`Node ${nodes}`, node, 'node');
  return undefined;
}

/** A release before the release counts where the range says nothing of it: 23.0.0-nightly is >=20. */
function fits(version: string, range: string): boolean {
  return satisfies(version.replace(/^v/, ''), range, { includePrerelease: true });
}

/**
 * A manifest for another API than ours, told before the rest of it is read: what is new in it would read as mistakes.
 * Anything that is none of those numbers is for the shape to refuse.
 */
export function formatProblem(block: unknown): ToolsError<'PLUGIN_INCOMPATIBLE'> | undefined {
  if (typeof block !== 'object' || block === null) return undefined;
  const { id, manifestVersion: format, apiVersion: api } = block as Readonly<Record<string, unknown>>;
  const plugin = typeof id === 'string' ? id.slice(0, 128) : '';
  if (Number.isSafeInteger(format) && (format as number) > manifestVersion) {
    const [needs, found] = [`manifest version ${format}`, `version ${manifestVersion}`];
    return new ToolsError('PLUGIN_INCOMPATIBLE', { plugin, needs, found, newer: 'tools' });
  }
  const asked = numbersOf(api);
  if (!asked || isApiWelcome(api)) return undefined;
  return new ToolsError('PLUGIN_INCOMPATIBLE', {
    plugin,
    needs: `plugin API ${asked.join('.')}`,
    found: pluginApiVersion,
    newer: asked[0] < ourApi[0] ? 'plugin' : 'tools',
  });
}

/** Whether a plugin that is for this version of the plugin API can be used: of our major, and of no newer minor. */
export function isApiWelcome(version: unknown): boolean {
  const asked = numbersOf(version);
  return asked !== undefined && asked[0] === ourApi[0] && asked[1] <= ourApi[1];
}

const ourApi = numbersOf(pluginApiVersion) as readonly [number, number];

function numbersOf(version: unknown): readonly [number, number] | undefined {
  const [, major, minor] = typeof version === 'string' ? (/^(\d{1,6})\.(\d{1,6})$/.exec(version) ?? []) : [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}
