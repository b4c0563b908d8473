import {
  accountOfLabel,
  bindingFilesHere,
  listLinks,
  readBindingFile,
  systemLabel,
  trustedFiles,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { keysSet, readSettings, valueSet } from '../settings/index.ts';
import { attempt, type Check } from './check.ts';

/** Links to accounts or directories that are gone, trusted files that changed, and aliases that mean nobody. */
export const checkBindings: Check = async (ctx, tools, find) => {
  await attempt(find, () => {
    for (const { tool, directory, label, state } of tools.flatMap(({ id }) => listLinks(ctx, id))) {
      if (state === 'broken') find(new ToolsError('LINK_BROKEN', { tool, directory }));
      if (state === 'gone')
        find(new ToolsError('LINK_DIRECTORY_GONE', { tool, label: label ?? '', directory }));
    }
  });
  await attempt(find, async () => {
    for (const { path, state } of trustedFiles(ctx)) {
      if (state === 'changed') find(new ToolsError('BINDING_FILE_CHANGED', { path }));
      if (state === 'damaged') await attempt(find, () => void readBindingFile(ctx, path));
    }
  });
  await attempt(find, () => void bindingFilesHere(ctx));
  await attempt(find, () => {
    const settings = readSettings(ctx);
    for (const at of keysSet(settings)) {
      const { alias, tool } = at.names;
      const label = valueSet(ctx, settings, at);
      if (alias === undefined || tool === undefined || typeof label !== 'string') continue;
      if (!tools.some(({ id }) => id === tool) || label === systemLabel) continue;
      if (!accountOfLabel(ctx, tool, label)) find(new ToolsError('ALIAS_BROKEN', { tool, alias, label }));
    }
  });
};
