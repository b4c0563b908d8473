import type { JsonValue } from './json-value.ts';
import {
  applySplices,
  insertMember,
  type Layout,
  type MemberList,
  mannerOf,
  removeMember,
} from './member-edit.ts';
import { renderTomlKey, renderTomlTable, renderTomlValue } from './render-toml.ts';
import { type TomlNode, type TomlSection, type TomlTree, tomlTree } from './toml-tree.ts';

type Path = readonly string[];

/**
 * The ways to make one edit, the best first: TOML can write a key in several places, and which of them a
 * document allows is easiest told by reading the result. No value: the key goes.
 */
export function* editToml(text: string, path: Path, value: JsonValue | undefined): Iterable<string> {
  const tree = tomlTree(text);
  const owner = tree.pairs.find((pair) => startsWith(path, pair.path));
  if (value === undefined)
    yield owner
      ? removeInside(text, owner.value, owner.line, path.slice(owner.path.length))
      : removeUnder(text, tree, path);
  if (value === undefined) return;
  const rendered = renderTomlValue(value);
  if (rendered === undefined) return;
  if (owner) {
    const edited = setInside(text, owner.value, path.slice(owner.path.length), rendered);
    if (edited !== undefined) yield edited;
    return;
  }
  const section = tree.sections
    .filter((each) => startsWith(path, each.path))
    .reduce((a, b) => (b.path.length >= a.path.length ? b : a));
  const rest = path.slice(section.path.length);
  const asPair = (): string =>
    insertPair(text, tree, section, `${rest.map(renderTomlKey).join('.')} = ${rendered}`, rest);
  const isScalar = typeof value !== 'object' || Array.isArray(value);
  const asTable = (): string =>
    isScalar
      ? appendTable(text, tree, path.slice(0, -1), { [path.at(-1) as string]: value })
      : appendTable(text, tree, path, value as { readonly [key: string]: JsonValue });
  const cleared = removeUnder(text, tree, path);
  if (cleared !== text) yield* editToml(cleared, path, value);
  else if (isScalar && rest.length === 1) yield asPair();
  else {
    yield asTable();
    yield asPair();
  }
}

function setInside(text: string, node: TomlNode, rest: Path, rendered: string): string | undefined {
  if (rest.length === 0) return applySplices(text, [{ start: node.start, end: node.end, text: rendered }]);
  const member = node.members.find(({ keys }) => startsWith(rest, keys));
  if (member) return setInside(text, member.value, rest.slice(member.keys.length), rendered);
  if (node.kind === 'scalar') return undefined;
  const key = node.kind === 'inline' ? `${rest.map(renderTomlKey).join('.')} = ` : '';
  if (
    node.kind === 'array' &&
    (rest.length > 1 || !['-', String(node.members.length)].includes(rest[0] as string))
  )
    return undefined;
  const layout = { ...mannerOf(text), indent: null };
  const padded = node.kind === 'inline' && node.members.length === 0 ? ` ${key}${rendered} ` : key + rendered;
  return insertMember(text, listOf(node), layout, (_: Layout) => padded);
}

function removeInside(
  text: string,
  node: TomlNode,
  line: { start: number; end: number },
  rest: Path,
): string {
  if (rest.length === 0) return applySplices(text, [{ ...fromLineStart(text, line), text: '' }]);
  const index = node.members.findIndex(({ keys }) => startsWith(rest, keys));
  const member = node.members[index];
  if (!member) return text;
  return rest.length === member.keys.length
    ? removeMember(text, listOf(node), index)
    : removeInside(text, member.value, line, rest.slice(member.keys.length));
}

/** Every header and pair below a path, line by line; comments on lines of their own stay. */
function removeUnder(text: string, tree: TomlTree, path: Path): string {
  const headers = tree.sections.flatMap(({ path: at, header }) =>
    header && startsWith(at, path) ? [header] : [],
  );
  const lines = tree.pairs.filter((pair) => startsWith(pair.path, path)).map(({ line }) => line);
  const cuts = [...headers, ...lines].sort((a, b) => a.start - b.start);
  return applySplices(
    text,
    cuts.map((span) => ({ ...fromLineStart(text, span), text: '' })),
  );
}

function insertPair(text: string, tree: TomlTree, section: TomlSection, pair: string, rest: Path): string {
  const { eol } = mannerOf(text);
  // Beside a dotted key of the same table, else behind the section's last pair.
  const table = [...section.path, ...rest.slice(0, -1)];
  const sibling = tree.pairs.findLast(
    ({ path, line }) =>
      rest.length > 1 &&
      startsWith(path, table) &&
      line.end <= section.end &&
      line.start >= (section.header?.end ?? 0),
  );
  const at = sibling?.line.end ?? section.end;
  const indent =
    /[ \t]*$/.exec(text.slice(0, tree.pairs.findLast(({ line }) => line.end === at)?.line.start ?? 0))?.[0] ??
    '';
  const isFirst = at === (text.startsWith('\uFEFF') ? 1 : 0);
  const open = isFirst || text[at - 1] === '\n' ? '' : eol;
  const gap = isFirst && tree.sections.length > 1 ? eol : '';
  return applySplices(text, [{ start: at, end: at, text: open + indent + pair + eol + gap }]);
}

function appendTable(
  text: string,
  tree: TomlTree,
  path: Path,
  table: { readonly [key: string]: JsonValue },
): string {
  const { eol } = mannerOf(text);
  const open = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return text + open + renderTomlTable(headerOf(tree, path), table).join(eol) + eol;
}

/** A header names the last item of an array of tables without its index. */
function headerOf(tree: TomlTree, path: Path): string {
  const isIndex = (depth: number): boolean =>
    tree.sections.some(
      ({ path: at, header }) =>
        header !== undefined &&
        at.length > depth &&
        startsWith(at, path.slice(0, depth)) &&
        at[depth] === '0' &&
        !isKey(tree, path.slice(0, depth)),
    );
  const keys = path.filter((segment, depth) => !(depth > 0 && /^\d+$/.test(segment) && isIndex(depth)));
  const name = keys.map(renderTomlKey).join('.');
  const isNewItem = keys.length < path.length && path.at(-1) !== keys.at(-1);
  return isNewItem ? `[[${name}]]` : `[${name}]`;
}

function isKey(tree: TomlTree, path: Path): boolean {
  return tree.sections.some(({ path: at }) => at.length === path.length && startsWith(at, path));
}

function listOf(node: TomlNode): MemberList {
  return { start: node.start, end: node.end, members: node.members, trivia: /(?:\s|#[^\n]*)*/y };
}

function fromLineStart(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  return { start: text.slice(0, start).replace(/[ \t]+$/, '').length, end };
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}
