import {
  type AccountsContext,
  chooseAccount,
  isToolVariable,
  listAccounts,
  toolVariable,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { isInside } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { attempt, type Check } from './check.ts';

/** Variables of this shell that lead nowhere: they would choose or relocate for every command in it. */
export const checkVariables: Check = async (ctx, tools, find) => {
  const { env } = ctx.host;
  const known = new Set(ctx.registry.all().map(({ id }) => toolVariable(id)));
  for (const [name, value = ''] of Object.entries(env)) {
    if (value !== '' && isToolVariable(name) && !known.has(name)) find(stale(name, value, 'tool'));
  }
  for (const tool of tools) {
    await attempt(find, () => checkChoice(ctx, tool));
    for (const name of relocating(tool)) {
      const value = env[name];
      if (!value || !ctx.host.path.isAbsolute(value)) continue;
      await attempt(find, () => {
        if (ctx.host.files.stat(value)) return;
        const isOurs = isInside(ctx.host.path, ctx.paths.root, value);
        find(stale(name, value, 'missing', isOurs ? tool.id : undefined));
      });
    }
  }
};

/** Only for tools that have accounts: a variable for all tools says nothing about one without. */
function checkChoice(ctx: AccountsContext, { id }: AITool): void {
  if (listAccounts(ctx, id).length === 0 && !ctx.host.env[toolVariable(id)]) return;
  try {
    chooseAccount(ctx, id);
  } catch (error) {
    // A tombstone is an answer that somebody gave.
    if (!(error instanceof ToolsError) || error.code !== 'NO_ACCOUNT_CHOSEN') throw error;
  }
}

function relocating({ relocation, configDirEnvVar }: AITool): readonly string[] {
  const names = Object.keys(relocation?.own ?? {});
  return configDirEnvVar === null || names.includes(configDirEnvVar) ? names : [...names, configDirEnvVar];
}

/** `tool`: whose variable it is, where it is one that we set. */
function stale(name: string, value: string, problem: 'missing' | 'tool', tool?: string): ToolsError {
  return new ToolsError('VARIABLE_STALE', { name, value, problem, tool });
}
