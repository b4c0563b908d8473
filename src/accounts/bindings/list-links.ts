import { ToolsError } from '../../errors/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';
import { systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount } from '../store/account-file.ts';
import { directoriesHere } from './directories.ts';
import { ifAllowed } from './found-file.ts';
import { readLinks } from './links.ts';

/** One row of the table of links. */
export interface ListedLink {
  readonly tool: string;
  readonly directory: string;
  /** The id of the account, or `system`. */
  readonly account: string;
  /** null: it is not there, or can't be read. */
  readonly label: string | null;
  /** `broken`: the account was removed. `unreadable`: its record is. `gone`: the directory is not there now. */
  readonly state: 'ok' | 'broken' | 'unreadable' | 'gone';
  /** The nearest link of the tool here. */
  readonly isHere: boolean;
}

/** By directory and tool. @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE of the table */
export function listLinks(ctx: AccountsContext, tool?: string): readonly ListedLink[] {
  const links = readLinks(ctx);
  const here = directoriesOf(ctx);
  const nearest = (name: string) => here.find((directory) => Object.hasOwn(links[directory] ?? {}, name));
  return Object.entries(links)
    .sort(([one], [other]) => compareByCodePoint(one, other))
    .flatMap(([directory, tools]) =>
      Object.entries(tools)
        .filter(([name]) => tool === undefined || name === tool)
        .sort(([one], [other]) => compareByCodePoint(one, other))
        .map(([name, account]) => {
          const isHere = nearest(name) === directory;
          return { tool: name, directory, account, isHere, ...standingOf(ctx, name, account, directory) };
        }),
    );
}

/** Nowhere is here, where the working directory is gone. */
function directoriesOf(ctx: AccountsContext): readonly string[] {
  try {
    return directoriesHere(ctx);
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'CWD_MISSING') return [];
    throw error;
  }
}

function standingOf(
  ctx: AccountsContext,
  tool: string,
  account: string,
  directory: string,
): Pick<ListedLink, 'label' | 'state'> {
  const isThere = ifAllowed(() => ctx.host.files.stat(directory)?.isDirectory());
  const found = isThere ? 'ok' : 'gone';
  if (account === systemLabel) return { label: systemLabel, state: found };
  try {
    const label = readAccount(ctx, tool, account)?.label;
    return label === undefined ? { label: null, state: 'broken' } : { label, state: found };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return { label: null, state: 'unreadable' };
  }
}
