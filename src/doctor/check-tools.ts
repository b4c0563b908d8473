import {
  type AccountsContext,
  assertSettings,
  credentialIn,
  foreignHome,
  type HomePaths,
  homeProblem,
  lastUsed,
  listAccounts,
  ownersLink,
  pathsOf,
  probeLeaks,
  type StoredAccount,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { withoutWrites } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { attempt, type Check } from './check.ts';

/** Whether accounts are really kept apart: by the descriptor's evidence, by settings, and by what lies about. */
export const checkTools: Check = async (ctx, tools, find) => {
  for (const tool of tools) {
    if (!isShown(tool)) find(new ToolsError('ISOLATION_NOT_SHOWN', { tool: tool.id }));
    for (const { account } of listAccounts(ctx, tool.id)) {
      if (!account || !tool.relocation) continue;
      if (homeProblem(ctx, account) || foreignHome(ctx, tool, account)) continue;
      const paths = pathsOf(ctx, tool, account);
      await attempt(find, () => checkSettings(ctx, tool, account, paths));
      await attempt(find, () => checkLeaks(ctx, tool, account, paths));
    }
  }
};

/** Somebody has looked: without evidence a descriptor's relocation is a claim. */
function isShown({ relocation, evidence = [] }: AITool): boolean {
  return (
    relocation !== undefined &&
    evidence.some(({ fact, how }) => /^relocation\b/.test(fact) && how !== 'inferred')
  );
}

/** A file that isn't there yet gets its settings at the first launch, and so does one of an imported home. */
function checkSettings(ctx: AccountsContext, tool: AITool, account: StoredAccount, paths: HomePaths): void {
  const files = (tool.relocation?.settings ?? []).map((setting) => paths.fileOf(setting));
  if (!files.some((file) => ctx.host.files.stat(file))) return;
  let isTried = false;
  const host = withoutWrites(ctx.host, () => {
    isTried = true;
  });
  try {
    assertSettings(host, tool, paths, account.kind);
  } catch (error) {
    if (!isTried) throw error;
    for (const path of files) {
      const to = ownersLink(ctx, account, path);
      if (to !== undefined)
        throw new ToolsError('SETTING_BEHIND_LINK', { tool: tool.id, label: account.label, path, to });
    }
    // Imported, and not started since: its file is as its owner left it until the first launch.
    if (lastUsed(ctx, account) === undefined) return;
    throw new ToolsError('SETTING_NOT_IN_FORCE', {
      tool: tool.id,
      label: account.label,
      path: files[0] ?? '',
    });
  }
}

async function checkLeaks(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  paths: HomePaths,
): Promise<void> {
  const hasLogin =
    account.kind === 'key' || (await credentialIn(ctx, tool, paths, account.home)).state !== 'none';
  probeLeaks(ctx, tool, {
    account,
    paths,
    hasLogin,
    given: Object.keys(account.environment),
    cwd: ctx.host.cwd,
  });
}
