import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { treeSize } from '../state/index.ts';
import { namesOf, programIn } from './find-program.ts';
import { askNpm } from './npm.ts';
import { npmSettings } from './npm-settings.ts';
import type { InstallContext, InstallPlan } from './plan-install.ts';
import { printVersion } from './program-version.ts';
import type { Staging } from './staging.ts';
import { throwAwayEnvironment } from './throw-away-environment.ts';

/** `fraction` from 0 to 1; undefined while it can't be told. */
export type InstallProgress = (fraction: number | undefined, text: string) => void;

/**
 * Lets npm install the exact version of a plan, its scripts included, into a staging folder.
 * @throws ToolsError NPM_MISSING, PACKAGE_NOT_FOUND, REGISTRY_UNREACHABLE, INSTALL_FAILED
 */
export async function stagePackage(
  { host, paths }: InstallContext,
  tool: AITool,
  plan: InstallPlan,
  { folder, home }: Staging,
  progress: InstallProgress,
): Promise<void> {
  const settings = await npmSettings(host, paths, plan);
  const timer = reportSize(host, plan, folder, progress);
  try {
    await askNpm(host, paths, {
      args: ['install', `${plan.package}@${plan.version}`, '--prefix', folder, ...installArgs],
      env: { ...throwAwayEnvironment(host, tool, home), ...settings },
      cwd: folder,
      package: plan.package,
      version: plan.version,
    });
  } finally {
    clearInterval(timer);
  }
}

/** Against settings of the user's that would put the package elsewhere, or leave out its part for this computer. */
const installArgs = [
  '--no-save',
  '--no-package-lock',
  '--location=project',
  '--install-strategy=hoisted',
  '--include=optional',
  '--workspaces=false',
  '--dry-run=false',
  '--no-progress',
];

/**
 * @throws ToolsError PROGRAM_UNUSABLE when the package brought no program, or one that can't say its version
 */
export async function requireProgram(
  host: Host,
  tool: AITool,
  plan: InstallPlan,
  folder: string,
  home: string,
): Promise<void> {
  const program = programIn(host, folder, tool);
  const fail = (name: string, cause: string): never => {
    throw new ToolsError('PROGRAM_UNUSABLE', {
      package: plan.package,
      version: plan.version,
      program: name,
      cause,
    });
  };
  if (!program) return fail(namesOf(tool).join(', '), 'it is not there or not executable');
  if (tool.executable?.versionFrom !== 'output') return;
  const name = host.path.basename(program.file);
  const result = await printVersion(host, tool, program.file, home).catch((error: unknown) => {
    if (error instanceof ToolsError) return fail(name, error.code);
    throw error;
  });
  if (result.timedOut) fail(name, 'it did not answer in time');
  if (result.code !== 0)
    fail(name, firstLine(result.stderr) ?? `it ended with ${result.signal ?? result.code}`);
}

function firstLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
    ?.slice(0, 200);
}

function reportSize(
  host: Host,
  { bytes, package: name, version }: InstallPlan,
  folder: string,
  progress: InstallProgress,
): NodeJS.Timeout {
  const text = `installing ${name} ${version}`;
  const report = (): void =>
    progress(bytes ? Math.min(0.99, treeSize(host, folder).bytes / bytes) : undefined, text);
  progress(bytes ? 0 : undefined, text);
  return setInterval(report, bytes ? 500 : 120);
}
