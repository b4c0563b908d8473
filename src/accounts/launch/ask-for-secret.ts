import type { AccountsContext } from '../context.ts';
import { secretSource } from '../home/secret-source.ts';
import { type Asking, keptSecret } from './kept-secret.ts';

/** Where a secret is kept said no; `ask` asks as we did, without showing it. */
export interface NoSecret {
  readonly source: string;
  readonly why: string;
  readonly ask: string;
}

/**
 * A secret that is no account's, from where a reference says it is kept.
 * @throws ToolsError SECRET_REF_UNUSABLE
 */
export async function askForSecret(
  ctx: AccountsContext,
  reference: string,
  by: Asking,
): Promise<{ readonly text: string } | NoSecret> {
  const source = secretSource(ctx, reference);
  const answer = await keptSecret(ctx, source, by);
  return 'text' in answer ? answer : { source: source.name, ask: source.ask, why: answer.why };
}
