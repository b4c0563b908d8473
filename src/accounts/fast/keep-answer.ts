import { ToolsError } from '../../errors/index.ts';
import { appPaths, errnoOf, type Host, type Look, machineOf } from '../../platform/index.ts';
import { checkLayout, ensureFolder, namesIn, removeTree, writeFleeting } from '../../state/index.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { type AnswerRecord, answerName, answersFolder, askedOf, mostAnswerBytes } from './answer-record.ts';
import { recordedLooks } from './recorded-look.ts';
import { seeConditions } from './see-conditions.ts';

/** An answer that may be given again. */
export interface KeptAnswer {
  /** As `recordMark`. */
  readonly by: string;
  readonly line: readonly string[];
  readonly columns: number | null;
  readonly variables: AnswerRecord['variables'];
  readonly secrets: string;
  /** What was looked at since `began` (milliseconds). */
  readonly looks: ReadonlyMap<string, Look>;
  readonly began: number;
  /** It says that a process is no more. */
  readonly saysDead: boolean;
  readonly text: string;
}

/** More than a person asks for in all directories of a day. */
const mostAnswers = 256;
/** Of those that say much, such as a list of thousands. */
const mostLarge = 16;
const largeBytes = 500_000;
/** Taken away at once, so that it is not done each time. */
const atOnce = 16;

/**
 * Keeps an answer for whoever asks the same again while nothing that it was made of has changed, if that can be told. Only
 * ever saves work: where it can't be kept nothing is.
 */
export function keepAnswer(host: Host, answer: KeptAnswer): void {
  const { by, line, columns, variables, secrets, text } = answer;
  try {
    const folder = placeOf(host);
    const conditions = folder && seeConditions(host, answer.looks, answer.began);
    if (!folder || !conditions || !isAsSeen(answer.looks, new Set(conditions.absent))) return;
    const asked = askedOf(line, host.cwd, columns);
    const set = Object.values(variables).filter((value) => value !== null).length;
    const machine = answer.saysDead ? machineOf(host.processes.self) : null;
    if (machine === undefined) return;
    const looks = recordedLooks(conditions);
    const record: AnswerRecord = { by, asked, variables, set, secrets, looks, machine, text };
    const once = `${JSON.stringify(record)}\n`;
    writeAnswer(host, folder, asked, once + once);
  } catch (error) {
    if (!(error instanceof ToolsError) && errnoOf(error) === undefined) throw error;
  }
}

/** Nothing came or went since it was looked at. What changed shows in the conditions. */
function isAsSeen(looks: KeptAnswer['looks'], absent: ReadonlySet<string>): boolean {
  return [...looks].every(([path, { isThere = !absent.has(path) }]) => isThere === !absent.has(path));
}

/** Where answers are looked for, if that is a folder of ours: a question alone makes none. */
function placeOf(host: Host): string | undefined {
  const paths = appPaths(host);
  const folder = answersFolder(host.env, host.platform);
  if (folder === undefined || host.path.normalize(folder) !== host.path.join(paths.cache, 'answers'))
    return undefined;
  requireOurFolder({ host, paths });
  return checkLayout(host, paths) ? folder : undefined;
}

function writeAnswer(host: Host, folder: string, asked: string, data: string): void {
  if (data.length > mostAnswerBytes / 2) return;
  const name = answerName(asked);
  makeRoom(host, folder, name, data.length > largeBytes ? mostLarge : mostAnswers);
  ensureFolder(host, folder);
  writeFleeting(host, host.path.join(folder, name), data);
}

/** A name says nothing of how often it is asked for: those that come after the new one go, as good as by lot. */
function makeRoom(host: Host, folder: string, name: string, most: number): void {
  const names = namesIn(host, folder);
  if (names.length < most || names.includes(name)) return;
  const later = [
    ...names.filter((other) => other > name).sort(),
    ...names.filter((other) => other < name).sort(),
  ];
  for (const other of later.slice(0, names.length - most + atOnce))
    removeTree(host, host.path.join(folder, other));
}
