import { extensionPoints } from '../contract/index.ts';
import type { PluginRecord } from './plugin-record.ts';

/** It was agreed that the plugin is asked before each start, and can refuse it. */
export function mayRefuseStarts({ confirmed }: Partial<Pick<PluginRecord, 'confirmed'>>): boolean {
  return confirmed?.permissions.includes(extensionPoints.runHook.permission) ?? false;
}
