import { below, plainFolder, type QuickHost } from '../../platform/index.ts';
import { firstProgram } from '../../process/index.ts';
import type { QuickProgram } from './quick-record.ts';

/** Whether a search finds the program. */
export function isFound(host: QuickHost, { hit, names, knownPaths }: QuickProgram): boolean {
  const shims = below(host.path, plainFolder(host) ?? '', 'shims');
  return firstProgram(host, { names, knownPaths, shims })?.path === hit;
}
