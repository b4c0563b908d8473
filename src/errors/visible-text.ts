const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Data as one line of text that can't paint the terminal, reorder itself or begin a new row. */
export function visibleText(data: string): string {
  // Most data. Nor is a pattern with classes of Unicode made before it is wanted: that takes long.
  if (/^[ -~]*$/.test(data)) return data;
  // Controls, format characters (bidi marks and the like), line ends of other scripts, letters without a shape, lone
  // surrogates.
  const hidden =
    /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f|\p{Cs}/gu;
  return data.replace(hidden, (character) => named[character] ?? escapeOf(character));
}

/** JSON in which nothing that a terminal would act on is left as it is. */
export function visibleJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (character) =>
    [...Array(character.length).keys()].map((unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join(''),
  );
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 5)}}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
