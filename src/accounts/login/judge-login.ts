import { ToolsError } from '../../errors/index.ts';
import { isInside } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Identity } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { credentialIn } from '../home/credential.ts';
import { type HomePaths, systemPaths } from '../home/home-paths.ts';
import { identityIn } from '../home/identity.ts';
import { differenceOf, requireOneIdentity } from '../home/identity-guard.ts';
import { relocationOf } from '../home/relocation.ts';
import { tightenSecrets } from '../home/tighten-secrets.ts';
import { notices } from '../notices.ts';
import { type LoginRun, requireNotCancelled } from './login-command.ts';
import { changesSince, type SystemSnapshot } from './watch-system.ts';

export interface LoginAttempt {
  readonly tool: AITool;
  readonly label: string;
  readonly paths: HomePaths;
  /** What key fingerprints are salted with. */
  readonly salt: string;
  readonly run: LoginRun;
  readonly before: SystemSnapshot;
  /** Who the tool's default directory belonged to before. */
  readonly systemIdentity: Identity | null;
}

/**
 * Whether a login that has ended is one: a usable credential in its own directory, whatever the tool said.
 * @returns who it is; null when that is honestly unknown.
 * @throws ToolsError LOGIN_CANCELLED …, LOGIN_FAILED, NO_USABLE_CREDENTIAL, LOGIN_WENT_ELSEWHERE, IDENTITY_CONFLICT
 */
export async function judgeLogin(ctx: AccountsContext, attempt: LoginAttempt): Promise<Identity | null> {
  const { tool, label, paths, run, before } = attempt;
  const names = { tool: tool.id, label };
  const change = changesSince(ctx, tool, before);
  const elsewhere = [...change.logins, ...change.entries].slice(0, 5);
  const credential = await (tool.login
    ? credentialIn(ctx, tool, paths, paths.home)
    : anyNewFile(ctx, tool, paths));
  const isUsable = credential.state === 'usable';
  if (!isUsable && change.logins.length === 0) requireNotCancelled(run, names);
  if (run.code !== 0 && !isUsable)
    throw new ToolsError('LOGIN_FAILED', { ...names, code: run.code, said: run.said, elsewhere });
  if (!isUsable && (change.logins.length > 0 || (!tool.login && change.entries.length > 0))) {
    throw new ToolsError('LOGIN_WENT_ELSEWHERE', { ...names, elsewhere });
  }
  if (!isUsable)
    throw new ToolsError('NO_USABLE_CREDENTIAL', {
      ...names,
      problem: credential.problem ?? 'nothing was saved',
      elsewhere,
    });
  // A tool that was cancelled, or says that it failed, has not finished what it saved.
  if (!run.isInteractive && run.code !== 0) requireNotCancelled(run, names);
  if (!run.isInteractive && run.code !== 0)
    throw new ToolsError('LOGIN_FAILED', { ...names, code: run.code, said: run.said, elsewhere });
  const outside = leadsOut(ctx, tool, paths);
  if (outside.length > 0) throw new ToolsError('LOGIN_WENT_ELSEWHERE', { ...names, elsewhere: outside });
  const reading = identityIn(ctx.host, tool, paths, attempt.salt);
  requireOneIdentity(tool, label, reading);
  if (change.logins.length > 0 && !isOthersRefresh(ctx, attempt, reading.identity)) {
    throw new ToolsError('LOGIN_WENT_ELSEWHERE', { ...names, elsewhere });
  }
  if (elsewhere.length > 0)
    ctx.tell(notices.changedMeanwhile({ paths: elsewhere, program: tool.displayName }));
  tightenSecrets(ctx.host, tool, paths);
  return reading.identity;
}

/** Where files of the login really lie, when that is not in the directory that we made for it. */
function leadsOut({ host }: AccountsContext, tool: AITool, paths: HomePaths): readonly string[] {
  const { files, path } = host;
  const made = path.join(files.realpath(path.dirname(paths.home)), path.basename(paths.home));
  return (tool.login ?? [])
    .map((part) => paths.fileOf(part))
    .filter((file) => files.stat(file) !== undefined)
    .map((file) => files.realpath(file))
    .filter((file) => !isInside(path, made, file));
}

/** The default login is somebody else's before and after: its own session renewed it while ours was under way. */
function isOthersRefresh(
  ctx: AccountsContext,
  { tool, salt, systemIdentity }: LoginAttempt,
  found: Identity | null,
): boolean {
  const now = identityIn(ctx.host, tool, systemPaths(ctx, tool), salt).identity;
  if (!now?.subject || !systemIdentity?.subject || !found?.subject) return false;
  return differenceOf(systemIdentity, now) === 'same' && differenceOf(now, found) !== 'same';
}

/** For a tool of which nothing is known: a file that was not there before and holds something. */
function anyNewFile(
  { host }: AccountsContext,
  tool: AITool,
  paths: HomePaths,
): { state: 'usable' | 'none'; problem?: string } {
  const ours = new Set((relocationOf(tool).settings ?? []).map((setting) => paths.fileOf(setting)));
  const hasFile = (directory: string, depth: number): boolean =>
    host.files.readdir(directory).some((name) => {
      const path = host.path.join(directory, name);
      const stat = host.files.lstat(path);
      if (stat?.isDirectory()) return depth < 4 && hasFile(path, depth + 1);
      return stat?.isFile() === true && stat.size > 0 && !ours.has(path);
    });
  return hasFile(paths.home, 0) ? { state: 'usable' } : { state: 'none', problem: 'nothing was saved' };
}
