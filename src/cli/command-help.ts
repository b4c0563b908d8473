import type { Definition } from 'clipanion';
import type { Colors } from './colors.ts';
import type { CommandEntry } from './command-entry.ts';
import { hung, wrapped } from './wrapped.ts';

/** What help says of one command, no line wider than it may be. */
export function commandHelp(
  entry: CommandEntry,
  definition: Definition,
  { columns, colors }: { readonly columns: number; readonly colors: Colors },
): string {
  const { description = '', details = '', options, examples = [] } = definition;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[colors.bold(title), ...lines].join('\n')];
  const named = options.map((option) => [namesOf(option.definition), option.description ?? ''] as const);
  const aliases = entry.words.slice(1).join(', ');
  return [
    wrapped(`${capital(description.trim())}.`, columns).join('\n'),
    ...section('Usage', wrapped(usageOf(entry, definition), columns, '  ', '      ')),
    ...section('Also', aliases ? wrapped(aliases, columns, '  ') : []),
    ...paragraphsOf(details).map((paragraph) => wrapped(paragraph, columns).join('\n')),
    ...section('Options', hung(named, columns)),
    ...section(
      'Examples',
      examples.flatMap(([label, line]) => [...wrapped(label.trim(), columns, '  '), `    ${line}`]),
    ),
  ].join('\n\n');
}

/** `tools rename <tool> <label> <new label>` */
export function usageOf({ words, synopsis }: CommandEntry, definition: Definition): string {
  return synopsis === undefined ? definition.usage : `tools ${words[0]} ${synopsis}`;
}

/** Text as it was written down; clipanion has broken it into lines for itself. */
export function paragraphsOf(details: string): readonly string[] {
  return details
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .filter((paragraph) => paragraph !== '');
}

/** `--account,-a,--profile #0` as people read it: the short name first. */
export function namesOf(definition: string): string {
  const [names = '', value] = definition.split(' ');
  const sorted = names.split(',').sort((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')));
  return `${sorted.join(', ')}${value === undefined ? '' : ' <value>'}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
