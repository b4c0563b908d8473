import { type AccountsContext, credentialIn, describeIdentity, ourTree, readKey } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { realPath } from '../state/index.ts';
import type { Book } from './book.ts';
import { contentOf, credentialsIn, textsIn, wordsIn } from './credentials-in.ts';
import { type KeyRing, keyRing, type Seen } from './key-ring.ts';
import { storeFiles } from './store-files.ts';
import { type Focus, isInFocus, type Subject } from './subjects.ts';
import { walk } from './walk.ts';

export interface SeenCredentials {
  readonly ring: KeyRing;
  /** `device:inode` of each file that holds some, and where it lies. */
  readonly own: ReadonlyMap<string, string>;
}

/** Everybody's credentials, and where else in our folder one of them lies. */
export async function seeCredentials(
  ctx: AccountsContext,
  subjects: readonly Subject[],
  focus: Focus,
  book: Book,
): Promise<SeenCredentials> {
  const ring = keyRing(ctx.host);
  for (const subject of subjects) await addSubject(ctx, subject, focus, book, ring);
  const own = new Map([...ring.places()].flat().flatMap(({ path }) => inodeOf(ctx, path)));
  mentionOurs(ctx, book, ring);
  mentionTrash(ctx, book, ring);
  return { ring, own };
}

function inodeOf({ host }: AccountsContext, path: string): readonly (readonly [string, string])[] {
  const stats = host.files.stat(path);
  return stats ? [[`${stats.dev}:${stats.ino}`, path]] : [];
}

/** To be called when all has been seen. */
export function concludeOneStore(
  ring: KeyRing,
  subjects: readonly Subject[],
  focus: Focus,
  book: Book,
): void {
  const asked = subjects.filter((subject) => isInFocus(focus, subject)).map(({ name }) => name);
  book.count('oneStore', ring.size);
  for (const places of ring.places()) {
    if (!places.some(({ owner }) => owner !== undefined && asked.includes(owner))) continue;
    const stores = places.filter(({ kind }) => kind === 'store' || kind === 'key');
    const strays = places.filter(({ kind }) => kind === 'stray');
    const owners = new Set(stores.map(({ owner, kind }) => `${kind} ${owner}`));
    // What the user keeps in two tools' own directories was there before us, and is the user's affair.
    const isOurs = stores.some(({ owner }) => !isSystem(owner));
    if ((owners.size > 1 && isOurs) || strays.length > 0) book.found('oneStore', findingOf(stores, strays));
    else noteCopies(book, stores, places);
    for (const { path } of places.filter(({ kind }) => kind === 'trash'))
      book.note('oneStore', `a copy lies in the trash: ${path}`);
  }
}

/** What a tool copies within a home is its own affair, and worth knowing. */
function noteCopies(book: Book, stores: readonly Seen[], places: readonly Seen[]): void {
  if (stores.length > 1)
    book.note(
      'oneStore',
      `one credential of ${[...new Set(stores.map(({ owner }) => owner))].join(' and ')} lies in ${stores.map(({ path }) => path).join(' and ')}`,
    );
  for (const { owner, path } of places.filter(({ kind }) => kind === 'backup'))
    book.note('oneStore', `a copy that the tool made of a file of ${owner}: ${path}`);
}

function findingOf(stores: readonly Seen[], strays: readonly Seen[]): ToolsError {
  const paths = [...stores, ...strays].map(({ path }) => path);
  const [stray] = strays;
  if (stray) return new ToolsError('CREDENTIAL_ASTRAY', { path: stray.path, store: paths[0] ?? '' });
  // The one in the tool's own directory is the user's, and was there first.
  const renewed = stores.findLast(({ owner }) => !isSystem(owner));
  const [tool = '', label = ''] = (renewed?.owner ?? '').split('#');
  return new ToolsError('CREDENTIAL_IN_TWO_STORES', { paths, tool, label });
}

function isSystem(owner: string | undefined): boolean {
  return owner === undefined || owner.endsWith('#system');
}

async function addSubject(
  ctx: AccountsContext,
  subject: Subject,
  focus: Focus,
  book: Book,
  ring: KeyRing,
): Promise<void> {
  const { tool, account, name, paths } = subject;
  const miss = (what: string, why: string) => book.gap(['oneStore'], { what, why });
  for (const file of storeFiles(ctx.host, subject, miss)) {
    const content = contentOf(ctx.host, file.path, file.format);
    if (content.state === 'gap' && !file.isBackup) miss(file.path, content.why);
    const kind = file.isBackup ? 'backup' : 'store';
    ring.add(credentialsIn(content, file), {
      owner: name,
      path: realPath(ctx.host, file.path) ?? file.path,
      kind,
    });
  }
  if (account.kind === 'key') addKey(ctx, subject, book, ring);
  if (!isInFocus(focus, subject)) return;
  const home = account.kind === 'system' ? null : account.home;
  const { store, state, problem } = await credentialIn(ctx, tool, paths, home);
  if (store === 'keychain') miss(`the login of ${name}`, 'it lies in the keychain, which is not read');
  if (state === 'unknown') miss(`the login of ${name}`, problem ?? 'it can’t be told where it lies');
}

function addKey(ctx: AccountsContext, { account, name, tool }: Subject, book: Book, ring: KeyRing): void {
  if (account.kind !== 'key') return;
  if (account.identity?.keySource !== undefined)
    book.note('oneStore', `the key of ${name} is kept elsewhere (${describeIdentity(account.identity)})`);
  const path = ctx.host.path.join(ctx.paths.accountFolder(tool.id, account.id), 'secret.json');
  try {
    ring.add([readKey(ctx, account)], { owner: name, path, kind: 'key' });
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    if (error.code !== 'KEY_MISSING') book.gap(['oneStore'], { what: path, why: error.message });
  }
}

/** Our own files hold no credential but the one of a key, also what lost in a merge and is kept. */
function mentionOurs(ctx: AccountsContext, book: Book, ring: KeyRing): void {
  for (const { path, name, stats } of ourTree(ctx)) {
    if (!stats.isFile() || name.endsWith('/secret.json')) continue;
    mentionFile(ctx, path, ring, 'stray', (why) => book.gap(['oneStore'], { what: path, why }));
  }
}

/** The only copy of a login that was removed, or one more of a login that is there. */
function mentionTrash(ctx: AccountsContext, book: Book, ring: KeyRing): void {
  const { host, paths } = ctx;
  const miss = (what: string, why: string) =>
    book.note('oneStore', `${what} in the trash was not looked at (${why})`);
  walk(
    host,
    paths.trash,
    true,
    ({ at, stats, isLink }) => {
      if (stats.isFile() && !isLink && stats.size <= mostBytesOfTrash)
        mentionFile(ctx, at, ring, 'trash', () => {});
      return true;
    },
    miss,
  );
}

/** Sessions go to the trash with their home. */
const mostBytesOfTrash = 1024 * 1024;

function mentionFile(
  ctx: AccountsContext,
  path: string,
  ring: KeyRing,
  kind: Seen['kind'],
  onGap: (why: string) => void,
): void {
  const format = /\.jsonl$/.test(path) ? 'text' : 'jsonc';
  const content = contentOf(ctx.host, path, format);
  const seen: Seen = { owner: undefined, path, kind };
  if (content.state === 'document') ring.mention(textsIn(content.value), seen);
  else if (content.state === 'whole') ring.mention(wordsIn(content.bytes), seen);
  else if (content.state === 'gap') mentionWords(ctx, path, ring, seen, onGap);
}

/** What is no JSON may be anything: its words are compared. */
function mentionWords(
  ctx: AccountsContext,
  path: string,
  ring: KeyRing,
  seen: Seen,
  onGap: (why: string) => void,
): void {
  const content = contentOf(ctx.host, path, 'text');
  if (content.state === 'whole') ring.mention(wordsIn(content.bytes), seen);
  else if (content.state === 'gap') onGap(content.why);
}
