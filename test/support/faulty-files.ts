import { type FileSystem, writingSteps } from '../../src/platform/index.ts';

/** Thrown where the process is pretended to have died: by that step and by every call after it. */
export class Died extends Error {
  override readonly name = 'Died';
}

export interface FaultyFiles {
  readonly files: FileSystem;
  /** Every writing step so far, as `method path`, in order: step n is `steps[n - 1]`. */
  readonly steps: string[];
  /** The nth writing step from now on (1 is the next) fails with this errno and changes nothing. */
  failAt(n: number, errno: string): void;
  /** Every writing step that matches fails so, until `heal`. */
  failWhere(matches: (method: string, path: string) => boolean, errno: string): void;
  /**
   * The process dies at the nth writing step from now on: before it, after it, or (a file being written) half
   * way. From then on every call, reading too, throws `Died`, so that no finally block tidies up.
   */
  dieAt(n: number, when: 'before' | 'after' | 'half'): void;
  /** No faults from here on; a dead one lives again. */
  heal(): void;
}

/** The nth step, from 1, and how far it came. */
export interface Death {
  readonly at: number;
  readonly when: 'before' | 'after' | 'half';
  readonly step: string;
}

/**
 * Each death on the way through these steps that leaves a disk as no other of them does. Where nobody else writes
 * meanwhile, it is before a step as it was after the one before it, and a flush leaves it as it was.
 */
export function deathsOf(steps: readonly string[], others: 'write' | 'wait' = 'wait'): readonly Death[] {
  return steps.flatMap((step, index) => {
    const ways: Death['when'][] = index === 0 || others === 'write' ? ['before'] : [];
    if (step.startsWith('writeNew')) ways.push('half');
    if (!step.startsWith('syncDirectory') || others === 'write') ways.push('after');
    return ways.map((when) => ({ at: index + 1, when, step }));
  });
}

type Fault = { readonly at: number } & (
  | { readonly errno: string }
  | { readonly when: 'before' | 'after' | 'half' }
);

/** A file system whose writing steps are counted and can be made to fail, or to end the process. */
export function faultyFiles(inner: FileSystem): FaultyFiles {
  const steps: string[] = [];
  let faults: Fault[] = [];
  let everywhere: { matches: (method: string, path: string) => boolean; errno: string }[] = [];
  let dead = false;

  const step = (method: string, args: readonly unknown[], act: () => unknown): unknown => {
    const path = String(['rename', 'link', 'symlink', 'copyNew'].includes(method) ? args[1] : args[0]);
    steps.push(`${method} ${path}`);
    const general = everywhere.find((one) => one.matches(method, path));
    if (general) throw errnoError(general.errno, method, path);
    const fault = faults.find((one) => one.at === steps.length);
    if (!fault) return act();
    if ('errno' in fault) throw errnoError(fault.errno, method, path);
    if (fault.when === 'after') act();
    if (fault.when === 'half' && method === 'writeNew') writeHalf(inner, args);
    dead = true;
    throw new Died(`${fault.when} ${method} ${path}`);
  };

  const files = Object.fromEntries(
    Object.entries(inner).map(([method, run]) => [
      method,
      (...args: unknown[]) => {
        if (dead) throw new Died(`${method} after death`);
        const act = () => (run as (...args: unknown[]) => unknown)(...args);
        return (writingSteps as readonly string[]).includes(method) ? step(method, args, act) : act();
      },
    ]),
  ) as unknown as FileSystem;

  return {
    files,
    steps,
    failAt: (n, errno) => void faults.push({ at: steps.length + n, errno }),
    failWhere: (matches, errno) => void everywhere.push({ matches, errno }),
    dieAt: (n, when) => void faults.push({ at: steps.length + n, when }),
    heal: () => {
      faults = [];
      everywhere = [];
      dead = false;
    },
  };
}

function errnoError(errno: string, method: string, path: string): Error {
  return Object.assign(new Error(`${errno}: injected, ${method} '${path}'`), {
    code: errno,
    syscall: method,
    path,
  });
}

function writeHalf(inner: FileSystem, args: readonly unknown[]): void {
  const [path, data, mode] = args as [string, string | Uint8Array, number];
  const bytes = Buffer.from(data);
  inner.writeNew(path, bytes.subarray(0, Math.floor(bytes.length / 2)), mode);
}
