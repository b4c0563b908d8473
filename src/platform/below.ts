import type { Host } from './host.ts';

/**
 * What lies in a folder, whose path and names are as they should be. `join` looks at every letter of them, and in a
 * program that has only just started that takes longer than to ask the disk.
 */
export function below(
  { sep }: Pick<Host['path'], 'sep'>,
  folder: string,
  ...names: readonly string[]
): string {
  let path = folder.endsWith(sep) ? folder.slice(0, -sep.length) : folder;
  for (const name of names) if (name !== '') path += sep + name;
  return path;
}
