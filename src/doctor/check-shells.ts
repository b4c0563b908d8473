import { ToolsError } from '../errors/index.ts';
import { initShells, planInit, staleScripts, writtenFiles } from '../shells/index.ts';
import { attempt, type Check } from './check.ts';

/** Lines of ours in a shell's own files, of an older form. Who has taken them out knows that. */
export const checkShells: Check = async (ctx, _tools, find) => {
  for (const [path, shell] of Object.entries(writtenFiles(ctx))) {
    const known = initShells.find((name) => name === shell);
    if (!known) continue;
    await attempt(find, () => {
      for (const { file, was, is } of planInit(ctx, { shell: known, file: path }).files)
        if (was !== null && JSON.stringify(was) !== JSON.stringify(is))
          find(new ToolsError('SHELL_BLOCK_OLD', { path: file.path, shell }));
    });
  }
  await attempt(find, () => {
    for (const { path, shell } of staleScripts(ctx)) find(new ToolsError('SHELL_BLOCK_OLD', { path, shell }));
  });
};
