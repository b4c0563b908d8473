import { ToolsError } from '../../errors/index.ts';
import { checkDescriptor, type ToolDescriptor } from '../../registry/index.ts';
import { neededPermissions, type Permission, wireMethods } from '../contract/index.ts';
import { childPlugin, type Noise, wirePermissions } from '../rpc/index.ts';
import { harmless } from './harmless.ts';
import type { PluginsContext } from './plugins-context.ts';

export interface DescribedProgram {
  readonly descriptor: ToolDescriptor;
  /** What it would do, as it announced. */
  readonly permissions: readonly Permission[];
  /** What it wrote beside the protocol. */
  readonly noise: Noise;
}

/**
 * Starts a program, asks it what tool it brings, and ends it.
 * @throws ToolsError PLUGIN_ABSENT, PLUGIN_REJECTED and others of the wire; PLUGIN_ANSWER_UNUSABLE
 */
export async function describeProgram(
  ctx: Pick<PluginsContext, 'host' | 'version'>,
  id: string | undefined,
  file: string,
  { mustBeItsId = false }: { readonly mustBeItsId?: boolean } = {},
): Promise<DescribedProgram> {
  const child = childPlugin(ctx.host, file, { version: ctx.version, name: id ?? file });
  try {
    const { descriptor, capabilities } = await child.describe();
    const plugin = id ?? file;
    const unusable = (problem: string) =>
      new ToolsError('PLUGIN_ANSWER_UNUSABLE', { id: plugin, what: wireMethods.describe, problem });
    const [problem] = checkDescriptor(descriptor);
    if (problem) throw unusable(harmless(`${problem.path} ${problem.problem}`.trim(), 300));
    const tool = descriptor as ToolDescriptor;
    if (mustBeItsId && id !== undefined && tool.id !== id)
      throw unusable(`it is the plugin "${id}", and describes the tool "${harmless(tool.id, 60)}"`);
    return {
      descriptor: tool,
      permissions: [neededPermissions.program, ...wirePermissions(capabilities)],
      noise: child.noise,
    };
  } finally {
    await child.close();
  }
}
