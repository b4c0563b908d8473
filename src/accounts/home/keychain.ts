import { sha256 } from '../../platform/index.ts';
import { runCaptured } from '../../process/index.ts';
import type { AITool, KeychainItem } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';

/**
 * Runs `/usr/bin/security` with arguments that name an item. They ask for its secret only where an account refers to
 * it as its key.
 */
export type SecurityRunner = (
  args: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout?: string }>;

/** Whether the system's keychain has the tool's item for this home. Anything but a clear no is not a no. */
export async function findKeychainItem(
  ctx: AccountsContext,
  tool: AITool,
  home: string | null,
): Promise<'present' | 'absent' | 'unreadable'> {
  // Elsewhere than on macOS no store is known to be named after the home.
  if (ctx.host.platform !== 'darwin') return 'absent';
  const run = ctx.security ?? securityOf(ctx);
  let answer: 'present' | 'absent' | 'unreadable' = 'absent';
  for (const item of keychainItems(tool, 'darwin')) {
    const service = serviceOf(item, home);
    if (service === undefined) continue;
    const args = [
      'find-generic-password',
      '-s',
      service,
      '-a',
      expand(item.account, home ?? '', ctx.host.userName),
    ];
    const { code } = await run(args).catch(() => ({ code: null }));
    if (code === 0) return 'present';
    if (code !== itemNotFound) answer = 'unreadable';
  }
  return answer;
}

/** The tool keeps its login under a name made from the home's path, so that a home can't be swapped in place. */
export function hasHomeKeychain(ctx: AccountsContext, tool: AITool): boolean {
  return keychainItems(tool, ctx.host.platform).some(({ service, account }) =>
    /\{sha256:home/.test(service + account),
  );
}

/** errSecItemNotFound, as the program's exit code. */
const itemNotFound = 44;

function keychainItems(tool: AITool, platform: string): readonly KeychainItem[] {
  return (tool.keychain ?? []).filter((item) => item.platform === platform);
}

function serviceOf(item: KeychainItem, home: string | null): string | undefined {
  if (home === null) return item.systemService;
  return item.only === 'system' ? undefined : expand(item.service, home, '');
}

function expand(template: string, home: string, user: string): string {
  return template
    .replaceAll('{user}', user)
    .replace(/\{sha256:home:(\d+)\}/g, (_, length: string) =>
      sha256(home.normalize('NFC')).slice(0, Number(length)),
    );
}

function securityOf({ host }: AccountsContext): SecurityRunner {
  return (args) =>
    runCaptured(
      host,
      {
        file: '/usr/bin/security',
        args,
        env: { HOME: host.homeDir, PATH: '/usr/bin:/bin' },
        cwd: host.homeDir,
      },
      { timeoutMs: 10_000, maxBytes: 65_536 },
    );
}
