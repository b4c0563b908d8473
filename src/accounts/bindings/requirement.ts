import { ToolsError } from '../../errors/index.ts';
import { readVariable } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account, Identity } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { fingerprintOf, organizationFingerprint } from '../home/fingerprint.ts';
import { readIdentity } from '../home/identity.ts';
import { notices } from '../notices.ts';
import { listAccounts } from '../store/account-store.ts';
import { quietly } from '../store/with-journal.ts';
import type { Requirement } from './binding-file.ts';
import { bindingFilesHere, type FoundFile } from './found-file.ts';

/** What the files here and above ask of a tool, and whether an account is that. */
export interface JudgedRequirement extends Requirement {
  /** The nearest file that requires something of the tool. */
  readonly path: string;
  readonly found: FoundIdentity;
  readonly isMet: boolean;
}

/** The fingerprints of an account and its organisation, as far as they are known; or why none counts. */
export type FoundIdentity =
  | { readonly fingerprint: string; readonly organization?: string }
  | { readonly why: string; readonly variable?: string };

/**
 * Before anything runs in this directory as the account, however it was chosen: files that are not trusted are
 * named, and one that is trusted may require somebody. Who can't be known is never who is required.
 * @throws ToolsError REQUIRED_IDENTITY_DIFFERS, CWD_MISSING, STATE_DAMAGED of our table, BINDING_FILE_DAMAGED
 */
export function heedBindingFiles(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  keepEnv: readonly string[] = [],
): void {
  const files = bindingFilesHere(ctx);
  for (const line of ignoredLines(files)) ctx.tell(line);
  const judged = judgeRequirement(ctx, tool, account, files, keepEnv);
  if (!judged || judged.isMet) return;
  const error = requirementUnmet(ctx, tool, account, judged);
  if (judged.mode === 'refuse') throw error;
  ctx.tell(error.message);
}

/** A line about each file that has no say here. */
export function ignoredLines(files: readonly FoundFile[]): readonly string[] {
  return files.flatMap(({ path, state }) =>
    state === 'trusted' ? [] : notices.bindingIgnored({ path, isChanged: state === 'changed' }),
  );
}

/** After a login, which is not hindered: whether a launch here will be. */
export function tellUnmet(ctx: AccountsContext, tool: AITool, account: Account): void {
  quietly(() => {
    const judged = judgeRequirement(ctx, tool, account, bindingFilesHere(ctx));
    if (judged && !judged.isMet) ctx.tell(requirementUnmet(ctx, tool, account, judged).message);
  });
}

/** undefined: nothing is required of the tool. `keepEnv`: variables that a launch would leave alone. */
export function judgeRequirement(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  files: readonly FoundFile[],
  keepEnv: readonly string[] = [],
): JudgedRequirement | undefined {
  for (const file of files) {
    const requirement = file.state === 'trusted' ? file.says.requirements.get(tool.id) : undefined;
    if (!requirement) continue;
    const found = findFingerprint(ctx, tool, account, keepEnv);
    const isMet = fingerprintsIn(found).some((each) => requirement.fingerprints.includes(each));
    return { ...requirement, path: file.path, found, isMet };
  }
  return undefined;
}

export function requirementUnmet(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  { path, fingerprints, found }: JudgedRequirement,
): ToolsError {
  return new ToolsError('REQUIRED_IDENTITY_DIFFERS', {
    tool: tool.id,
    label: account.label,
    path,
    required: fingerprints.map(shortForm),
    ...('fingerprint' in found
      ? { found: fingerprintsIn(found).map(shortForm).join(' of ') }
      : { why: found.why, variable: found.variable }),
    holder: holderOf(ctx, tool, fingerprints),
    canLogIn: account.kind === 'login' && !('fingerprint' in found),
  });
}

/** Enough to tell two of them apart. */
function shortForm(fingerprint: string): string {
  return fingerprint.slice(0, fingerprint.indexOf(':') + 13);
}

/** What the account's own files say now: what was recorded says nothing of who would be asked for today. */
export function findFingerprint(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  keepEnv: readonly string[],
): FoundIdentity {
  if (account.kind === 'key') return { why: 'it holds an API key, which has no fingerprint of that kind' };
  const variable = outrankingVariable(ctx, tool, account, keepEnv);
  if (variable !== undefined) return { why: `${variable} would outrank its login`, variable };
  const { identity, conflict } = readIdentity(ctx, tool, account);
  if (conflict) return { why: `${conflict.files.join(' and ')} disagree` };
  const [fingerprint, organization] = publicFingerprints(tool.id, identity);
  if (fingerprint === undefined) return { why: 'its files do not say who is logged in' };
  return organization === undefined ? { fingerprint } : { fingerprint, organization };
}

function fingerprintsIn(found: FoundIdentity): readonly string[] {
  if (!('fingerprint' in found)) return [];
  return [found.fingerprint, ...(found.organization === undefined ? [] : [found.organization])];
}

/** What a file can require: of the account first, then of its organisation. */
function publicFingerprints(tool: string, identity: Identity | null): readonly string[] {
  const own = fingerprintOf(tool, identity);
  const organization = organizationFingerprint(tool, identity);
  return [
    ...(own?.scope === 'public' ? [own.value] : []),
    ...(organization === undefined ? [] : [organization]),
  ];
}

/** A variable that the child is given although it is stronger than the login. */
function outrankingVariable(
  { host }: AccountsContext,
  tool: AITool,
  account: Account,
  keepEnv: readonly string[],
): string | undefined {
  const isSet = (name: string) => Boolean(readVariable(host.platform, host.env, name));
  return (tool.environment?.outranks ?? []).find((name) =>
    account.kind === 'system'
      ? isSet(name)
      : account.environment[name] || (keepEnv.includes(name) && isSet(name)),
  );
}

/** An account that was recorded as somebody who would do. */
function holderOf(ctx: AccountsContext, tool: AITool, fingerprints: readonly string[]): string | undefined {
  return listAccounts(ctx, tool.id).find(({ account }) =>
    publicFingerprints(tool.id, account?.identity ?? null).some((each) => fingerprints.includes(each)),
  )?.account?.label;
}
