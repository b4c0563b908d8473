import { queryOf, type ToolProgram } from '../../install/index.ts';
import { filesToStart } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import { ensureFolder, realPath, sweepLitter, writeFleeting } from '../../state/index.ts';
import type { Account } from '../account.ts';
import { findFingerprint } from '../bindings/requirement.ts';
import type { AccountsContext, ReliedOn } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { harmlessDirectory } from '../launch/leak-probe.ts';
import { shellFacts } from '../launch/shell-environment.ts';
import { loginJournalFile } from '../login/login-journal.ts';
import { readRoot } from '../sharing/shared-root.ts';
import { accountFileOf } from '../store/account-file.ts';
import { accountLock } from '../store/account-lock.ts';
import { liveFolder } from '../store/process-marks.ts';
import { quietly } from '../store/with-journal.ts';
import { dirtyFolder } from '../sync/mark-dirty.ts';
import { descriptorsMark } from './descriptors-mark.ts';
import { doHold } from './do-hold.ts';
import {
  type HomeConditions,
  type LaunchRecord,
  type Marks,
  type RecordedProgram,
  readRecord,
  recordedName,
  recordFile,
  recordFolder,
  recordMark,
} from './launch-record.ts';
import { placeVariables } from './place-variables.ts';
import { quickRecordOf } from './quick-record-of.ts';
import type { RecordedLooks } from './record-looks.ts';
import { hasShims } from './renew-choice-table.ts';
import { writeShellRecord } from './write-shell-record.ts';

/** A program that runs by now, and how it was found. */
export type StartedProgram = ToolProgram & { readonly search: RecordedLooks };

/**
 * Leaves what a launch relied on for the next one. Without a program, that of an earlier launch stays: what it says
 * holds for itself. Only ever saves work: whatever can't be recorded is not.
 * @returns what is recorded by now
 */
export function recordLaunch(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  looks: RecordedLooks,
  started?: StartedProgram,
): LaunchRecord | undefined {
  const { version, plugged = { builtIns: ctx.registry, reliesOn: nothing } } = ctx;
  const { builtIns, reliesOn } = plugged;
  if (version === undefined || !reliesOn || !isRepeatable(ctx, account)) return undefined;
  let recorded: LaunchRecord | undefined;
  quietly(() => {
    const home = homeConditions(ctx, tool, account, looks, reliesOn);
    if (!home) return;
    const by = recordMark(version, ctx.host, descriptorsMark({ registry: builtIns }));
    const name = recordedName(account);
    const program = started ? programOf(ctx, tool, started) : formerProgram(ctx, by, tool, name, reliesOn);
    const record: LaunchRecord = {
      schemaVersion: 1,
      by,
      tool: tool.id,
      account: name,
      label: account.label,
      kind: account.kind,
      isSharing: home.marks !== null && home.marks.dirty !== null,
      fingerprint: fingerprintOf(ctx, tool, account),
      environment: environmentFacts(ctx, tool, account),
      shell: shellFacts(ctx, tool),
      home,
      program: program ?? null,
    };
    const folder = recordFolder(ctx, tool.id, name);
    ensureFolder(ctx.host, folder);
    sweepLitter(ctx.host, folder);
    const quick = quickRecordOf(ctx.host, ctx.paths.layout, record);
    const text = `${JSON.stringify(quick)}\n${JSON.stringify(record)}\n`;
    writeFleeting(ctx.host, recordFile(ctx, tool.id, name), text);
    if (hasShims(ctx))
      writeShellRecord(ctx, record, () => [home, program].every((one) => !one || doHold(ctx.host, one)));
    recorded = record;
  });
  return recorded;
}

/** null: nobody can say, or what we were started with may outrank it. */
function fingerprintOf(ctx: AccountsContext, tool: AITool, account: Account): string | null {
  const found = account.kind === 'system' ? undefined : findFingerprint(ctx, tool, account, []);
  return found && 'fingerprint' in found ? found.fingerprint : null;
}

/** Nobody else is asked before a start, and a key is no further than a look at a file of ours. */
function isRepeatable({ extensions }: AccountsContext, account: Account): boolean {
  return (
    extensions.providers('runHook').length === 0 && (account.kind !== 'key' || account.keyFrom === undefined)
  );
}

function homeConditions(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  looks: RecordedLooks,
  reliesOn: ReliedOn,
): HomeConditions | undefined {
  const seen = looks.conditions();
  const marks = account.kind === 'system' ? null : marksOf(ctx, account, looks.merged);
  const harmless = account.kind === 'system' ? nothingHarms : harmlessDirectory(ctx, tool);
  if (!seen || !harmless) return undefined;
  const heeded = [ctx.paths.layout, ...(marks ? [marks.account] : [])];
  if (!heeded.every((file) => Object.hasOwn(seen.same, file))) return undefined;
  const absent = [...seen.absent, ...reliesOn.absent];
  return {
    ...seen,
    absent,
    same: { ...seen.same, ...reliesOn.same },
    ...harmless,
    absentAbove: [...new Set([...harmless.absentAbove, ...(reliesOn.absentAbove ?? [])])],
    variables: variablesOf(ctx),
    marks,
  };
}

const nothing: ReliedOn = { absent: [], same: {} };

const nothingHarms = { absentAbove: [], notIn: [] };

/** Where there is no root yet, nothing is shared: that there is none is a condition by itself. */
function marksOf(
  ctx: AccountsContext,
  account: Exclude<Account, { kind: 'system' }>,
  merged: RecordedLooks['merged'],
): Marks {
  const { tool, id, sharing } = account;
  const root = sharing.on ? readRoot(ctx, tool, account.root) : undefined;
  return {
    live: liveFolder(ctx, account),
    dirty: root ? dirtyFolder(ctx.host, root) : null,
    merged: [...merged],
    absent: [accountLock(ctx, account), loginJournalFile(ctx, account)],
    account: accountFileOf(ctx, tool, id),
  };
}

function variablesOf({ host }: AccountsContext): HomeConditions['variables'] {
  return Object.fromEntries(placeVariables(host).map((name) => [name, host.env[name] ?? null]));
}

function programOf(ctx: AccountsContext, tool: AITool, started: StartedProgram): RecordedProgram | undefined {
  const { search, file, path, source, argsPrefix } = started;
  const { files, path: paths } = search.ctx.host;
  for (const each of [path, file, ...(filesToStart(ctx.host, file) ?? [])]) files.isExecutable(each);
  // By which a shim of ours is told from a program.
  for (const each of [path, paths.dirname(path), ctx.paths.shims]) void realPath(search.ctx.host, each);
  const seen = search.conditions();
  const isSearched = source === 'path' || source === 'known';
  const { names, knownPaths } = queryOf(ctx.host, ctx.paths, tool);
  return (
    seen && {
      ...seen,
      hit: isSearched ? path : null,
      names,
      knownPaths,
      file,
      args: argsPrefix,
      isManaged: source === 'managed',
    }
  );
}

/** What it says holds for itself, whatever became of the home; but another descriptor may name another program. */
function formerProgram(ctx: AccountsContext, by: string, tool: AITool, name: string, reliesOn: ReliedOn) {
  let former: LaunchRecord | undefined;
  quietly(() => {
    former = readRecord(ctx, by, tool.id, name);
  });
  const isOfSame =
    former !== undefined &&
    reliesOn.absent.every((file) => former?.home.absent.includes(file)) &&
    Object.entries(reliesOn.same).every(([file, stamp]) => former?.home.same[file] === stamp);
  return isOfSame ? former?.program : undefined;
}
