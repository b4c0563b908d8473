import { type AccountsContext, readRoot } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { errnoOf } from '../platform/index.ts';
import type { AITool } from '../registry/index.ts';
import { type Book, everyClaim } from './book.ts';

/** Where accounts of a tool keep what they share. */
export interface RootFolder {
  readonly tool: AITool;
  /** The installation that it is named after. */
  readonly name: string;
  readonly folder: string;
}

/** Those that are in their places; of one that is not nothing can be said. */
export function rootFolders(
  ctx: AccountsContext,
  tools: readonly AITool[],
  book: Book,
): readonly RootFolder[] {
  return tools.flatMap((tool) =>
    installationsOf(ctx, tool, book).flatMap((name): RootFolder[] => {
      const folder = ctx.paths.sharedFolder(tool.id, name);
      try {
        return readRoot(ctx, tool.id, name) ? [{ tool, name, folder }] : [];
      } catch (error) {
        if (!(error instanceof ToolsError)) throw error;
        book.gap(everyClaim, { what: folder, why: error.message });
        return [];
      }
    }),
  );
}

function installationsOf(ctx: AccountsContext, tool: AITool, book: Book): readonly string[] {
  const { host, paths } = ctx;
  const folder = host.path.join(paths.installations, tool.id);
  try {
    return [...host.files.readdir(folder)].sort();
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    if (why !== 'ENOENT' && why !== 'ENOTDIR') book.gap(everyClaim, { what: folder, why });
    return [];
  }
}
