import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { type ForeignLock, takeForeignLock } from '../../state/index.ts';

/**
 * Does the work while holding the tool's own lock of a file (absolute, in a home or where its link lies), should
 * the tool have one. A courtesy: after 200 ms it goes on without, for nothing rests on it. The work is to take less
 * than 50 ms. The lock is always given up; that of a process of ours that died is taken over like the tool's own.
 */
export async function withToolLock<Result>(
  host: Host,
  tool: AITool,
  file: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const lock = lockOf(host, tool, file);
  const giveUp = lock && (await take(host, lock));
  try {
    return await work();
  } finally {
    giveUp?.();
  }
}

function lockOf(host: Host, tool: AITool, file: string): ForeignLock | undefined {
  const { sep, join } = host.path;
  for (const { file: locked, lock, kind, staleAfter } of tool.locks ?? []) {
    const inside = sep + locked.split('/').join(sep);
    if (file.endsWith(inside))
      return { path: join(file.slice(0, -inside.length), ...lock.split('/')), kind, staleAfter };
  }
  return undefined;
}

async function take(host: Host, lock: ForeignLock): Promise<(() => void) | undefined> {
  for (let tries = 0; ; tries += 1) {
    const giveUp = takeForeignLock(host, lock);
    if (giveUp || tries === patience) return giveUp;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Milliseconds between tries, and how often: 200 ms in all. */
const pause = 10;
const patience = 20;
