import { readSettings, settingKey, valueSet } from '../../settings/index.ts';
import type { AccountsContext } from '../context.ts';
import { directoriesHere } from './directories.ts';
import { bindingFileIn } from './found-file.ts';
import { linkOf, readLinks } from './links.ts';

/** What decides in a directory. */
export type Binding =
  | {
      readonly kind: 'link';
      readonly directory: string;
      /** The id of an account, or `system`. */
      readonly account: string;
    }
  | {
      readonly kind: 'file';
      readonly directory: string;
      readonly path: string;
      /** As the file says it. */
      readonly name: string;
      /** As the user's settings say that, or the name itself. */
      readonly label: string;
      readonly isAlias: boolean;
    };

/**
 * The nearest directory with an answer for that tool decides, and in it the link before the file. Costs a look at
 * each directory on the way, and reads nothing of any account.
 * @throws ToolsError CWD_MISSING, STATE_DAMAGED of our tables, SETTING_DAMAGED, BINDING_FILE_DAMAGED
 */
export function bindingHere(ctx: AccountsContext, tool: string): Binding | undefined {
  const links = readLinks(ctx);
  const fileIn = bindingFileIn(ctx);
  for (const directory of directoriesHere(ctx)) {
    const account = linkOf(links, directory, tool);
    if (account !== undefined) return { kind: 'link', directory, account };
    const file = fileIn(directory);
    const name = file?.state === 'trusted' ? file.says.accounts.get(tool) : undefined;
    if (file && name !== undefined)
      return { kind: 'file', directory, path: file.path, name, ...labelOf(ctx, tool, name) };
  }
  return undefined;
}

/** The account that a file means by a name. @throws ToolsError STATE_DAMAGED, SETTING_DAMAGED */
export function labelOf(
  ctx: AccountsContext,
  tool: string,
  name: string,
): { readonly label: string; readonly isAlias: boolean } {
  // What holds a dot is the name of no alias.
  const alias = name.includes('.')
    ? null
    : valueSet(ctx, readSettings(ctx), settingKey(`aliases.${name}.${tool}`));
  return typeof alias === 'string' ? { label: alias, isAlias: true } : { label: name, isAlias: false };
}
