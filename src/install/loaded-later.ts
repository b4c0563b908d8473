import { loadLater } from '../platform/index.ts';

export const installTool = loadLater(async () => (await import('./install-tool.ts')).installTool);
export const planInstall = loadLater(async () => (await import('./plan-install.ts')).planInstall);
export const versionOf = loadLater(async () => (await import('./program-version.ts')).versionOf);
