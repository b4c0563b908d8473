import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { type AITool, factOf, type PathClass, type PathFact } from '../../registry/index.ts';
import { canLieAtOrBelow, homeDirectories, homePathOf } from './home-facts.ts';
import { sharePlan } from './share-plan.ts';

/**
 * What a person calls a path of a home, as a home path: it may be given relative to the tool's own directory in
 * the home as well.
 * @throws ToolsError SHARE_PATH_REFUSED for what accounts never share, naming why
 */
export function shareablePath(host: Host, tool: AITool, asked: string): string {
  const path = asked.replaceAll(host.path.sep, '/').replace(/^(?:\.\/+)+|\/+$/g, '');
  const inConfig = homePathOf(host, tool, path);
  const found = [path, inConfig].find((each) => isShared(host, tool, each));
  if (found !== undefined) return found;
  const fact = factAt(host, tool, path) ?? factAt(host, tool, inConfig);
  const what = fact?.holdsAbsolutePaths ? 'full of paths of one home' : words[fact?.class ?? 'unknown'];
  throw new ToolsError('SHARE_PATH_REFUSED', { tool: tool.id, path: asked, what });
}

function isShared(host: Host, tool: AITool, path: string): boolean {
  const fact = factAt(host, tool, path);
  if (fact === undefined || fact.holdsAbsolutePaths) return false;
  const canBe = fact.class === 'shared' || fact.class === 'mixed';
  return canBe && sharePlan(host, tool).some((entry) => canLieAtOrBelow(path, entry.path));
}

function factAt(host: Host, tool: AITool, path: string): PathFact | undefined {
  return factOf({ directories: homeDirectories(host, tool) }, path);
}

const words: Readonly<Record<PathClass | 'unknown', string>> = {
  identity: 'identity, one account’s alone',
  disposable: 'disposable, each account’s own',
  shared: 'shared only with a guard that the tool does not have',
  mixed: 'shared only with a guard that the tool does not have',
  unknown: 'not known, and so one account’s alone',
};
