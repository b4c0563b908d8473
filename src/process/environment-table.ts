import type { Host } from '../platform/index.ts';

/** Names and values; on Windows a name is the same in any case, and the spelling that came first stays. */
export interface EnvironmentTable {
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string) => void;
  /** Whether it was there. */
  readonly delete: (name: string) => boolean;
  readonly entries: () => readonly (readonly [name: string, value: string])[];
}

export function environmentTable(
  platform: Host['platform'],
  base: Readonly<Record<string, string | undefined>>,
): EnvironmentTable {
  const fold = folding(platform);
  const rows = new Map<string, readonly [name: string, value: string]>();
  const set = (name: string, value: string) => {
    rows.set(fold(name), [rows.get(fold(name))?.[0] ?? name, value]);
  };
  for (const [name, value] of Object.entries(base)) if (value !== undefined) set(name, value);
  return {
    get: (name) => rows.get(fold(name))?.[1],
    set,
    delete: (name) => rows.delete(fold(name)),
    entries: () => [...rows.values()],
  };
}

export function nameSet(
  platform: Host['platform'],
  names: readonly string[],
): { readonly has: (name: string) => boolean } {
  const fold = folding(platform);
  const folded = new Set(names.map(fold));
  return { has: (name) => folded.has(fold(name)) };
}

function folding(platform: Host['platform']): (name: string) => string {
  return platform === 'win32' ? (name) => name.toUpperCase() : (name) => name;
}
