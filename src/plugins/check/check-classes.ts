import { type AITool, classify, factOf, type PathRoot } from '../../registry/index.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence } from './shown.ts';

/** What the registry lets pass, because it does no harm at once, and what still can't be meant. */
export function checkClasses({ book }: DescriptorContext, tool: AITool): void {
  for (const problem of [...disposableParts(tool), ...disposableSessions(tool), ...governedInVain(tool)])
    book.fail('descriptor/classes', safeSentence(`${tool.id}: ${problem}`));
  book.pass('descriptor/classes');
}

/** Nobody misses it, and yet it says who is logged in. */
function disposableParts({ login = [], identity = [], ...tool }: AITool): readonly string[] {
  return [...login, ...identity]
    .filter(
      ({ file, root }: { readonly file: string; readonly root?: PathRoot }) =>
        classOf(tool, file, root) === 'disposable',
    )
    .map(({ file }) => `${file} is disposable, and part of a login`);
}

function disposableSessions(tool: AITool): readonly string[] {
  return tool.sessionSubdirectories
    .filter((path) => classOf(tool, path) === 'disposable')
    .map((path) => `${path} holds sessions, and is disposable`);
}

/** A guard against deletion is for what accounts share. */
function governedInVain(tool: AITool): readonly string[] {
  return (tool.retention ?? []).flatMap(({ governs, root }) =>
    governs
      .filter((path) => factOf(tool, path, root)?.class === 'disposable')
      .map((path) => `${path} is kept from being deleted, and is disposable`),
  );
}

function classOf(tool: Pick<AITool, 'directories' | 'sessionSubdirectories'>, path: string, root?: PathRoot) {
  return classify(tool, path, root);
}
