import type { Host } from './host.ts';

/** Inside the Windows Subsystem for Linux, by the name of its kernel. */
export function isWsl(platform: Host['platform']): boolean {
  return platform === 'linux' && /microsoft/i.test(process.getBuiltinModule('node:os').release());
}
