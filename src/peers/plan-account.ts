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
  readonly survey: Survey;
}

/** What a tool's accounts are, looked up once, and what is to become one by what is planned so far. */
export interface Survey {
  /** Of accounts that are there. */
  readonly labels: readonly string[];
  /** Folded labels that no further account can have. */
  readonly taken: Set<string>;
  readonly salt: string;
  readonly logins: LoginHolders['logins'][number][];
  readonly homes: LoginHolders['homes'];
}

export async function surveyOf(ctx: AccountsContext, tool: AITool, salt: string): Promise<Survey> {
  const listings = listAccounts(ctx, tool.id);
  const { logins, homes } = await loginHolders(ctx, tool, salt);
  return {
    labels: listings.flatMap(({ account }) => account?.label ?? []),
    // Of one that is damaged no more is known than its claim; a claim alone holds nothing.
    taken: new Set(
      listings.flatMap(({ account, claimed }) => (account ? foldLabel(account.label) : (claimed ?? []))),
    ),
    salt,
    logins: [...logins],
    homes,
  };
}

/** What is planned takes its label, and of two directories with one login the first is taken. */
export function noteIn(survey: Survey, { tool, label, standing, plan }: PlannedAccount): void {
  survey.taken.add(foldLabel(label));
  if (plan && standing === 'take' && plan.login !== 'none')
    survey.logins.push({ label: `${tool}#${label}`, identity: plan.identity });
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
  if (found.taking !== 'reference') return byHand(found, known, planning.survey);
  try {
    const plan = await planImport(ctx, tool, { from: where, label, holders: planning.survey });
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
    const holder = holderIn(planning.survey.labels, tool.id, error);
    if (holder !== undefined)
      return { ...known, label: holder, standing: 'there', why: 'it is an account already', command: null };
    return found.isGuess ? undefined : { ...known, standing: 'refused', why: error.message, command: null };
  }
}

type Known = Omit<PlannedAccount, 'standing' | 'why' | 'command'>;

/** What is not taken has to be made; one that was made after an earlier look is called as the peer calls it. */
function byHand(found: FoundAccount, known: Known, { labels }: Survey): PlannedAccount {
  const { tool } = found;
  const wished = nearestLabel(found.name);
  const folded = wished === undefined ? undefined : foldLabel(wished);
  const made = labels.find((each) => foldLabel(each) === folded);
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
export function holderIn(labels: readonly string[], tool: string, error: ToolsError): string | undefined {
  if (error.code === 'IMPORT_IS_SYSTEM') return systemLabel;
  const { whose } = error.data as { readonly whose?: string };
  return labels.find((label) => whose === `${tool}#${label}`);
}

/** As the peer calls it, or nearly so; with the peer's name where that is taken. */
function freeLabel(peer: Pick<Peer, 'id'>, { name }: FoundAccount, { survey }: Planning): string {
  const base = nearestLabel(name) ?? nearestLabel(`${name}-${peer.id}`) ?? peer.id;
  const isFree = (label: string) => !survey.taken.has(foldLabel(label));
  if (isFree(base)) return base;
  for (let at = 1; ; at += 1) {
    const label = `${base}-${peer.id}${at === 1 ? '' : `-${at}`}`;
    if (isFree(label)) return label;
  }
}
