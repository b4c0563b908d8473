import { hasHook, partsOf } from './init-parts.ts';
import { linesIn } from './init-plan.ts';
import { readRcFile } from './rc-file.ts';
import type { ShellContext } from './shell-context.ts';
import { type InitShell, initShells } from './shell-names.ts';
import { writtenFiles } from './written-files.ts';

/**
 * What shells read of ours in our folder and would not be written so today: by an older release, for another folder of
 * shims, or gone.
 * @throws ToolsError as writtenFiles, readRcFile and linesIn
 */
export function staleScripts(
  ctx: ShellContext,
): readonly { readonly path: string; readonly shell: InitShell }[] {
  const files = Object.entries(writtenFiles(ctx));
  return initShells.flatMap((shell) => {
    const blocks = files
      .filter(([, of]) => of === shell)
      .map(([path]) => linesIn(readRcFile(ctx.host, shell, path)));
    if (!blocks.some((lines) => lines !== null)) return [];
    const hook = blocks.some((lines) => hasHook(lines ?? []));
    return partsOf(ctx, shell, { hook })
      .scripts.filter(({ path, text }) => textOf(ctx, path) !== text)
      .map(({ path }) => ({ path, shell }));
  });
}

function textOf({ host }: ShellContext, path: string): string | undefined {
  try {
    return host.files.readFile(path).toString('utf8');
  } catch {
    return undefined;
  }
}
