import { readFileSync } from 'node:fs';

/**
 * Watches what other programs use of the processors.
 * @returns a function that tells it since then, as a part of one core; undefined where the system does not say
 */
export function watchOthers() {
  const before = usedUntilNow();
  return () => {
    const after = usedUntilNow();
    if (!before || !after) return undefined;
    const others = after.all - before.all - (after.ours - before.ours);
    return Math.max(0, others) / (after.at - before.at);
  };
}

/** Seconds, of everybody and of us with all the children that ended. Linux counts both in hundredths. */
function usedUntilNow() {
  try {
    const [user, nice, system, , , irq, softirq, steal] = numbers(readFileSync('/proc/stat', 'utf8'), 1, 9);
    const self = readFileSync('/proc/self/stat', 'utf8');
    const [utime, stime, cutime, cstime] = numbers(self.slice(self.lastIndexOf(')')), 12, 16);
    return {
      all: (user + nice + system + irq + softirq + steal) / 100,
      ours: (utime + stime + cutime + cstime) / 100,
      at: performance.now() / 1000,
    };
  } catch {
    return undefined;
  }
}

function numbers(line, from, to) {
  return line.split(/\s+/).slice(from, to).map(Number);
}
