import { foldName } from '../../registry/index.ts';

/** Why a text can't be a label. */
export type LabelProblem =
  | 'empty'
  | 'tooLong'
  | 'notNormalized'
  | 'character'
  | 'start'
  | 'end'
  | 'device'
  | 'reserved';

/** Code points of a label. */
const longest = 64;
/** Bytes of the folded form: it is a file name, and a temporary name is made of it. */
const longestFolded = 200;
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/;
const reserved: ReadonlySet<string> = new Set(['system', 'default']);

/** The first rule that a text breaks, or undefined when it can be the label of an account. */
export function labelProblem(label: string): LabelProblem | undefined {
  if (label === '') return 'empty';
  if ([...label].length > longest) return 'tooLong';
  if (!isAllowed(label)) return 'character';
  if (label !== label.normalize('NFC')) return 'notNormalized';
  const folded = foldLabel(label);
  if (Buffer.byteLength(folded) > longestFolded) return 'tooLong';
  if (!isAllowed(folded)) return 'character';
  if (/^[-.\p{M}]/u.test(folded)) return 'start';
  if (folded.endsWith('.')) return 'end';
  if (device.test(folded)) return 'device';
  return reserved.has(folded) ? 'reserved' : undefined;
}

function isAllowed(text: string): boolean {
  // Most labels. Nor is a pattern with classes of Unicode made before it is wanted: that takes long.
  if (/^[A-Za-z0-9._+@-]+$/.test(text)) return true;
  // Fillers and selectors are letters and marks too, but nobody sees them: two labels would look like one.
  return /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}._\-+@])+$/u.test(text);
}

/** The label that is nearest to what something is called elsewhere; undefined where there is none. */
export function nearestLabel(name: string): string | undefined {
  const label = [...name.normalize('NFC').trim()]
    .map((character) => (isAllowed(character) ? character : '-'))
    .join('')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.\p{M}]+|[-.]+$/gu, '');
  return labelProblem(label) === undefined ? label : undefined;
}

/** Two labels with one folded form are one label: on some disks they would be one name. */
export function foldLabel(label: string): string {
  return foldName(label);
}
