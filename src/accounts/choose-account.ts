import { ToolsError } from '../errors/index.ts';
import { isSetByUs } from '../process/index.ts';
import { type Account, systemAccount, systemLabel } from './account.ts';
import { type Binding, bindingHere } from './bindings/binding-here.ts';
import type { AccountsContext } from './context.ts';
import { readAccount } from './store/account-file.ts';
import { findAccount, listAccounts, withHome } from './store/account-store.ts';
import { readDefault } from './store/default-account.ts';

/** Which rule decided, in the order they are asked. */
export type ChoiceRule = 'option' | 'toolVariable' | 'variable' | 'link' | 'file' | 'default' | 'system';

export interface Choice {
  readonly account: Account;
  readonly rule: ChoiceRule;
  /** For people: what says so. */
  readonly because: string;
}

/** Chooses the account of every tool that has no variable of its own set. */
export const everyToolVariable = 'AI_TOOLS_ACCOUNT';

/**
 * The account for a tool here and now; `asked` is what --account says. A chosen account that is missing is an
 * error: another one is never taken in its place.
 * @throws ToolsError NO_ACCOUNT_CHOSEN, ACCOUNT_VARIABLE_AMBIGUOUS, LINK_BROKEN, BOUND_ACCOUNT_MISSING, and as
 *   findAccount and bindingHere
 */
export function chooseAccount(ctx: AccountsContext, tool: string, asked?: string): Choice {
  const { env } = ctx.host;
  const own = toolVariable(tool);
  if (asked !== undefined) return chosen(ctx, tool, asked, 'option', `--account ${asked}`);
  if (env[own]) {
    refuseSharedVariable(ctx, tool, own);
    return chosen(ctx, tool, env[own], 'toolVariable', `${own}=${env[own]}`);
  }
  const every = env[everyToolVariable];
  if (every) return chosen(ctx, tool, every, 'variable', `${everyToolVariable}=${every}`);
  const binding = bindingHere(ctx, tool);
  return binding ? boundChoice(ctx, tool, binding) : defaultChoice(ctx, tool);
}

/** The variable that chooses the account of one tool. */
export function toolVariable(tool: string): string {
  return `${everyToolVariable}_${tool.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
}

/** The other tools that the variable of this one could mean. One that was added takes it from no other. */
export function othersOfVariable(
  { registry, isAdded = () => false }: Pick<AccountsContext, 'registry' | 'isAdded'>,
  tool: string,
): readonly string[] {
  const variable = toolVariable(tool);
  return registry
    .all()
    .map(({ id }) => id)
    .filter((id) => id !== tool && toolVariable(id) === variable && (isAdded(tool) || !isAdded(id)));
}

/** Meant to choose the account of some tool, whether or not there is one of that name. */
export function isToolVariable(name: string): boolean {
  return name.startsWith(`${everyToolVariable}_`);
}

function chosen(
  ctx: AccountsContext,
  tool: string,
  label: string,
  rule: ChoiceRule,
  because: string,
): Choice {
  try {
    return { account: findAccount(ctx, tool, label, because), rule, because };
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
    if (rule !== 'toolVariable' || !isSetByUs(ctx.host.env, toolVariable(tool))) throw error;
    throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label, because, isStale: true });
  }
}

function boundChoice(ctx: AccountsContext, tool: string, binding: Binding): Choice {
  return binding.kind === 'link' ? linkedChoice(ctx, tool, binding) : fileChoice(ctx, tool, binding);
}

function linkedChoice(
  ctx: AccountsContext,
  tool: string,
  { directory, account: id }: Binding & { kind: 'link' },
): Choice {
  const because = `${directory} is linked to it`;
  if (id === systemLabel) return { account: systemAccount(tool), rule: 'link', because };
  const account = readAccount(ctx, tool, id);
  if (!account) throw new ToolsError('LINK_BROKEN', { tool, directory });
  return { account: withHome(ctx, account), rule: 'link', because };
}

function fileChoice(
  ctx: AccountsContext,
  tool: string,
  { directory, path, name, label, isAlias }: Binding & { kind: 'file' },
): Choice {
  const because = isAlias ? `${path} names it by the alias "${name}"` : `${path} names it`;
  try {
    return { account: findAccount(ctx, tool, label, because), rule: 'file', because };
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
    const [instead] = labelsOf(ctx, tool);
    const facts = { tool, directory, path, name, label, isAlias, instead };
    throw new ToolsError('BOUND_ACCOUNT_MISSING', facts, { cause: error });
  }
}

function defaultChoice(ctx: AccountsContext, tool: string): Choice {
  const choice = readDefault(ctx, tool);
  const system = systemAccount(tool);
  switch (choice.state) {
    case 'none':
      return { account: system, rule: 'system', because: 'nothing else was ever chosen' };
    case 'system':
      return { account: system, rule: 'default', because: `the default account of ${tool}` };
    case 'account': {
      const account = readAccount(ctx, tool, choice.id);
      if (account)
        return {
          account: withHome(ctx, account),
          rule: 'default',
          because: `the default account of ${tool}`,
        };
      throw noAccountChosen(ctx, tool);
    }
    case 'removed':
      throw noAccountChosen(ctx, tool);
  }
}

function noAccountChosen(ctx: AccountsContext, tool: string): ToolsError {
  return new ToolsError('NO_ACCOUNT_CHOSEN', { tool, labels: labelsOf(ctx, tool) });
}

function labelsOf(ctx: AccountsContext, tool: string): readonly string[] {
  return listAccounts(ctx, tool).flatMap(({ account }) => account?.label ?? []);
}

function refuseSharedVariable(ctx: AccountsContext, tool: string, variable: string): void {
  const others = othersOfVariable(ctx, tool);
  if (others.length > 0)
    throw new ToolsError('ACCOUNT_VARIABLE_AMBIGUOUS', { variable, tools: [tool, ...others].sort() });
}
