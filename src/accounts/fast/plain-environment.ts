import type { QuickHost } from '../../platform/index.ts';
import type { PlainEnvironment } from './quick-record.ts';

/** Lines for a shell, as they were worked out. undefined: that was for another environment, or for other shells. */
export function plainLines(
  env: QuickHost['env'],
  plain: PlainEnvironment | null,
  shell: string,
): string | undefined {
  return plain && isPlain(env, plain) ? plain.texts[plain.shells[shell] ?? -1] : undefined;
}

/** What a program is given, as it was worked out; undefined: that was for another environment. */
export function plainChild(
  env: QuickHost['env'],
  plain: PlainEnvironment | null,
): Readonly<Record<string, string>> | undefined {
  if (!plain?.given || !isPlain(env, plain)) return undefined;
  const child = { ...(env as Readonly<Record<string, string>>) };
  // Most likely not UTF-8, and damaged by Node on its way in.
  for (const name in child) if (child[name]?.includes('\uFFFD')) return undefined;
  return Object.assign(child, plain.given);
}

function isPlain(env: QuickHost['env'], { unset }: PlainEnvironment): boolean {
  for (const name of unset) if (env[name] !== undefined) return false;
  return true;
}
