import { isObject } from '../formats/index.ts';
import type { AppPaths, Host } from '../platform/index.ts';
import { askNpm } from './npm.ts';
import type { InstallPlan } from './plan-install.ts';
import { plainEnvironment } from './throw-away-environment.ts';

/**
 * Where the user's npm keeps its settings and its cache, as variables: with another HOME it would look for both
 * there. npm is asked, because a settings file may move the cache.
 */
export async function npmSettings(
  host: Host,
  paths: AppPaths,
  plan: InstallPlan,
): Promise<Record<string, string>> {
  const answer = await askNpm(host, paths, {
    args: ['config', 'list'],
    env: plainEnvironment(host),
    cwd: host.path.parse(paths.root).root,
    package: plan.package,
    version: plan.version,
  });
  const setting = (name: string, fallback: string): string => {
    const value = isObject(answer) ? answer[name] : undefined;
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  return {
    npm_config_userconfig: setting('userconfig', host.path.join(host.homeDir, '.npmrc')),
    npm_config_cache: setting('cache', host.path.join(host.homeDir, '.npm')),
  };
}
