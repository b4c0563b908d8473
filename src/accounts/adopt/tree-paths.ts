import type { Host } from '../../platform/index.ts';

/** The place of a path that is relative to a folder, `/` between segments; `''` is the folder. */
export function at(host: Host, folder: string, path: string): string {
  return path === '' ? folder : host.path.join(folder, ...path.split('/'));
}

export function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

/** What a directory holds, by code unit; nothing where there is none. */
export function namesOf(host: Host, folder: string): readonly string[] {
  return host.files.lstat(folder)?.isDirectory() ? [...host.files.readdir(folder)].sort() : [];
}
