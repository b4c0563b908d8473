import { appPaths, type Host, nodeHost, type QuickHost } from '../../platform/index.ts';
import { checkLayout } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { noExtensions } from '../ports.ts';

/**
 * What the functions of a start are given that knows no tool. undefined: there is nothing of ours yet, or something to
 * be said about where it lies. @throws ToolsError where our folder is none that this release knows
 */
export function quickContext(host: Host): AccountsContext | undefined {
  const ctx = placesOf(host);
  return ctx.paths.warnings.length > 0 || !checkLayout(host, ctx.paths) ? undefined : ctx;
}

/** The whole of the computer that a start asked so much of. In a test that is it. */
export function hostOf(host: QuickHost): Host {
  return 'userName' in host ? (host as Host) : nodeHost();
}

/** The same, for who looks at our folder by himself. @throws ToolsError HOME_UNUSABLE */
export function placesOf(host: Host): AccountsContext {
  return { host, paths: appPaths(host), registry: noTools, extensions: noExtensions, tell };
}

const noTools = { all: () => [], tool: () => undefined };

/** Whatever has to be said is the program's to say. */
function tell(line: string): never {
  throw new Error(line);
}
