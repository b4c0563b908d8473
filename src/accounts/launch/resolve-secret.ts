import { ToolsError } from '../../errors/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { secretSource } from '../home/secret-source.ts';
import { notices } from '../notices.ts';
import { keptSecret } from './kept-secret.ts';

/**
 * Asks for the key of an account where a reference says it is kept.
 * @throws ToolsError SECRET_UNRESOLVED, SECRET_REF_UNUSABLE
 */
export async function resolveSecret(
  ctx: AccountsContext,
  account: StoredAccount,
  keyFrom: string,
): Promise<string> {
  const source = secretSource(ctx, keyFrom);
  const { tool, id, label } = account;
  const answer = await keptSecret(ctx, source, {
    asking: `${tool}#${id}`,
    waiting: notices.waitingForKey({ tool, label, source: source.name }),
  });
  if ('text' in answer) return answer.text;
  const { why } = answer;
  throw new ToolsError('SECRET_UNRESOLVED', { tool, label, source: source.name, why, ask: source.ask });
}
