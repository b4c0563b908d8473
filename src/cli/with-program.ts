import { ToolsError } from '../errors/index.ts';
import { defaultInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import { type InstallRequest, installWithConsent } from './install-with-consent.ts';
import { canAsk } from './prompt.ts';

/**
 * Does something that needs the tool's program; where that is missing, offers to install it and does it again.
 * A person is asked, --yes agrees, anybody else is told how to install it.
 */
export async function withProgram<Result>(
  context: CliContext,
  tool: AITool,
  request: InstallRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof ToolsError && error.code === 'PROGRAM_NOT_FOUND';
    // Another installation is one that somebody made on purpose: what it lacks is for them to put back.
    const { installation = defaultInstallation } = (isMissing ? error.data : {}) as { installation?: string };
    const isInstallable = tool.executable?.npmPackage !== undefined && installation === defaultInstallation;
    if (!isMissing || !isInstallable || (!request.yes && !canAsk(context))) throw error;
    context.report.tell(`${tool.displayName} is not installed`);
    await installWithConsent(context, tool, request);
    return work();
  }
}
