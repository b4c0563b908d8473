import { matches } from './matches.ts';
import { type IdReason, RegistrationError } from './registration-error.ts';

/** The first rule that the id breaks. `collides` is not here: it needs a table to collide with. */
export function idProblem(id: string): IdReason | undefined {
  if (usualId.test(id)) return undefined;
  return idRules.find(([, isBroken]) => isBroken(id))?.[0];
}

/**
 * The id, when it may be one.
 * @throws RegistrationError naming the first rule that is broken.
 */
export function parseToolId(id: string): string {
  const reason = idProblem(id);
  if (reason !== undefined) throw new RegistrationError('TOOL_ID_REFUSED', reason, { id, reason });
  return id;
}

/** The longest id, in UTF-8 bytes: it becomes part of file names. */
export const maxIdBytes = 128;

/**
 * The patterns of the rules that a pattern can say, for the JSON Schema, too. They see code points: a separator
 * that a combining mark follows is still a separator.
 */
export const idPatterns = {
  containsWhitespaceOrNewline:
    '[\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u3000]',
  containsPathSeparator: '[/\\\\]',
  beginsWithDot: '^\\.',
  containsControlCharacter: '[\\p{Cc}\\p{Cf}]',
  illFormedUnicode: '\\p{Cs}',
  reservedName:
    '^(?:[cC][oO][nN](?:[iI][nN]\\$|[oO][uU][tT]\\$)?|[pP][rR][nN]|[aA][uU][xX]|[nN][uU][lL]|(?:[cC][oO][mM]|[lL][pP][tT])[0-9\\u00b9\\u00b2\\u00b3])(?:\\.|$)',
  forbiddenCharacter: '[<>:"|?*@#]|^-|\\.$',
} as const;

/** Most ids: no rule is broken by them, since no device name without extension has five letters. */
export const usualId = /^[A-Za-z0-9_][A-Za-z0-9_-]{4,127}$/;

const idRules: readonly (readonly [IdReason, (id: string) => boolean])[] = [
  ['empty', (id) => id === ''],
  byPattern('containsWhitespaceOrNewline'),
  byPattern('containsPathSeparator'),
  byPattern('beginsWithDot'),
  byPattern('containsControlCharacter'),
  byPattern('illFormedUnicode'),
  ['notNormalized', (id) => id !== id.normalize('NFC')],
  byPattern('reservedName'),
  byPattern('forbiddenCharacter'),
  ['tooLong', (id) => utf8Length(id) > maxIdBytes],
];

function byPattern(reason: keyof typeof idPatterns): readonly [IdReason, (id: string) => boolean] {
  return [reason, (id) => matches(idPatterns[reason], id)];
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
