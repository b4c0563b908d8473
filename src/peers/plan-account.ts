import {
  type AccountsContext,
  foldLabel,
  type ImportPlan,
  type LoginHolders,
  listAccounts,
  loginHolders,
  nearestLabel,
  planImport,
  systemLabel,
} from '../accounts/index.ts';
import { ToolsError, typedPath } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { FoundAccount, Peer } from './peer.ts';

/**
 * `take`: becomes an account. `there`: it is one. `login`, `key`: an account has to be made by hand, and `command`
 * does. `sameLogin`: another account has that very login, so it is taken only when it is named. `refused`: it can't
 * be taken.
 */
export type Standing = 'take' | 'there' | 'login' | 'key' | 'sameLogin' | 'refused';

export interface PlannedAccount {
  readonly tool: string;
  /** What the peer calls it. */
  readonly name: string;
  /** What it would be called here, or is. */
  readonly label: string;
  readonly standing: Standing;
  /** The directory that is taken, or where the peer keeps its copy. */
  readonly where: string;
  /** Whose it is, as its files or else the peer say; null: nobody says. */
  readonly who: string | null;
  /** Why it is not taken, as a clause; null: it is. */
  readonly why: string | null;
  /** What makes the account. */
  readonly command: string | null;
  /** What else there is to know, a sentence each. */
  readonly notes: readonly string[];
  /** Of a directory. */
  readonly plan?: ImportPlan;
}

export interface Planning {
  /** Default: as the peer calls it, or nearly so. */
  readonly label: string | undefined;
  /** It was asked for by its name. */
  readonly isNamed: boolean;
  /** What is planned already. */
  readonly planned: readonly PlannedAccount[];
  readonly survey: Survey;
}

/** What a tool's accounts are before anything is imported, looked up once. */
export interface Survey {
  /** Folded. */
  readonly labels: readonly string[];
  readonly holders: LoginHolders;
}

export async function surveyOf(ctx: AccountsContext, tool: AITool, salt: string): Promise<Survey> {
  return {
    // Of one that is damaged no more is known than its claim; a claim alone holds nothing.
    labels: listAccounts(ctx, tool.id).flatMap(({ account, claimed }) =>
      account ? foldLabel(account.label) : (claimed ?? []),
    ),
    holders: await loginHolders(ctx, tool, salt),
  };
}

/** What importing it would make. Reads only. undefined: a guess, and it is none. @throws ToolsError STATE_UNREADABLE, LABEL_UNUSABLE, LABEL_TAKEN */
export async function planAccount(
  ctx: AccountsContext,
  peer: Pick<Peer, 'id'>,
  found: FoundAccount,
  planning: Planning,
): Promise<PlannedAccount | undefined> {
  const { tool, name, where, notes = [], who = null } = found;
  const label = planning.label ?? freeLabel(peer, found, planning);
  const known = { tool: tool.id, name, label, where, who, notes };
  if (found.taking !== 'reference') return byHand(ctx, found, known);
  try {
    const plan = await planImport(ctx, tool, { from: where, label, holders: withTaken(planning, tool.id) });
    const said = { ...known, who: plan.identity?.email ?? who, plan };
    if (plan.sameLogin.length === 0 || planning.isNamed)
      return { ...said, standing: 'take', why: null, command: null };
    const command = `tools import ${tool.id} --from ${typedPath(where)} -a ${label} --yes`;
    return {
      ...said,
      standing: 'sameLogin',
      why: `${plan.sameLogin.join(', ')} has the same login`,
      command,
    };
  } catch (error) {
    if (!(error instanceof ToolsError) || !/^(?:IMPORT|IDENTITY|TOOL)_/.test(error.code)) throw error;
    const holder = holderIn(ctx, tool.id, error);
    if (holder !== undefined)
      return { ...known, label: holder, standing: 'there', why: 'it is an account already', command: null };
    return found.isGuess ? undefined : { ...known, standing: 'refused', why: error.message, command: null };
  }
}

/** Of two directories with one login the first is taken. */
function withTaken({ planned, survey }: Planning, tool: string): LoginHolders {
  const { salt, logins } = survey.holders;
  const taken = planned.flatMap(({ plan, standing }) =>
    plan?.tool === tool && standing === 'take' && plan.login !== 'none'
      ? [{ label: `${tool}#${plan.label}`, identity: plan.identity }]
      : [],
  );
  return { salt, logins: [...logins, ...taken] };
}

type Known = Omit<PlannedAccount, 'standing' | 'why' | 'command'>;

/** What is not taken has to be made; one that was made after an earlier look is called as the peer calls it. */
function byHand(ctx: AccountsContext, found: FoundAccount, known: Known): PlannedAccount {
  const { tool } = found;
  const wished = nearestLabel(found.name);
  const made = labelsOf(ctx, tool.id).find(
    (each) => wished !== undefined && foldLabel(each) === foldLabel(wished),
  );
  if (made !== undefined)
    return {
      ...known,
      label: made,
      standing: 'there',
      why: 'an account of that name is there',
      command: null,
    };
  return found.taking === 'key'
    ? {
        ...known,
        standing: 'key',
        why: 'a key is handed over by its owner',
        command: `tools account add ${tool.id} ${known.label} --with-api-key`,
      }
    : {
        ...known,
        standing: 'login',
        why: 'a copy of what renews itself would log the original out',
        command: `tools login ${tool.id} -a ${known.label}`,
      };
}

/** The label of the account of ours whose home it is; `system` for the tool's own directory. */
export function holderIn(ctx: AccountsContext, tool: string, error: ToolsError): string | undefined {
  if (error.code === 'IMPORT_IS_SYSTEM') return systemLabel;
  const { whose } = error.data as { readonly whose?: string };
  return labelsOf(ctx, tool).find((label) => whose === `${tool}#${label}`);
}

function labelsOf(ctx: AccountsContext, tool: string): readonly string[] {
  return listAccounts(ctx, tool).flatMap(({ account }) => account?.label ?? []);
}

/** As the peer calls it, or nearly so; with the peer's name where that is taken. */
function freeLabel(
  peer: Pick<Peer, 'id'>,
  { tool, name }: FoundAccount,
  { planned, survey }: Planning,
): string {
  const taken = new Set([
    ...survey.labels,
    ...planned.filter((each) => each.tool === tool.id).map(({ label }) => foldLabel(label)),
  ]);
  const wished = nearestLabel(name);
  const base = wished ?? nearestLabel(`${name}-${peer.id}`) ?? peer.id;
  const candidates = [
    base,
    `${base}-${peer.id}`,
    ...Array.from({ length: 1000 }, (_, at) => `${base}-${peer.id}-${at + 2}`),
  ];
  return candidates.find((label) => !taken.has(foldLabel(label))) ?? base;
}
