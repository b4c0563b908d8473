import type { AccountsContext, SharedEntry } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { formatPointer, isObject, type JsonValue } from '../formats/index.ts';
import { holdsCredential, isSharedPlace, looksLikeCredential, wholeFile } from '../merge/index.ts';
import { type PathFact, type RulePlace, rulePlaces } from '../registry/index.ts';
import { contentOf, textsIn, wordsIn } from './credentials-in.ts';
import type { RootView } from './prove-root.ts';

interface MergedFile {
  readonly tool: string;
  /** Absolute. */
  readonly at: string;
  readonly fact: PathFact;
  readonly how: SharedEntry['how'];
}

/** What a file of a shared root holds may be shared by its rules, and is nothing like a credential. */
export function proveMergedFile(
  ctx: AccountsContext,
  file: MergedFile,
  view: Pick<RootView, 'book' | 'ring'>,
): void {
  const { book, ring } = view;
  const { tool, at, fact, how } = file;
  book.count('noSecretShared');
  if (how === 'mixed') book.count('nothingPrivateShared');
  const content = contentOf(ctx.host, at, fact.format ?? 'text', 'strictly');
  const seen = { owner: undefined, path: at, kind: 'stray' as const };
  if (content.state === 'gap')
    book.gap(['noSecretShared', 'nothingPrivateShared'], { what: at, why: content.why });
  else if (content.state === 'whole') {
    const text = content.bytes.toString('utf8');
    ring.mention(wordsIn(content.bytes), seen);
    if (holdsCredential(text))
      book.found('noSecretShared', new ToolsError('CREDENTIAL_SHARED', { tool, path: at }));
  } else if (content.state === 'document') {
    ring.mention(textsIn(content.value), seen);
    proveValues(content.value, rulePlaces(how === 'mixed' ? (fact.rules ?? []) : wholeFile), file, view);
  }
}

function proveValues(
  document: JsonValue,
  top: RulePlace,
  { tool, at: path }: MergedFile,
  { book }: Pick<RootView, 'book'>,
): void {
  const visit = (value: JsonValue, place: RulePlace, way: readonly string[]): void => {
    const pointer = shownPointer(way);
    if (!isSharedPlace(place)) {
      if (isObject(value) && place.hasRulesBelow) eachChild(value, place, way, visit);
      else if (!isEmpty(value))
        book.found(
          'nothingPrivateShared',
          new ToolsError('KEY_SHARED', { tool, path, pointer, what: place.kind }),
        );
      return;
    }
    if (isCredential(value) || looksLikeCredential(way.at(-1) ?? ''))
      book.found('noSecretShared', new ToolsError('CREDENTIAL_SHARED', { tool, path, pointer }));
    if (typeof value === 'object' && value !== null) eachChild(value, place, way, visit);
  };
  visit(document, top, []);
}

type Visit = (value: JsonValue, place: RulePlace, way: readonly string[]) => void;

function eachChild(value: object, place: RulePlace, way: readonly string[], visit: Visit): void {
  for (const [key, child] of Object.entries(value))
    visit(child as JsonValue, place.below(key), [...way, key]);
}

function isCredential(value: JsonValue): boolean {
  return typeof value === 'string' && looksLikeCredential(value);
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A key can be a credential itself. */
export function shownPointer(way: readonly string[]): string {
  return formatPointer(way.map((key) => (looksLikeCredential(key) ? '…' : key)));
}
