import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import { type InstallRequest, installWithConsent } from './install-with-consent.ts';
import { canAsk } from './prompt.ts';

/**
 * Offers to install a tool that isn't there: a person is asked, --yes agrees, anybody else is told how.
 * @throws ToolsError PROGRAM_NOT_FOUND, CANCELLED, and as an install
 */
export async function ensureInstalled(
  context: CliContext,
  tool: AITool,
  request: InstallRequest,
): Promise<void> {
  const [{ programOf }, { host, paths }] = await Promise.all([context.install(), context.state()]);
  try {
    programOf(host, paths, tool, 'default');
  } catch (error) {
    const isMissing = error instanceof ToolsError && error.code === 'PROGRAM_NOT_FOUND';
    const isInstallable = tool.executable?.npmPackage !== undefined;
    if (!isMissing || !isInstallable || (!request.yes && !canAsk(context))) throw error;
    context.report.tell(`${tool.displayName} is not installed`);
    await installWithConsent(context, tool, request);
  }
}
