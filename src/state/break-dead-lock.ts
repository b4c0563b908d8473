import type { Host } from '../platform/index.ts';
import { dropLock, type LockHolder, newHolder, publishLock, readHolder } from './lock-folder.ts';

/**
 * Takes away the lock of a holder that has died. Only one process at a time may do so, the one that holds
 * `<lock>.break`, and it looks again once it does: else a slow one would take away the fresh lock of a fast one.
 * Someone who dies while breaking leaves a lock like any other, which is broken likewise.
 * @returns who is at it already and is not known to be dead; undefined: done, try to take the lock
 */
export function breakDeadLock(host: Host, path: string, dead: LockHolder): LockHolder | undefined {
  const guard = `${path}.break`;
  const self = newHolder(host);
  if (!publishLock(host, guard, self)) {
    const other = readHolder(host, guard);
    if (other === undefined) return undefined;
    return host.processes.stateOf(other.process) === 'dead' ? breakDeadLock(host, guard, other) : other;
  }
  try {
    if (readHolder(host, path)?.nonce === dead.nonce) dropLock(host, path, dead.nonce);
    return undefined;
  } finally {
    dropLock(host, guard, self.nonce);
  }
}

/**
 * Takes away a lock whose holder has died, or that nobody holds; any other stays.
 * @throws ToolsError LOCK_UNUSABLE (it is no lock of ours)
 */
export function clearDeadLock(host: Host, path: string): void {
  clearDeadGuard(host, path);
  const holder = readHolder(host, path);
  if (holder !== undefined && host.processes.stateOf(holder.process) === 'dead')
    breakDeadLock(host, path, holder);
}

/**
 * Takes away what someone left who died when he had broken the lock, and had not yet let go of the guard. Nobody
 * else would look at it before the next death.
 */
export function clearDeadGuard(host: Host, path: string): void {
  const guard = `${path}.break`;
  if (!host.files.lstat(guard)?.isDirectory()) return;
  const holder = readHolder(host, guard);
  if (holder !== undefined && host.processes.stateOf(holder.process) === 'dead')
    breakDeadLock(host, guard, holder);
}
