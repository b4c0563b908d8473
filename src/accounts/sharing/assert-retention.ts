import { ToolsError } from '../../errors/index.ts';
import { isEqualValue } from '../../formats/index.ts';
import type { AITool, JsonValue } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { assertValue } from '../home/assert-value.ts';
import { pathsIn } from '../home/home-paths.ts';
import { ownersLink } from '../home/own-home.ts';
import { sharedEntries } from './share-plan.ts';

/**
 * Keeps the tool from deleting by itself what others see through the links of this home: a fresh one of some tools
 * ends everybody's sessions of more than a month ago seconds after its first start. To be called before there is a
 * link and before every launch.
 * @throws ToolsError RETENTION_UNSAFE: then there must be neither
 */
export function assertRetention(ctx: AccountsContext, tool: AITool, account: StoredAccount): void {
  const { host } = ctx;
  const paths = pathsIn(host, tool, account.home);
  for (const retention of new Set(sharedEntries(host, tool, account).flatMap((entry) => entry.retention))) {
    const { format, pointer, safe, governs } = retention;
    const path = paths.fileOf(retention);
    try {
      assertValue(host, { path, format, pointer }, (current) =>
        isEqualValue(current, safe) ? undefined : ofItsOwn(ctx, account, path, safe),
      );
    } catch (cause) {
      if (!(cause instanceof ToolsError)) throw cause;
      const { tool: id, label } = account;
      const problem = cause.message.replace(/\.$/, '');
      throw new ToolsError(
        'RETENTION_UNSAFE',
        { tool: id, label, path, pointer, governs, problem },
        { cause },
      );
    }
  }
}

/** @throws ToolsError WRITE_FAILED where the file is others', too */
function ofItsOwn(ctx: AccountsContext, account: StoredAccount, path: string, value: JsonValue): JsonValue {
  const to = ownersLink(ctx, account, path);
  if (to === undefined) return value;
  throw new ToolsError('WRITE_FAILED', { path, cause: `it leads to ${to}, which others have, too` });
}
