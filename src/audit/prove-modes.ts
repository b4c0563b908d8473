import { type AccountsContext, isLiveMark, modeProblem, openFiles, ourTree } from '../accounts/index.ts';
import type { Book } from './book.ts';
import type { RootFolder } from './root-folders.ts';
import type { AccountSubject } from './subjects.ts';

/** Nobody else can look into our folder, into a home or a shared root, or at a file that a login lies in. */
export function proveModes(
  ctx: AccountsContext,
  accounts: readonly AccountSubject[],
  roots: readonly RootFolder[],
  book: Book,
): void {
  const { host } = ctx;
  if (host.platform === 'win32') {
    book.gap(['closed'], {
      what: 'who can look into what',
      why: 'the modes of files say nothing here',
    });
    return;
  }
  for (const { tool, account } of accounts) {
    book.count('closed');
    for (const finding of openFiles(ctx, tool, account)) book.found('closed', finding);
  }
  for (const { folder } of roots) {
    book.count('closed');
    const finding = modeProblem(folder, host.files.lstat(folder));
    if (finding) book.found('closed', finding);
  }
  for (const { path, name, stats } of ourTree(ctx)) {
    if (!/^$|\/secret\.json$|^conflicts(?:\/|$)|^accounts(?:\/|$)/.test(name) || isLiveMark(name)) continue;
    book.count('closed');
    const finding = modeProblem(path, stats);
    if (finding) book.found('closed', finding);
  }
}
