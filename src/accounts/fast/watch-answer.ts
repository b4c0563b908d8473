import type { Host } from '../../platform/index.ts';
import { checkLayout, ensureFolder, namesIn, removeTree, writeFleeting } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { quietly } from '../store/with-journal.ts';
import { type AnswerRecord, type Asked, answerFile, answersFolder } from './answer-record.ts';
import { answerVariables } from './answer-variables.ts';
import { descriptorsMark } from './descriptors-mark.ts';
import type { Conditions } from './launch-record.ts';
import { recordMark } from './launch-record.ts';
import { recordLooks } from './record-looks.ts';

/** Work on an answer, and what it is made of. */
export interface WatchedAnswer {
  /** For the work, which asks plugins for nothing. */
  readonly ctx: AccountsContext;
  /**
   * Keeps an answer, all of which is on stdout, for whoever asks the same again while nothing of what it was made of
   * has changed, if that can be told. Only ever saves work.
   */
  keep(asked: Pick<Asked, 'line' | 'columns'>, text: string): void;
}

/** More than a person asks for in all directories of a day. */
const mostAnswers = 64;

export function watchAnswer(ctx: AccountsContext): WatchedAnswer {
  const looks = recordLooks(ctx);
  const { host, wasAsked } = watchTime(looks.ctx.host);
  quietly(() => lookBefore({ ...ctx, host }));
  const keep: WatchedAnswer['keep'] = ({ line, columns }, text) => {
    const conditions = looks.conditions();
    if (conditions && !wasAsked() && isComparable(text)) keepAnswer(ctx, { line, columns }, text, conditions);
  };
  return { ctx: { ...looks.ctx, host }, keep };
}

/** What was found to be so before anybody watched, and that no plugin is enabled, for those are not looked through. */
function lookBefore(ctx: AccountsContext): void {
  const { host, paths } = ctx;
  requireOurFolder(ctx);
  checkLayout(host, paths);
  for (const file of [paths.settings, paths.pluginTable]) void host.files.stat(file)?.mtimeMs;
}

function keepAnswer(
  ctx: AccountsContext,
  asked: Pick<Asked, 'line' | 'columns'>,
  text: string,
  conditions: Conditions,
): void {
  const { host, paths, version, plugged } = ctx;
  const variables = answerVariables(ctx);
  const isPlugged = plugged !== undefined && plugged.reliesOn === undefined;
  const isAlone = !isPlugged && conditions.absent.includes(paths.pluginTable) && paths.warnings.length === 0;
  // A question alone makes no folder of ours.
  const isOurs = Object.hasOwn(conditions.same, paths.layout);
  if (version === undefined || !variables || !isAlone || !isOurs) return;
  quietly(() => {
    const record: AnswerRecord = {
      schemaVersion: 1,
      by: recordMark(version, host, descriptorsMark(ctx)),
      ...asked,
      cwd: host.cwd,
      variables,
      conditions,
      text,
    };
    const folder = answersFolder(ctx);
    if (namesIn(host, folder).length >= mostAnswers) removeTree(host, folder);
    ensureFolder(host, folder);
    writeFleeting(host, answerFile(ctx, record), `${JSON.stringify(record)}\n`);
  });
}

/** In an answer with something hidden in it, or cut off, nobody can look for what is a secret by the next time. */
function isComparable(text: string): boolean {
  return !text.includes('***') && !text.includes('…');
}

function watchTime(host: Host): { readonly host: Host; wasAsked(): boolean } {
  let isAsked = false;
  const now = () => {
    isAsked = true;
    return host.now();
  };
  const facts = Object.getOwnPropertyDescriptors(host);
  const watched = Object.defineProperties({}, { ...facts, now: { value: now, enumerable: true } }) as Host;
  return { host: watched, wasAsked: () => isAsked };
}
