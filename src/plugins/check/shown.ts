import { visibleJson, visibleText } from '../../errors/index.ts';

/** What a plugin said, as one short line of JSON in which nothing is left that a terminal would act on. */
export function shown(value: unknown): string {
  return cut(jsonOf(value), 160);
}

/** A sentence that may hold text of a plugin: one line, within bounds, harmless. */
export function safeSentence(text: string): string {
  return cut(visibleText(text.replaceAll(/\s+/g, ' ').trim()), 400);
}

function jsonOf(value: unknown): string {
  try {
    return visibleJson(value, 0);
  } catch {
    // A cycle, a BigInt, a getter that throws, or nothing that JSON could say.
    return value === undefined ? 'nothing' : `a ${typeof value}`;
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
