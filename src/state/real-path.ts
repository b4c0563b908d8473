import type { Host } from '../platform/index.ts';

export interface RealPathHost {
  readonly files: Pick<Host['files'], 'realpath'>;
}

/** Where a path leads in the end; undefined: to nothing, or it can't be told. */
export function realPath(host: RealPathHost, path: string): string | undefined {
  try {
    return host.files.realpath(path);
  } catch {
    return undefined;
  }
}
