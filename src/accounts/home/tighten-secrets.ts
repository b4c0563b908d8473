import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { HomePaths } from './home-paths.ts';

/** Takes from others what a tool left readable of a login: some write keys into files that anybody may read. */
export function tightenSecrets(host: Host, tool: AITool, paths: HomePaths): void {
  if (host.platform === 'win32') return;
  const secrets = (tool.directories ?? []).filter(({ secret, path }) => secret && !path.includes('*'));
  const files = [
    ...(tool.login ?? []).map((part) => paths.fileOf(part)),
    ...secrets.map(({ path, root }) => paths.fileOf({ file: path, ...(root && { root }) })),
  ];
  for (const path of new Set(files)) {
    const stat = host.files.lstat(path);
    if (stat?.isFile() && (stat.mode & 0o077) !== 0) host.files.chmod(path, 0o600);
  }
}
