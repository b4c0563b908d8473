import { ToolsError } from '../../errors/index.ts';
import { foldName, type IdReason, idProblem } from '../../registry/index.ts';

/** As for the id of a plugin, but for what is about its folder. */
export function pluginToolIdProblem(id: string): IdReason | undefined {
  return idProblem(id) ?? (isTypable(id) ? undefined : 'forbiddenCharacter');
}

/**
 * Whether a shell takes it as it is. Ids of plugins and of their tools stand in hints, which people copy into one, and
 * in what shells read; and nothing in them may be invisible.
 */
function isTypable(id: string): boolean {
  // Most ids. Nor is a pattern with classes of Unicode made before it is wanted: that takes long.
  if (/^[A-Za-z0-9._-]*$/.test(id)) return true;
  return /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._+-])*$/u.test(id);
}

/**
 * The first rule that the id of a plugin breaks: those of a tool's id, which must hold for the folded id, too, for
 * that names its folder. What lies beside those folders can't be an id.
 */
export function pluginIdProblem(id: string): IdReason | undefined {
  const folded = foldName(id);
  return (
    idProblem(id) ??
    idProblem(folded) ??
    pluginToolIdProblem(id) ??
    (/\.(?:json|lock|tmp)$/.test(folded) ? 'reservedName' : undefined)
  );
}

/** The id, when it may be one. @throws ToolsError PLUGIN_ID_REFUSED */
export function requirePluginId(id: string): string {
  const reason = pluginIdProblem(id);
  if (reason !== undefined) throw new ToolsError('PLUGIN_ID_REFUSED', { id: id.slice(0, 200), reason });
  return id;
}
