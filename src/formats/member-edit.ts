/** A piece of text to put in place of another. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A bracketed, comma-separated list: `start` is at the opening bracket, `end` after the closing one. */
export interface MemberList extends Span {
  readonly members: readonly Span[];
  /** Matches blanks and comments, sticky. */
  readonly trivia: RegExp;
}

/** How new text is laid out: `indent` is null when all of it goes on one line. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
  readonly indent: string | null;
}

export function applySplices(text: string, splices: readonly Splice[]): string {
  return splices
    .toReversed()
    .reduce((done, { start, end, text: piece }) => done.slice(0, start) + piece + done.slice(end), text);
}

/** Adds a member behind the last one and its comments, in the manner of those that are there. */
export function insertMember(
  text: string,
  list: MemberList,
  manner: Layout,
  render: (layout: Layout) => string,
): string {
  const last = list.members.at(-1);
  const close = list.end - 1;
  const contentEnd = list.start + 1 + text.slice(list.start + 1, close).trimEnd().length;
  if (!last) return fillEmpty(text, list, contentEnd, manner, render);
  const first = list.members[0] as Span;
  const isSpread =
    text.slice(list.start, first.start).includes('\n') || text.slice(last.end, close).includes('\n');
  const layout = { ...manner, indent: isSpread ? indentAt(text, last.start) : null };
  const hasComma = text[skipTrivia(text, last.end, list.trivia)] === ',';
  const gap = layout.indent === null ? gapOf(text, list) : layout.eol + layout.indent;
  return applySplices(text, [
    ...(hasComma ? [] : [{ start: last.end, end: last.end, text: ',' }]),
    { start: contentEnd, end: contentEnd, text: gap + render(layout) + (hasComma ? ',' : '') },
  ]);
}

/** Takes a member and its comma out; comments around it stay. */
export function removeMember(text: string, list: MemberList, index: number): string {
  const member = list.members[index] as Span;
  const comma = skipTrivia(text, member.end, list.trivia);
  if (text[comma] === ',')
    return applySplices(text, [wholeLine(text, { start: member.start, end: comma + 1 })]);
  const before = list.members[index - 1];
  const blanks = text.slice(list.start + 1, member.start);
  const lead = blanks.length - blanks.trimEnd().length;
  // A line comment above must not swallow what follows on the member's own line.
  const isAlone =
    /^[^\S\n]*\r?\n/.test(text.slice(member.end)) ||
    !text.slice(member.start - lead, member.start).includes('\n');
  const cut = { start: isAlone ? member.start - lead : member.start, end: member.end, text: '' };
  if (!before)
    return applySplices(text, [
      isBlank(text.slice(list.start + 1, cut.start) + text.slice(cut.end, list.end - 1))
        ? { start: list.start + 1, end: list.end - 1, text: '' }
        : cut,
    ]);
  const previous = skipTrivia(text, before.end, list.trivia);
  return applySplices(text, [{ start: previous, end: previous + 1, text: '' }, cut]);
}

/** The blanks that begin the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[^\S\n]*/.exec(text.slice(lineStart, offset))?.[0].replace('\uFEFF', '') ?? '';
}

export function mannerOf(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const unit = /[[{]\s*?\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { eol, unit, indent: '' };
}

function fillEmpty(
  text: string,
  list: MemberList,
  contentEnd: number,
  manner: Layout,
  render: (layout: Layout) => string,
): string {
  const close = list.end - 1;
  if (manner.indent === null)
    return applySplices(text, [{ start: contentEnd, end: close, text: render(manner) }]);
  const outer = indentAt(text, list.start);
  const layout = { ...manner, indent: outer + manner.unit };
  const filled = manner.eol + layout.indent + render(layout) + manner.eol + outer;
  return applySplices(text, [{ start: contentEnd, end: close, text: filled }]);
}

function gapOf(text: string, { members, trivia }: MemberList): string {
  const [first, second] = members as [Span, Span | undefined];
  if (!second) return /":\S/.test(text.slice(first.start, first.end)) ? '' : ' ';
  const comma = skipTrivia(text, first.end, trivia);
  return /^\s*/.exec(text.slice(comma + 1, second.start))?.[0] ?? '';
}

function wholeLine(text: string, { start, end }: Span): Splice {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[^\S\n]*(\r?\n|$)/.exec(text.slice(end));
  if (rest?.[1] && isBlank(text.slice(lineStart, start)))
    return { start: lineStart, end: end + rest[0].length, text: '' };
  const blanks = /^[^\S\n]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + (rest ? 0 : blanks), text: '' };
}

function skipTrivia(text: string, at: number, trivia: RegExp): number {
  trivia.lastIndex = at;
  return at + (trivia.exec(text)?.[0].length ?? 0);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
