import { below, plainFolder, type QuickHost } from '../../platform/index.ts';
import { systemLabel } from '../account.ts';
import { bindingFileName } from '../bindings/binding-file.ts';
import { everyToolVariable, toolVariable } from '../choose-account.ts';
import type { TableChoice } from './choice-table.ts';
import { type FoundRecord, readQuickRecord, textOf } from './quick-record.ts';

/** A command line that names a tool, and maybe an account of it. */
export interface Asked {
  readonly tool: string;
  readonly account: string | undefined;
}

/** What the table of choices says of a tool here; `choice` undefined: it has no answer. */
export interface ReadTable {
  readonly choice: Choice | undefined;
}

type Choice = Pick<TableChoice, 'account' | 'label' | 'required'>;

/**
 * What was recorded of the account that a tool uses here and now. undefined: nothing was, variables lead to our folder in
 * an odd way, or to say which account it is takes more than a look. 'table': the table of choices is wanted for that.
 * @param by who must have recorded it
 * @throws what the disk says where something is out of order
 */
export function recordHere(
  host: QuickHost,
  by: string,
  { tool, account }: Asked,
  table?: ReadTable,
): FoundRecord | 'table' | undefined {
  const root = plainFolder(host);
  if (root === undefined) return undefined;
  const named = account ?? (host.env[toolVariable(tool)] || host.env[everyToolVariable] || undefined);
  const isAlone = named !== undefined && isNothingBound(host);
  if (!isAlone && !table) return 'table';
  const choice = named === undefined ? table?.choice : chosen(host, root, tool, named);
  const required = isAlone ? null : table?.choice?.required;
  if (!choice || required === undefined) return undefined;
  const file = below(host.path, root, 'cache', 'launch', tool, choice.account, 'launch.json');
  const record = readQuickRecord(host.files, file, by, tool, choice.account);
  if (!record || !isRight(record, choice.label, required)) return undefined;
  // A variable that could mean several tools is refused.
  return account !== undefined || named === undefined || record.hasVariable ? record : undefined;
}

function isRight(
  { fingerprint, label }: FoundRecord,
  wanted: string | undefined,
  required: Choice['required'],
): boolean {
  const isRequired = required === null || (fingerprint !== null && required.includes(fingerprint));
  return isRequired && (wanted === undefined || label === wanted);
}

/** By its claim alone: of one that has none, or that holds something else, all accounts are asked. */
function chosen(
  { files, path }: QuickHost,
  root: string,
  tool: string,
  label: string,
): Omit<Choice, 'required'> | undefined {
  if (!isPlainName(label)) return undefined;
  if (label === systemLabel) return { account: label, label };
  const account = textOf(files, below(path, root, 'labels', tool, label.toLowerCase()))?.trim();
  // What is not an id leads to no record; but a path is to be no other.
  return account?.length === 8 && isPlainName(account) ? { account, label } : undefined;
}

/** Where no file lies on the way up, nothing is required. */
function isNothingBound({ files, path, cwd }: QuickHost): boolean {
  for (let at = files.realpath(cwd); ; ) {
    if (files.lstat(below(path, at, bindingFileName)) !== undefined) return false;
    const above = path.dirname(at);
    if (above === at) return true;
    at = above;
  }
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
