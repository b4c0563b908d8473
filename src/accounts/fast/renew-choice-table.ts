import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host } from '../../platform/index.ts';
import {
  discardFolder,
  ensureFolder,
  namesIn,
  removeTree,
  withLock,
  writeFleeting,
} from '../../state/index.ts';
import { systemLabel } from '../account.ts';
import { bindingFileName } from '../bindings/binding-file.ts';
import { labelOf } from '../bindings/binding-here.ts';
import { bindingFilesHere } from '../bindings/found-file.ts';
import { readLinks } from '../bindings/links.ts';
import { readTrust } from '../bindings/trust.ts';
import { type TrustedFile, trustedFiles } from '../bindings/trusted-files.ts';
import type { AccountsContext } from '../context.ts';
import { isAccountId } from '../store/account-folders.ts';
import { readDefault } from '../store/default-account.ts';
import { foldLabel, labelProblem } from '../store/label.ts';
import {
  type ChoiceTable,
  choiceFolder,
  currentFile,
  currentTable,
  entryName,
  fileStamp,
  isTableFresh,
  sourcesOf,
  tableIn,
} from './choice-table.ts';
import { canStamp, isAsStamped, tick, writeStampPair } from './stamp-pair.ts';

/** Whether anybody reads what is made for shells. */
export function hasShims({ host, paths }: Pick<AccountsContext, 'host' | 'paths'>): boolean {
  return host.files.lstat(paths.shims) !== undefined;
}

/**
 * Makes the table of choices anew where it is missing or no longer what its sources say. Only ever saves work:
 * where it can't be made there is none, and nothing else is the worse for it.
 */
export async function renewChoiceTable(ctx: AccountsContext): Promise<void> {
  const folder = choiceFolder(ctx);
  try {
    if (!isNeeded(ctx)) return;
    ensureFolder(ctx.host, folder);
    const lock = ctx.host.path.join(folder, 'current');
    await withLock(ctx.host, lock, 'the table of choices', () => renewNow(ctx, folder), { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof ToolsError) && errnoOf(error) === undefined) throw error;
  }
}

function isNeeded(ctx: AccountsContext): boolean {
  const table = currentTable(ctx);
  if (!table || !isTableFresh(ctx, table, ...toolsOf(ctx))) return true;
  return bindingFilesHere(ctx).some(({ state, path, directory }) => {
    const place = table.boundIn(directory);
    return (
      state === 'trusted' &&
      place !== null &&
      canStamp(ctx.host, path) &&
      !isAsStamped(ctx.host, path, ctx.host.path.join(place, fileStamp))
    );
  });
}

async function renewNow(ctx: AccountsContext, folder: string): Promise<void> {
  const { host } = ctx;
  const made = host.randomName(12);
  const table = tableIn(host, host.path.join(folder, made));
  await settled(ctx);
  // Whoever made another one died before it was named, or this one is to take its place.
  const others = namesIn(host, folder).filter((name) => name !== 'current' && !name.startsWith('current.'));
  const isWhole = fillTable(ctx, table) && isTableFresh(ctx, table, ...toolsOf(ctx));
  if (isWhole) writeFleeting(host, currentFile(ctx), `${made}\n`);
  else removeTree(host, table.folder);
  if (!isWhole) return;
  for (const name of others) discardFolder(host, host.path.join(folder, name));
}

/** Waits until a change of a source would give it another time than it has. */
async function settled(ctx: AccountsContext): Promise<void> {
  const { files, now } = ctx.host;
  const times = sourcesOf(ctx, '', toolsOf(ctx)).map(([file]) => files.stat(file)?.mtimeMs ?? 0);
  const age = now().getTime() - Math.max(...times);
  if (age >= 0 && age <= tick) await new Promise((done) => setTimeout(done, tick + 1 - age));
}

/** False: something can't be said in it, so that it would say something else. */
function fillTable(ctx: AccountsContext, table: ChoiceTable): boolean {
  const { host } = ctx;
  const { join } = host.path;
  const tools = toolsOf(ctx);
  const make = folderMaker(host);
  for (const tool of tools) make(join(table.folder, 'default', tool));
  if (!sourcesOf(ctx, table.folder, tools).every(([file, stem]) => writeStampPair(host, file, stem)))
    return false;
  for (const tool of tools)
    host.files.writeNew(
      join(table.folder, 'default', tool, 'is'),
      `${defaultOf(ctx, tool)}\n`,
      0o600,
      'fleeting',
    );
  for (const [directory, entries] of boundEntries(ctx, table, make)) {
    const place = table.boundIn(directory);
    if (place === null) return false;
    make(place);
    for (const [tool, { answer, required }] of entries)
      host.files.writeNew(join(place, entryName(tool)), `${answer}\n${required}\n`, 0o600, 'fleeting');
  }
  return true;
}

interface Entry {
  readonly answer: string;
  readonly required: string;
}

/** Directory → tool → what is written of it. */
function boundEntries(
  ctx: AccountsContext,
  table: ChoiceTable,
  make: (folder: string) => void,
): ReadonlyMap<string, ReadonlyMap<string, Entry>> {
  const bound = new Map<string, Map<string, Entry>>();
  const at = (directory: string) => {
    const entries = bound.get(directory) ?? new Map<string, Entry>();
    bound.set(directory, entries);
    return entries;
  };
  for (const { path, says } of stampedFiles(ctx, table, make))
    for (const tool of new Set([...says.accounts.keys(), ...says.requirements.keys()]))
      at(ctx.host.path.dirname(path)).set(tool, {
        answer: answerOf(ctx, tool, says.accounts.get(tool)),
        required: says.requirements.get(tool)?.fingerprints.join(' ') ?? '',
      });
  // At one directory the private link beats the file, and the file's requirement holds all the same.
  for (const [directory, tools] of Object.entries(readLinks(ctx)))
    for (const [tool, id] of Object.entries(tools)) {
      const required = at(directory).get(tool)?.required ?? '';
      const isId = isAccountId(id) || id === systemLabel;
      at(directory).set(tool, { answer: isId ? `id ${id}` : noAnswer, required });
    }
  return bound;
}

/** Those that are trusted as they are, stamped before they were read. One without a stamp decides for no reader. */
function stampedFiles(
  ctx: AccountsContext,
  table: ChoiceTable,
  make: (folder: string) => void,
): readonly Required<TrustedFile>[] {
  const { host } = ctx;
  const stems = new Map<string, string>();
  for (const path of Object.keys(readTrust(ctx))) {
    const place = table.boundIn(host.path.dirname(path));
    if (host.path.basename(path) !== bindingFileName || place === null || !canStamp(host, path)) continue;
    make(place);
    const stem = host.path.join(place, fileStamp);
    if (writeStampPair(host, path, stem)) stems.set(path, stem);
  }
  return trustedFiles(ctx).flatMap(({ says, ...file }) => {
    const stem = stems.get(file.path);
    if (stem === undefined) return [];
    if (says && isAsStamped(host, file.path, stem)) return [{ ...file, says }];
    for (const end of ['.lo', '.hi']) removeTree(host, stem + end);
    return [];
  });
}

function answerOf(ctx: AccountsContext, tool: string, name: string | undefined): string {
  if (name === undefined) return 'none';
  const { label } = labelOf(ctx, tool, name);
  if (label === systemLabel) return `id ${systemLabel}`;
  // A label is exactly what it is, and a reader knows it by its folded form.
  const isPlain = labelProblem(label) === undefined && label === foldLabel(label);
  return isPlain ? `label ${label}` : noAnswer;
}

/** For what is an error, or nothing: whoever asks the files themselves says which. */
const noAnswer = 'removed -';

function defaultOf(ctx: AccountsContext, tool: string): string {
  const choice = readDefault(ctx, tool);
  switch (choice.state) {
    case 'none':
      return `nobody ${systemLabel}`;
    case 'system':
      return `id ${systemLabel}`;
    case 'account':
      return `id ${choice.id}`;
    case 'removed':
      return noAnswer;
  }
}

function toolsOf({ registry }: AccountsContext): readonly string[] {
  return registry.all().map(({ id }) => id);
}

/** Makes a folder and those above it, once each, without waiting for the disk. */
function folderMaker({ files, path }: Host): (folder: string) => void {
  const made = new Set<string>();
  const make = (folder: string): void => {
    if (made.has(folder) || files.lstat(folder)) return;
    make(path.dirname(folder));
    files.mkdir(folder, 0o700);
    made.add(folder);
  };
  return make;
}
