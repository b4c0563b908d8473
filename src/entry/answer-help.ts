import { hasColors } from '../cli/has-colors.ts';
import { columnsOfStdout, type Host, nodeEnvironment } from '../platform/index.ts';
import type { Answered } from './answer.ts';

/** Lines of help grow no further. */
const widest = 100;

/**
 * Help over a command, a group or everything: a page that was written when the program was built.
 * @param columns how wide the terminal is; undefined: stdout is none
 */
export async function answerHelp(
  words: string,
  env: Host['env'] = nodeEnvironment(),
  columns = columnsOfStdout(),
  isAnythingSet = settingsThere,
  isAnythingAdded = pluginsThere,
): Promise<Answered> {
  if (words === '' && (await isAnythingAdded())) return undefined;
  const isColored = hasColors(env, columns !== undefined);
  // Plain words may have been asked for: then nothing is in colour.
  if (isColored && (env.ACCESSIBLE !== undefined || (await isAnythingSet()))) return undefined;
  const page = words === '' ? await overviewAt(columns ?? 80) : await pageAt(columns ?? 80, words);
  return isColored ? page : page?.replace(/\u001b\[\d+m/g, '');
}

async function overviewAt(columns: number): Promise<string | undefined> {
  if (columns === 80) return (await import('../cli/help-overview-at-80.ts')).overview;
  if (columns >= widest) return (await import('../cli/help-overview-at-100.ts')).overview;
  return undefined;
}

async function pageAt(columns: number, words: string): Promise<string | undefined> {
  const pages = await pagesAt(columns);
  return pages && Object.hasOwn(pages, words) ? pages[words] : undefined;
}

async function pagesAt(columns: number): Promise<Readonly<Record<string, string>> | undefined> {
  if (columns === 80) return (await import('../cli/help-at-80.ts')).pages;
  if (columns >= widest) return (await import('../cli/help-at-100.ts')).pages;
  return undefined;
}

async function settingsThere(): Promise<boolean> {
  return (await import('./has-settings.ts')).hasSettings();
}

async function pluginsThere(): Promise<boolean> {
  return (await import('./has-settings.ts')).hasAddedCommands();
}
