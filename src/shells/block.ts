/**
 * Our lines in a file of the user's: between two marks, each signed, so that they are found again wherever they were
 * moved, and what somebody wrote among them is not taken for ours. What has to be put right when the block goes is
 * noted in its last mark, because a file may wander to another computer.
 *
 * Texts are the bytes of the file, one a character.
 */
export type Block =
  | { readonly state: 'none' }
  /** A mark has no counterpart, or there are two blocks. The number of the line. */
  | { readonly state: 'broken'; readonly line: number }
  | {
      readonly state: 'there';
      /** What the shell reads, unsigned. */
      readonly lines: readonly string[];
      readonly note: BlockNote;
      /** Where it begins, and where what follows begins. */
      readonly from: number;
      readonly to: number;
      /** What is not ours in it, with line ends. */
      readonly foreign: string;
    };

/** What else was done to the file. */
export interface BlockNote {
  /** How many folders above the file were made; absent: the file was there. */
  readonly newFolders?: number;
  /** The line before had no end. */
  readonly addedLineEnd?: boolean;
}

/** What is to stand in a block. */
export interface NewBlock {
  readonly shell: string;
  readonly lines: readonly string[];
  readonly note: BlockNote;
}

const begin = '# >>> ai-tools >>>';
const end = '# <<< ai-tools <<<';
const signature = ' # ai-tools';

export function findBlock(text: string): Block {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [first, last, ...more] = lines.flatMap((line, index) => (isMark(line) ? index : []));
  if (first === undefined) return { state: 'none' };
  if (last === undefined || !isMark(lines[first], begin) || !isMark(lines[last], end))
    return { state: 'broken', line: first + 1 };
  if (more[0] !== undefined) return { state: 'broken', line: more[0] + 1 };
  const inside = lines.slice(first + 1, last);
  const from = lengthOf(lines.slice(0, first));
  return {
    state: 'there',
    lines: inside.filter(isSigned).map((line) => line.trimEnd().slice(0, -signature.length)),
    note: noteIn(lines[last] ?? ''),
    from,
    to: from + lengthOf(lines.slice(first, last + 1)),
    foreign: inside.filter((line) => !isSigned(line)).join(''),
  };
}

/** A text with the block where one is already; else at `at`, if a line begins there; else last. */
export function withBlock(text: string, block: NewBlock, at = text.length): string {
  const found = findBlock(text);
  const sample = found.state === 'there' ? text.slice(found.from, found.to) : text;
  // The other shells read the CR as part of the line.
  const eol = block.shell === 'pwsh' && sample.includes('\r\n') ? '\r\n' : '\n';
  if (found.state === 'there') {
    const { from, to, note, foreign } = found;
    return text.slice(0, from) + render({ ...block, note }, eol) + foreign + text.slice(to);
  }
  if (at < text.length && (at === 0 || text[at - 1] === '\n'))
    return text.slice(0, at) + render(block, eol) + text.slice(at);
  if (text === '' || text.endsWith('\n')) return text + render(block, eol);
  return text + eol + render({ ...block, note: { ...block.note, addedLineEnd: true } }, eol);
}

/** A text as it would be had there never been a block. */
export function withoutBlock(text: string): string {
  const found = findBlock(text);
  if (found.state !== 'there') return text;
  const before = text.slice(0, found.from);
  const after = found.foreign + text.slice(found.to);
  // Somebody wrote below it since: that line end is theirs by now.
  if (!found.note.addedLineEnd || after !== '') return before + after;
  // An editor may have made all line ends alike.
  return before.slice(0, before.length - (text.endsWith('\r\n') && before.endsWith('\r\n') ? 2 : 1));
}

function render({ shell, lines, note }: NewBlock, eol: string): string {
  const notes = [
    ...(note.newFolders === undefined ? [] : ['new file']),
    ...(note.newFolders ? [`new folders: ${note.newFolders}`] : []),
    ...(note.addedLineEnd ? ['line end added'] : []),
  ];
  const text = [
    `${begin} made by: tools init ${shell} --write; taken away by: tools init ${shell} --remove; do not edit`,
    ...lines.map((line) => `${line}${signature}`),
    notes.length === 0 ? end : `${end} ${notes.join(', ')}`,
  ];
  return text.map((line) => `${line}${eol}`).join('');
}

function noteIn(mark: string): BlockNote {
  const folders = /new folders: (\d+)/.exec(mark)?.[1] ?? '0';
  return {
    ...(mark.includes('new file') && { newFolders: Number(folders) }),
    ...(mark.includes('line end added') && { addedLineEnd: true }),
  };
}

function isMark(line = '', mark?: string): boolean {
  const start = line.trimStart();
  return mark === undefined ? start.startsWith(begin) || start.startsWith(end) : start.startsWith(mark);
}

function isSigned(line: string): boolean {
  return line.trimEnd().endsWith(signature);
}

function lengthOf(lines: readonly string[]): number {
  return lines.join('').length;
}
