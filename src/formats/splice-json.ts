import { renderJson } from './edit-json.ts';
import { type JsonList, jsonValueEnd, type ListedMember, readJsonList, skipBlanks } from './json-list.ts';
import { isEqualValue, isObject, type JsonValue } from './json-value.ts';
import { listChange } from './list-change.ts';
import { indentAt, type Layout, mannerOf, type Splice } from './member-edit.ts';

/** A JSON text with another value, by the fewest splices, in one pass. `before` is its value. */
export function spliceJson(text: string, before: unknown, after: unknown): string {
  const start = skipBlanks(text, text.startsWith('\uFEFF') ? 1 : 0);
  const manner = mannerOf(text);
  if (start === text.length) return text + renderJson(after as JsonValue, manner) + manner.eol;
  const isOneLine = !isEmptyObject(before) && !text.trim().includes('\n');
  const splices: Splice[] = [];
  const edit: Edit = { text, splices, manner: { ...manner, indent: isOneLine ? null : '' }, colon: ': ' };
  if (isOneLine && !/"\s*: /.test(text)) edit.colon = ':';
  change(edit, start, before, after);
  return joined(text, splices);
}

interface Edit {
  readonly text: string;
  readonly splices: Splice[];
  readonly manner: Layout;
  colon: ':' | ': ';
}

function change(edit: Edit, start: number, before: unknown, after: unknown): void {
  if (before === after || isEqualValue(before, after)) return;
  const steps = Array.isArray(before) && Array.isArray(after) ? listChange(before, after) : undefined;
  if (isObject(before) && isObject(after)) changeObject(edit, start, before, after);
  else if (steps) {
    const gone = new Set(steps.removed.map(String));
    changeList(
      edit,
      readJsonList(edit.text, start),
      ({ key }) => gone.has(key),
      steps.added.map((item) => (layout) => renderJson(item as JsonValue, layout)),
    );
  } else {
    const indent = edit.manner.indent === null ? null : indentAt(edit.text, start);
    const rendered = renderJson(after as JsonValue, { ...edit.manner, indent });
    edit.splices.push({ start, end: jsonValueEnd(edit.text, start), text: rendered });
  }
}

type JsonObject = { readonly [key: string]: unknown };
type Render = (layout: Layout) => string;

function changeObject(edit: Edit, start: number, before: JsonObject, after: JsonObject): void {
  const list = readJsonList(edit.text, start);
  for (const { key, valueStart } of list.members)
    if (Object.hasOwn(after, key)) change(edit, valueStart, before[key], after[key]);
  const added = Object.keys(after).filter((key) => !Object.hasOwn(before, key));
  const render =
    (key: string): Render =>
    (layout) =>
      JSON.stringify(key) + edit.colon + renderJson(after[key] as JsonValue, layout);
  changeList(edit, list, ({ key }) => !Object.hasOwn(after, key), added.map(render));
}

function changeList(
  edit: Edit,
  list: JsonList,
  isGone: (member: ListedMember) => boolean,
  added: readonly Render[],
): void {
  const last = list.members.findLast((member) => !isGone(member));
  if (last) changeAround(edit, list, last, isGone, added);
  else fillList(edit, list, added);
}

function changeAround(
  edit: Edit,
  list: JsonList,
  last: ListedMember,
  isGone: (member: ListedMember) => boolean,
  added: readonly Render[],
): void {
  // Up to the last that stays: each run that goes takes what lies between it and the next.
  let cut: number | undefined;
  for (const member of list.members) {
    if (isGone(member)) cut ??= member.start;
    else if (cut !== undefined) {
      edit.splices.push({ start: cut, end: member.start, text: '' });
      cut = undefined;
    }
  }
  const end = cut === undefined ? last.end : (list.members.at(-1) as ListedMember).end;
  const layout = layoutIn(edit, list);
  const gap = layout.indent === null ? gapOf(edit, list) : layout.eol + layout.indent;
  const text = added.map((render) => `,${gap}${render(layout)}`).join('');
  if (end > last.end || text !== '') edit.splices.push({ start: last.end, end, text });
}

/** All that was there goes, if anything was. */
function fillList({ text, splices, manner }: Edit, list: JsonList, added: readonly Render[]): void {
  if (list.members.length === 0 && added.length === 0) return;
  const body = { start: list.start + 1, end: list.end - 1 };
  if (added.length === 0) splices.push({ ...body, text: '' });
  else if (manner.indent === null)
    splices.push({ ...body, text: added.map((render) => render(manner)).join(', ') });
  else {
    const outer = indentAt(text, list.start);
    const layout = { ...manner, indent: outer + manner.unit };
    const lines = added.map((render) => manner.eol + layout.indent + render(layout)).join(',');
    splices.push({ ...body, text: lines + manner.eol + outer });
  }
}

function layoutIn({ text, manner }: Edit, list: JsonList): Layout {
  const first = list.members[0] as ListedMember;
  const last = list.members.at(-1) as ListedMember;
  const isSpread =
    text.slice(list.start, first.start).includes('\n') || text.slice(last.end, list.end).includes('\n');
  return { ...manner, indent: isSpread ? indentAt(text, last.start) : null };
}

function gapOf({ text, colon }: Edit, { members }: JsonList): string {
  const [first, second] = members as [ListedMember, ListedMember | undefined];
  if (second === undefined) return colon === ':' ? '' : ' ';
  return text.slice(skipBlanks(text, first.end) + 1, second.start);
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function joined(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
