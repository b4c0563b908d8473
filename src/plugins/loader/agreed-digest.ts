import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host, sha256 } from '../../platform/index.ts';
import type { PluginPackage } from '../manifest/index.ts';
import type { PluginSource } from './plugin-source.ts';

/**
 * Stands for what somebody agrees to. Of what a repository names that includes the bytes of its entry and program: they
 * come with whatever is pulled, from others. Not what the entry imports.
 * @throws ToolsError PLUGIN_EXPORT_UNUSABLE: one of them can't be read
 */
export function agreedDigest(
  host: Host,
  { digest, manifest, entryFile, programFile }: PluginPackage,
  { how }: Pick<PluginSource, 'how'>,
): string {
  if (how !== 'project') return digest;
  const code = [entryFile, programFile].map((file) =>
    file === undefined ? null : sha256(bytesOf(host, manifest.id, file)),
  );
  return sha256(JSON.stringify([digest, ...code]));
}

function bytesOf(host: Host, id: string, file: string): Uint8Array {
  try {
    return host.files.readFile(file);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw new ToolsError('PLUGIN_EXPORT_UNUSABLE', { id, file, problem: `cannot be read (${errno})` });
  }
}
