import { ToolsError } from '../../errors/index.ts';
import { foldName, type IdReason, idProblem } from '../../registry/index.ts';

/**
 * The first rule that the id of a plugin breaks: those of a tool's id, which must hold for the folded id, too, for
 * that names its folder. What lies beside those folders can't be an id.
 */
export function pluginIdProblem(id: string): IdReason | undefined {
  const folded = foldName(id);
  return (
    idProblem(id) ?? idProblem(folded) ?? (/\.(?:json|lock|tmp)$/.test(folded) ? 'reservedName' : undefined)
  );
}

/** The id, when it may be one. @throws ToolsError PLUGIN_ID_REFUSED */
export function requirePluginId(id: string): string {
  const reason = pluginIdProblem(id);
  if (reason !== undefined) throw new ToolsError('PLUGIN_ID_REFUSED', { id: id.slice(0, 200), reason });
  return id;
}
