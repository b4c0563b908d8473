import type { AccountsContext } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { isRecord } from '../../platform/index.ts';
import {
  configurePlugin,
  disablePlugin,
  enableAgain,
  findPlugin,
  type PluginEntry,
  type PluginsContext,
  pluginFolder,
  readConfig,
  removePlugin,
  restorePlugin,
  trashedPlugin,
} from '../../plugins/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import type { JournalRecord } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import { textIn, valueIn } from '../text-in.ts';
import type { Standing, Undoer } from '../undoer.ts';

/** `tools plugin link`, and the way back of `unlink` and `remove`: nothing is known of the plugin. */
export const undoLinking: Undoer = {
  look: (ctx, change) => {
    const entry = entryOf(ctx, change);
    if (!entry?.record) return { at: 'before' };
    const isAsLeft = change.verb !== 'plugin link' || entry.record.source.path === textIn(change, 'path');
    return isAsLeft ? after(goneIn(change)) : elsewhere('it was linked to another place since');
  },
  undo: async (ctx, change) => {
    await removePlugin(pluginsOf(ctx), idIn(change));
    return [goneIn(change)];
  },
};

/** `tools plugin unlink`, `tools plugin remove`: it comes back out of the trash as it was. */
export const undoUnlinking: Undoer = {
  look: (ctx, change) => {
    if (entryOf(ctx, change)?.record) return { at: 'before' };
    const isThere = trashedPlugin(pluginsOf(ctx), idIn(change)) !== undefined;
    return isThere ? after(backIn(change)) : elsewhere('the trash holds it no more');
  },
  undo: async (ctx, change) => {
    await restorePlugin(pluginsOf(ctx), idIn(change));
    return [backIn(change)];
  },
};

/** `tools plugin enable`: it is not used. What was agreed to stays noted. */
export const undoEnablingPlugin: Undoer = {
  look: (ctx, change) => {
    if (change.what.was === true) return { at: 'before' };
    return entryOf(ctx, change)?.record?.enabled ? after(`${idIn(change)} is not enabled`) : { at: 'before' };
  },
  undo: async (ctx, change) => {
    await disablePlugin(pluginsOf(ctx), idIn(change));
    return [`${idIn(change)} is not enabled`];
  },
};

/** `tools plugin disable`: it is used again, as far as it asks for what was agreed to. */
export const undoDisablingPlugin: Undoer = {
  look: (ctx, change) => {
    const entry = entryOf(ctx, change);
    if (!entry?.record?.confirmed) return elsewhere('the plugin is gone');
    return entry.record.enabled ? { at: 'before' } : after(`${idIn(change)} is enabled`);
  },
  undo: async (ctx, change) => {
    await enableAgain(pluginsOf(ctx), idIn(change));
    return [`${idIn(change)} is enabled`];
  },
};

/** `tools plugin config`: what is not sensitive is set as it was before. */
export const undoConfiguring: Undoer = {
  look: (ctx, change) => {
    const entry = entryOf(ctx, change);
    if (!entry) return elsewhere('the plugin is gone');
    if (change.what.isWhole !== true) return elsewhere('no former value of a sensitive setting is kept');
    const now = valuesNow(ctx, entry, Object.keys(valuesIn(change, 'before')));
    if (isSame(now, valuesIn(change, 'before'))) return { at: 'before' };
    return isSame(now, valuesIn(change, 'after')) ? after(setIn(change)) : elsewhere(changed(change));
  },
  undo: async (ctx, change) => {
    const entry = entryOf(ctx, change);
    const before = valuesIn(change, 'before');
    const now = entry && valuesNow(ctx, entry, Object.keys(before));
    if (!entry || !now || !isSame(now, valuesIn(change, 'after')))
      throw changedSince(change, changed(change));
    const set = Object.entries(before).filter(([, value]) => value !== null);
    const unset = Object.keys(before).filter((key) => before[key] === null);
    await configurePlugin(pluginsOf(ctx), entry, { set: Object.fromEntries(set), unset });
    return [setIn(change)];
  },
};

function pluginsOf(ctx: AccountsContext): PluginsContext {
  const { host, paths, tell, version = '', registry, plugged, undoing, partOf } = ctx;
  return {
    host,
    paths,
    tell,
    version,
    builtIns: plugged?.builtIns ?? registry,
    ...(undoing !== undefined && { undoing }),
    ...(partOf !== undefined && { partOf }),
  };
}

/** undefined: nobody says that there is one. */
function entryOf(ctx: AccountsContext, change: JournalRecord): PluginEntry | undefined {
  try {
    return findPlugin(pluginsOf(ctx), idIn(change));
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'PLUGIN_NOT_FOUND') return undefined;
    throw error;
  }
}

type Values = Readonly<Record<string, JsonValue>>;

function valuesNow(ctx: AccountsContext, { id, found }: PluginEntry, keys: readonly string[]): Values {
  const folder = pluginFolder(pluginsOf(ctx), id);
  const { values } = readConfig(ctx.host, folder, found?.package?.configSchema);
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}

function valuesIn(change: JournalRecord, name: 'before' | 'after'): Values {
  return valueIn(change, name, isValues);
}

function isValues(value: unknown): value is Values {
  return isRecord(value);
}

function isSame(one: Values, other: Values): boolean {
  return Object.keys(one).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

function idIn(change: JournalRecord): string {
  return textIn(change, 'name');
}

function goneIn(change: JournalRecord): string {
  return `${idIn(change)} is no plugin of yours; what it kept lies in the trash`;
}

function backIn(change: JournalRecord): string {
  return `${idIn(change)} is a plugin of yours again, as it was`;
}

function setIn(change: JournalRecord): string {
  return `${textIn(change, 'keys')} of ${idIn(change)} is set as it was before`;
}

function changed(change: JournalRecord): string {
  return `the settings of ${idIn(change)} were changed since`;
}

function after(makes: string): Standing {
  return { at: 'after', makes: [makes] };
}

function elsewhere(why: string): Standing {
  return { at: 'elsewhere', why };
}
