import { below } from '../../platform/index.ts';
import { systemLabel } from '../account.ts';
import { bindingFileName } from '../bindings/binding-file.ts';
import { directoriesHere } from '../bindings/directories.ts';
import { everyToolVariable, toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { foldLabel } from '../store/label.ts';
import { claimedId } from '../store/label-claim.ts';
import { readChoice, type TableChoice } from './choice-table.ts';
import { type LaunchRecord, readRecord } from './launch-record.ts';

/**
 * What was recorded of the account that a tool uses here and now; `asked` is what --account says, `by` is who must
 * have recorded it. undefined: nothing was, or to say which account it is takes more than a look.
 * @throws ToolsError, or what the disk says, where something is out of order
 */
export function recordHere(
  ctx: AccountsContext,
  by: string,
  tool: string,
  asked: string | undefined,
): LaunchRecord | undefined {
  const forced = asked ?? forcedLabel(ctx, tool);
  const choice = forced === undefined ? readChoice(ctx, tool) : chosen(ctx, tool, forced);
  const record = choice && readRecord(ctx, by, tool, choice.account);
  if (!record || !isRight(record, choice)) return undefined;
  // A variable that could mean several tools is refused.
  if (asked === undefined && forced !== undefined && record.shell.variable === null) return undefined;
  return record;
}

function isRight(
  record: LaunchRecord,
  { label, required }: Pick<TableChoice, 'label' | 'required'>,
): boolean {
  const isRequired =
    required === null || (record.fingerprint !== null && required.includes(record.fingerprint));
  return isRequired && (label === undefined || record.label === label);
}

function forcedLabel({ host: { env } }: AccountsContext, tool: string): string | undefined {
  return env[toolVariable(tool)] || env[everyToolVariable] || undefined;
}

/** By its claim alone: of one that has none, or that holds something else, all accounts are asked. */
function chosen(
  ctx: AccountsContext,
  tool: string,
  label: string,
): Pick<TableChoice, 'account' | 'label' | 'required'> | undefined {
  if (!/^\w[\w.+@-]*$/.test(label)) return undefined;
  const account = label === systemLabel ? systemLabel : claimedId(ctx, tool, foldLabel(label));
  const required = requiredHere(ctx, tool);
  return account && required !== undefined ? { account, label, required } : undefined;
}

/** Where no file lies on the way up, nothing is required. undefined: the table can't say what one requires. */
function requiredHere(ctx: AccountsContext, tool: string): readonly string[] | null | undefined {
  const { files, path } = ctx.host;
  const isNone = directoriesHere(ctx).every(
    (directory) => files.lstat(below(path, directory, bindingFileName)) === undefined,
  );
  return isNone ? null : readChoice(ctx, tool)?.required;
}
