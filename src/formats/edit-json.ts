import type { Node } from 'jsonc-parser';
import { type JsonFormat, parseJsonTree } from './json-tree.ts';
import type { JsonValue } from './json-value.ts';
import {
  applySplices,
  indentAt,
  insertMember,
  type Layout,
  type MemberList,
  mannerOf,
  removeMember,
} from './member-edit.ts';

/** One edit of a JSON text; undefined when its shape does not allow it. No value: the key or item goes. */
export function editJson(
  text: string,
  format: JsonFormat,
  segments: readonly string[],
  value: JsonValue | undefined,
): string | undefined {
  const root = parseJsonTree(text, format);
  const manner = { ...mannerOf(text), indent: isOneLine(text, root) ? null : '' };
  if (!root)
    return value === undefined ? text : addRoot(text, { ...manner, indent: '' }, nest(segments, value));
  let node = root;
  for (const [depth, segment] of segments.entries()) {
    const index = memberIndex(node, segment);
    const isLast = depth === segments.length - 1;
    const member = node.children?.[index];
    if (!member)
      return value === undefined ? text : insertInto(text, node, segments.slice(depth), value, manner);
    if (isLast && value === undefined)
      return removeAll(text, format, segments, removeMember(text, listOf(node), index));
    node = node.type === 'object' ? (member.children?.[1] as Node) : member;
  }
  return value === undefined ? undefined : replaceNode(text, node, value, manner);
}

/** A key that was there twice is there once more after its last was taken out. */
function removeAll(
  before: string,
  format: JsonFormat,
  segments: readonly string[],
  after: string,
): string | undefined {
  const parent = segments.slice(0, -1).reduce<Node | undefined>(
    (node, segment) => {
      const member = node?.children?.[node ? memberIndex(node, segment) : -1];
      return node?.type === 'object' ? member?.children?.[1] : member;
    },
    parseJsonTree(after, format),
  );
  const isThere = parent?.type === 'object' && memberIndex(parent, segments.at(-1) as string) >= 0;
  return isThere && after !== before ? editJson(after, format, segments, undefined) : after;
}

function insertInto(
  text: string,
  node: Node,
  rest: readonly string[],
  value: JsonValue,
  manner: Layout,
): string | undefined {
  const [key, ...deeper] = rest as [string, ...string[]];
  const child = nest(deeper, value);
  if (node.type === 'null') return replaceNode(text, node, nest(rest, value), manner);
  if (node.type === 'array') {
    const isNext = key === '-' || key === String(node.children?.length ?? 0);
    return isNext
      ? insertMember(text, listOf(node), manner, (layout) => renderJson(child, layout))
      : undefined;
  }
  if (node.type !== 'object') return undefined;
  const colon = manner.indent === null && !/"\s*: /.test(text) ? ':' : ': ';
  return insertMember(
    text,
    listOf(node),
    manner,
    (layout) => JSON.stringify(key) + colon + renderJson(child, layout),
  );
}

function replaceNode(text: string, node: Node, value: JsonValue, manner: Layout): string {
  const indent = manner.indent === null ? null : indentAt(text, node.offset);
  return applySplices(text, [
    { start: node.offset, end: node.offset + node.length, text: renderJson(value, { ...manner, indent }) },
  ]);
}

function addRoot(text: string, manner: Layout, value: JsonValue): string {
  const isLineOpen = text.trim() !== '' && !text.endsWith('\n');
  return text + (isLineOpen ? manner.eol : '') + renderJson(value, manner) + manner.eol;
}

export function renderJson(value: JsonValue, { eol, unit, indent }: Layout): string {
  const rendered = JSON.stringify(value, null, indent === null ? undefined : unit);
  return rendered.replaceAll('\n', eol + (indent ?? ''));
}

/** The last of equal keys, which is the one that counts; -1 when there is none. */
function memberIndex(node: Node, segment: string): number {
  const children = node.children ?? [];
  if (node.type === 'object')
    return children.findLastIndex(({ children: pair }) => pair?.[0]?.value === segment);
  return /^(0|[1-9]\d*)$/.test(segment) && Number(segment) < children.length ? Number(segment) : -1;
}

function listOf(node: Node): MemberList {
  const members = (node.children ?? []).map(({ offset, length }) => ({
    start: offset,
    end: offset + length,
  }));
  return {
    start: node.offset,
    end: node.offset + node.length,
    members,
    trivia: /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y,
  };
}

/** A document on one line stays on one; `{}` alone is no such document yet. */
function isOneLine(text: string, root: Node | undefined): boolean {
  return (root?.children?.length ?? 0) > 0 && !text.trim().includes('\n');
}

function nest(segments: readonly string[], value: JsonValue): JsonValue {
  return segments.reduceRight<JsonValue>((inner, key) => Object.fromEntries([[key, inner]]), value);
}
