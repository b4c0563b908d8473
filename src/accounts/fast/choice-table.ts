import { below, errnoOf, type FolderPaths, type Host, type Looks } from '../../platform/index.ts';
import { bindingFileName } from '../bindings/binding-file.ts';
import { directoriesHere } from '../bindings/directories.ts';
import { isAccountId } from '../store/account-folders.ts';
import { isAsStamped } from './stamp-pair.ts';

// Which account a directory means, in a form that a shell can read: cache/choice/current names the folder
//   <made>/links, trust, settings         stamps of the files that it was made from
//   <made>/default/<tool>/is, stamp       one answer, and a stamp of defaults/<tool>
//   <made>/bound/<absolute directory>/.ai-tools=<tool>    an answer, and on a second line who is required
//   <made>/bound/<absolute directory>/.ai-tools.file      a stamp of the trusted file of that directory
// An answer is `id <id or system>`, `label <folded label>`, `nobody system` (nothing was ever chosen), `none`
// (something is required, nothing is chosen) or `removed -` (a default that is gone: nothing is chosen).
// A directory costs one look for each tool, however many are bound. The stamps are looked at last.

/** What the table says of a directory. */
export interface TableChoice {
  /** The id of an account, or `system`. */
  readonly account: string;
  readonly by: 'bound' | 'default' | 'nobody';
  /** The label that the account must have, folded; absent: whichever it has. */
  readonly label?: string;
  /** Public fingerprints, one of which the account must have; null: nothing is required. */
  readonly required: readonly string[] | null;
}

/** So much of a computer as the table asks for. */
export type TableHost = Pick<Host, 'path' | 'cwd'> & { readonly files: Looks };

export interface TablePlace {
  readonly host: TableHost;
  readonly paths: FolderPaths;
}

export interface ChoiceTable {
  readonly folder: string;
  /** Where what is bound to a directory stands; null for a directory that has no place. */
  readonly boundIn: (directory: string) => string | null;
}

/**
 * Which account the tool uses in the working directory, variables aside. undefined: the table has no answer, for
 * it is missing, older than what it was made from, or a file on the way up is not trusted: then whoever asks the
 * files themselves knows.
 */
export function readChoice(ctx: TablePlace, tool: string): TableChoice | undefined {
  return readChoices(ctx, [tool])?.[0];
}

/** The same of several, in their order; undefined where there is no answer for one of them. */
export function readChoices(ctx: TablePlace, tools: readonly string[]): readonly TableChoice[] | undefined {
  try {
    const table = currentTable(ctx);
    const places = table && placesHere(ctx, table);
    if (!places) return undefined;
    const choices = tools.flatMap((tool) => choiceIn(ctx, table, places, tool) ?? []);
    return choices.length === tools.length && isTableFresh(ctx, table, ...tools) ? choices : undefined;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

/** The one that readers use, whether or not it is still right. */
export function currentTable(ctx: TablePlace): ChoiceTable | undefined {
  const made = firstLine(ctx.host, currentFile(ctx));
  if (made === undefined || !/^[a-z0-9]+$/.test(made)) return undefined;
  return tableIn(ctx.host, below(ctx.host.path, choiceFolder(ctx), made));
}

export function tableIn(host: TableHost, folder: string): ChoiceTable {
  return {
    folder,
    boundIn: (directory) => {
      const { root } = host.path.parse(directory);
      const inside = directory.slice(root.length);
      // Only a path that begins with its disk has one place; and a name of ours would be two things.
      if (!/^([A-Za-z]:)?[\\/]$/.test(root) || /(^|[\\/])\.ai-tools[=.]/.test(inside)) return null;
      return below(host.path, folder, 'bound', root.slice(0, 1).replace(/[\\/]/, ''), inside);
    },
  };
}

/** cache/choice */
export function choiceFolder({ host, paths }: TablePlace): string {
  return below(host.path, paths.cache, 'choice');
}

export function currentFile(ctx: TablePlace): string {
  return below(ctx.host.path, choiceFolder(ctx), 'current');
}

/** The files that a table is made from, and their stamps; of a tool its default as well. */
export function sourcesOf(
  { host: { path }, paths }: TablePlace,
  folder: string,
  tools: readonly string[],
): readonly (readonly [file: string, stem: string])[] {
  return [
    [paths.links, below(path, folder, 'links')],
    [paths.trust, below(path, folder, 'trust')],
    [paths.settings, below(path, folder, 'settings')],
    ...tools.map((tool) => [paths.defaultOf(tool), below(path, folder, 'default', tool, 'stamp')] as const),
  ];
}

export function isTableFresh(ctx: TablePlace, { folder }: ChoiceTable, ...tools: readonly string[]): boolean {
  return sourcesOf(ctx, folder, tools).every(([file, stem]) => isAsStamped(ctx.host, file, stem));
}

export const fileStamp = '.ai-tools.file';

export function entryName(tool: string): string {
  return `.ai-tools=${tool}`;
}

/** Where what is bound to the working directory, and to those above it, stands; undefined: not all of it does. */
function placesHere(ctx: TablePlace, table: ChoiceTable): readonly string[] | undefined {
  const places: string[] = [];
  for (const directory of directoriesHere(ctx)) {
    const place = table.boundIn(directory);
    if (place === null || !isFileKnown(ctx.host, directory, place)) return undefined;
    places.push(place);
  }
  return places;
}

function choiceIn(
  ctx: TablePlace,
  table: ChoiceTable,
  places: readonly string[],
  tool: string,
): TableChoice | undefined {
  const { host } = ctx;
  let found: Answer | undefined;
  let required: readonly string[] | null = null;
  for (const place of places) {
    const [answer, more] = linesOf(host, below(host.path, place, entryName(tool)));
    if (answer === undefined) continue;
    if (answer !== 'none') found ??= answerIn(ctx, tool, answer, 'bound');
    if (answer !== 'none' && !found) return undefined;
    if (more) required ??= more.split(' ');
  }
  found ??= defaultIn(ctx, table, tool);
  return found && { ...found, required };
}

type Answer = Omit<TableChoice, 'required'>;

function defaultIn(ctx: TablePlace, { folder }: ChoiceTable, tool: string): Answer | undefined {
  const line = firstLine(ctx.host, below(ctx.host.path, folder, 'default', tool, 'is'));
  return line === undefined ? undefined : answerIn(ctx, tool, line, 'default');
}

function answerIn(
  { host, paths }: TablePlace,
  tool: string,
  line: string,
  by: 'bound' | 'default',
): Answer | undefined {
  const [kind, value = ''] = line.split(' ');
  if (kind === 'nobody') return { account: value, by: 'nobody' };
  if (kind === 'id') return { account: value, by };
  const id = kind === 'label' ? firstLine(host, paths.labelOf(tool, value)) : undefined;
  return id !== undefined && isAccountId(id) ? { account: id, by, label: value } : undefined;
}

/** Whether the binding file of a directory, or that it has none, is what the table was made from. */
function isFileKnown(host: TableHost, directory: string, place: string): boolean {
  const file = below(host.path, directory, bindingFileName);
  const stem = below(host.path, place, fileStamp);
  const found = host.files.lstat(file);
  if (!found) return host.files.lstat(`${stem}.hi`) === undefined;
  // One file is trusted, by its real name: a link that has come in its place leads to another.
  return found.isFile() && isAsStamped(host, file, stem);
}

function firstLine(host: TableHost, path: string): string | undefined {
  return linesOf(host, path)[0];
}

function linesOf({ files }: TableHost, path: string): readonly string[] {
  if (!files.stat(path)?.isFile()) return [];
  return files.readText(path).split('\n').slice(0, -1);
}
