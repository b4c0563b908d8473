import { formatPointer, isObject, type JsonValue } from '../formats/index.ts';
import { looksLikeCredential } from '../merge/index.ts';
import type { Host } from '../platform/index.ts';
import { checkDescriptor, type RulePlace, rootsOf, rulePlaces } from '../registry/index.ts';
import { contentOf } from './credentials-in.ts';
import type { UnknownPath } from './prove-home.ts';
import { shownPointer } from './prove-merged-file.ts';
import type { AccountSubject } from './subjects.ts';

/** What no descriptor speaks of, so that it stays with its account; with the rule that would say so. */
export interface Unknown {
  readonly tool: string;
  readonly label: string;
  readonly paths: readonly { readonly path: string; readonly rule: object | null }[];
  readonly keys: readonly { readonly file: string; readonly pointer: string; readonly rule: object | null }[];
  /** How many more there are. */
  readonly more: number;
}

/** Nobody reads a longer list. */
const most = 200;

export function unknownOf(
  host: Host,
  subject: AccountSubject,
  paths: readonly UnknownPath[],
): Unknown | undefined {
  const keys = unknownKeys(host, subject);
  if (paths.length + keys.length === 0) return undefined;
  const shownPaths = paths.slice(0, most);
  const shownKeys = keys.slice(0, most);
  return {
    tool: subject.tool.id,
    label: subject.account.label,
    paths: shownPaths.map((each) => ({ path: each.path, rule: pathRule(host, subject, each) })),
    keys: shownKeys,
    more: paths.length + keys.length - shownPaths.length - shownKeys.length,
  };
}

/** As an entry of `directories`; null: no descriptor can name such a path. */
function pathRule(
  host: Host,
  { tool, paths, account }: AccountSubject,
  { path, kind }: UnknownPath,
): object | null {
  const at = host.path.join(account.home, ...path.split('/'));
  const ways = [...rootsOf(tool), 'home' as const]
    .map((root) => ({ root, way: host.path.relative(paths.rootOf(root), at).split(host.path.sep).join('/') }))
    .filter(({ way }) => way !== '' && !way.startsWith('../') && way !== '..');
  const [closest] = ways.toSorted((one, other) => one.way.length - other.way.length);
  if (!closest) return null;
  const { root, way } = closest;
  const rule = { path: way, ...(root !== 'config' && { root }), class: 'identity', kind } as const;
  const { id, displayName } = tool;
  const relocation = tool.relocation && { relocation: tool.relocation };
  const isSayable =
    !way.includes('*') &&
    checkDescriptor({ id, displayName, ...relocation, directories: [rule] }).length === 0;
  return isSayable ? rule : null;
}

function unknownKeys(host: Host, { tool, paths }: AccountSubject): Unknown['keys'] {
  return (tool.directories ?? []).flatMap(
    ({ path: file, root, class: pathClass, format = 'text', rules = [] }) => {
      if (pathClass !== 'mixed' || file.includes('*')) return [];
      const content = contentOf(host, paths.fileOf({ file, ...(root && { root }) }), format);
      if (content.state !== 'document') return [];
      return unruled(content.value, rulePlaces(rules), []).map((way) => ({
        file,
        pointer: shownPointer(way),
        rule: keyRule(way),
      }));
    },
  );
}

/** The topmost keys that no rule covers. */
function unruled(value: JsonValue, place: RulePlace, way: readonly string[]): readonly (readonly string[])[] {
  if (place.rule !== undefined) return [];
  if (isObject(value) && (way.length === 0 || place.hasRulesBelow))
    return Object.entries(value).flatMap(([key, child]) => unruled(child, place.below(key), [...way, key]));
  return way.length === 0 ? [] : [way];
}

/** As one of a file's `rules`; null: the key is no name, or can't be told from a pattern. */
function keyRule(way: readonly string[]): object | null {
  if (way.some((key) => looksLikeCredential(key) || /\*|[\p{Cc}\p{Cs}]/u.test(key))) return null;
  return { pointer: formatPointer(way), class: 'identity' };
}
