import { ToolsError } from '../errors/index.ts';
import { findInstallation, installationNames, versionsFolder } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import { readAdoption } from './adopt/adoption.ts';
import type { AccountsContext } from './context.ts';
import { listAccounts } from './store/account-store.ts';
import { liveProcesses } from './store/live-mark.ts';

/** Who would miss an installation. */
export interface InstallationUsers {
  /** Labels of those that are started by it unless another is asked for. */
  readonly accounts: readonly string[];
  /** Labels of those whose state lies in its root. */
  readonly rootAccounts: readonly string[];
  /** Other installations that use its root. */
  readonly installations: readonly string[];
}

/** As far as they can be read: an account or an installation that is damaged is told of where it is listed itself. */
export function usersOfInstallation(
  ctx: AccountsContext,
  tool: AITool,
  name: string,
  onDamage: (damage: ToolsError) => void = () => {},
): InstallationUsers {
  const { host, paths } = ctx;
  const accounts = readableAccounts(ctx, tool, onDamage);
  const isOnRoot = (other: string): boolean => {
    try {
      return other !== name && findInstallation(host, paths, tool, other).root === name;
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      onDamage(error);
      return false;
    }
  };
  return {
    accounts: accounts.filter(({ installation }) => installation === name).map(({ label }) => label),
    rootAccounts: accounts.filter(({ root }) => root === name).map(({ label }) => label),
    installations: installationNames(host, paths, tool).filter(isOnRoot),
  };
}

/**
 * @throws ToolsError INSTALLATION_IN_USE, naming whoever uses it; STATE_DAMAGED where an account or an installation
 *   can't be read: it may be one of them
 */
export function requireUnused(ctx: AccountsContext, tool: AITool, name: string): void {
  const { accounts, rootAccounts, installations } = usersOfInstallation(ctx, tool, name, refuse);
  const labels = [...new Set([...accounts, ...rootAccounts])];
  const users = [
    ...labels.map((label) => `${tool.id}#${label}`),
    ...installations.map((other) => `the installation "${other}", which has its root`),
    ...(readAdoption(ctx, tool)?.root === name ? [`the tool's own directory, which was adopted`] : []),
  ];
  if (users.length > 0) throw new ToolsError('INSTALLATION_IN_USE', { tool: tool.id, name, users });
}

/**
 * Nobody runs a program of the installation, as far as can be told: neither an account that is started by it nor,
 * where the system does not say which program a process runs, any that could be.
 * @throws ToolsError INSTALLATION_RUNNING
 */
export function requireNotRunning(ctx: AccountsContext, tool: AITool, name: string): void {
  const { host, paths } = ctx;
  const root = rootOf(ctx, tool, name);
  const running = host.processes.runningFrom(versionsFolder(host, paths, tool, name));
  const isCandidate = (account: StoredAccount): boolean =>
    account.installation === name || (running === undefined && account.root === root);
  const live = readableAccounts(ctx, tool, refuse)
    .filter(isCandidate)
    .flatMap((account) =>
      liveProcesses(ctx, account).map(({ pid }) => `${tool.id}#${account.label} (process ${pid})`),
    );
  const who = live.length > 0 ? live : (running ?? []).map((pid) => `process ${pid}`);
  if (who.length > 0) throw new ToolsError('INSTALLATION_RUNNING', { tool: tool.id, name, who });
}

/** One whose record can't be read, or was never written, has no other than its own. */
function rootOf({ host, paths }: AccountsContext, tool: AITool, name: string): string {
  try {
    return findInstallation(host, paths, tool, name).root;
  } catch (error) {
    if (error instanceof ToolsError) return name;
    throw error;
  }
}

function readableAccounts(
  ctx: AccountsContext,
  tool: AITool,
  onDamage: (damage: ToolsError) => void,
): readonly StoredAccount[] {
  return listAccounts(ctx, tool.id).flatMap(({ account, damage }) => {
    if (damage) onDamage(damage);
    return account ?? [];
  });
}

function refuse(damage: ToolsError): never {
  throw damage;
}
