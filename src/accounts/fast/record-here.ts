import { below, type Host, ourFolder } from '../../platform/index.ts';
import { systemLabel } from '../account.ts';
import { bindingFileName } from '../bindings/binding-file.ts';
import { everyToolVariable, toolVariable } from '../choose-account.ts';
import { readChoice, type TableChoice } from './choice-table.ts';
import { placesOf } from './quick-context.ts';
import { type QuickRecord, readQuickRecord, textOf } from './quick-record.ts';

/** A command line that names a tool, and maybe an account of it. */
export interface Asked {
  readonly tool: string;
  readonly account: string | undefined;
}

/**
 * What was recorded of the account that a tool uses here and now. undefined: nothing was, there is something to be said
 * about where our folder lies, or to say which account it is takes more than a look.
 * @param by who must have recorded it
 * @throws what the disk says where something is out of order
 */
export function recordHere(host: Host, by: string, { tool, account }: Asked): QuickRecord | undefined {
  const { root, warnings } = ourFolder(host);
  const named = account ?? (host.env[toolVariable(tool)] || host.env[everyToolVariable] || undefined);
  const choice = named === undefined ? readTable(host, tool) : chosen(host, root, tool, named);
  if (!choice || warnings.length > 0) return undefined;
  const file = below(host.path, root, 'cache', 'launch', tool, choice.account, 'launch.json');
  const record = readQuickRecord(host.files, file, by, tool, choice.account);
  if (!record || !isRight(record, choice)) return undefined;
  // A variable that could mean several tools is refused.
  return account !== undefined || named === undefined || record.hasVariable ? record : undefined;
}

type Choice = Pick<TableChoice, 'account' | 'label' | 'required'>;

function isRight({ fingerprint, label }: QuickRecord, choice: Choice): boolean {
  const { required } = choice;
  const isRequired = required === null || (fingerprint !== null && required.includes(fingerprint));
  return isRequired && (choice.label === undefined || label === choice.label);
}

/** By its claim alone: of one that has none, or that holds something else, all accounts are asked. */
function chosen(host: Host, root: string, tool: string, label: string): Choice | undefined {
  if (!isPlainName(label)) return undefined;
  const account = label === systemLabel ? systemLabel : claimedId(host, root, tool, label);
  if (account === undefined) return undefined;
  const required = requiredHere(host, tool);
  return required === undefined ? undefined : { account, label, required };
}

function claimedId({ files, path }: Host, root: string, tool: string, label: string): string | undefined {
  const claim = textOf(files, below(path, root, 'labels', tool, label.toLowerCase()))?.trim();
  // What is not an id leads to no record; but a path is to be no other.
  return claim?.length === 8 && isPlainName(claim) ? claim : undefined;
}

/** Where no file lies on the way up, nothing is required. undefined: the table can't say what one requires. */
function requiredHere(host: Host, tool: string): Choice['required'] | undefined {
  const { files, path } = host;
  for (let at = files.realpath(host.cwd); ; ) {
    if (files.lstat(below(path, at, bindingFileName)) !== undefined) return readTable(host, tool)?.required;
    const above = path.dirname(at);
    if (above === at) return null;
    at = above;
  }
}

function readTable(host: Host, tool: string): TableChoice | undefined {
  return readChoice(placesOf(host), tool);
}

/** Letters, digits and `_`; behind the first also `.`, `-`, `+` and `@`: in a name of a file they are what they are. */
export function isPlainName(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    const isWord =
      (letter > 96 && letter < 123) ||
      (letter > 47 && letter < 58) ||
      (letter > 64 && letter < 91) ||
      letter === 95;
    if (!isWord && (at === 0 || (letter !== 45 && letter !== 46 && letter !== 43 && letter !== 64)))
      return false;
  }
  return text !== '';
}
