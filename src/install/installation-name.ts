import { ToolsError } from '../errors/index.ts';

/** The installation that every tool has. */
export const defaultInstallation = 'default';

/** Why a text can't be the name of an installation. */
export type InstallationNameProblem = 'characters' | 'length' | 'end' | 'device';

/** Enough for any version with its build, and short: sockets below a shared root have 104 bytes of path. */
const longest = 64;
const allowed = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i;

/**
 * The first rule that a text breaks. Stricter than a label's: a name is a folder on the disk as it stands, and is
 * typed after `@`, so it is letters of ASCII, digits and `. _ + -`, beginning with a letter or a digit.
 */
export function installationNameProblem(name: string): InstallationNameProblem | undefined {
  if (!allowed.test(name)) return 'characters';
  if (name.length > longest) return 'length';
  if (name.endsWith('.')) return 'end';
  return device.test(name) ? 'device' : undefined;
}

/** @throws ToolsError INSTALLATION_NAME_UNUSABLE */
export function requireInstallationName(tool: string, name: string): void {
  const problem = installationNameProblem(name);
  if (problem) throw new ToolsError('INSTALLATION_NAME_UNUSABLE', { tool, name, problem });
}
