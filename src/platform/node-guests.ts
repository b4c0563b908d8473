/** Code of somebody else that runs inside our process. */
export interface Guest {
  readonly id: string;
  /** How the files of its code begin, where a stack names them. */
  readonly places: readonly string[];
  /** Something failed with nobody waiting for it. `ids`: whose it may be; its own, where that can be told. */
  readonly failed: (error: unknown, ids: readonly string[]) => void;
  /** It was called, and has not answered yet. */
  readonly isCalled: () => boolean;
}

export interface Guests {
  /** Before its code is loaded. */
  readonly admit: (guest: Guest) => void;
  readonly isAny: () => boolean;
  /** The ids of those that were called, and have not answered yet. */
  readonly called: () => readonly string[];
  /** That of this process; what guests print for people goes to stderr, whichever way they print. */
  readonly stdout: () => NodeJS.WriteStream;
}

/** So many failures are told; a timer may fail for ever. */
const mostTold = 10;

/**
 * Who runs inside our process. From the first of them on, what fails there with nobody waiting for it (a timer, a promise
 * that nobody looks at) ends nothing but itself, where it may be theirs; what is ours ends us, as ever.
 */
export function heedGuests(): Guests {
  const guests: Guest[] = [];
  let told = 0;
  let own: NodeJS.WriteStream | undefined;
  const onStray = (error: unknown) => {
    const stack = stackOf(error);
    const owner = guests.find(({ places }) => isFrom(stack, places));
    if (!owner && hasFiles(stack)) {
      process.off('uncaughtException', onStray);
      process.off('unhandledRejection', onStray);
      // Not from here: what a listener throws ends us by a code that means something else.
      setImmediate(() => {
        throw error;
      });
      return;
    }
    told += 1;
    const ids = owner ? [owner.id] : [...new Set(guests.map(({ id }) => id))];
    if (told <= mostTold) (owner ?? guests[0])?.failed(error, ids);
  };
  return {
    admit: (guest) => {
      if (guests.length === 0) {
        own = process.stdout;
        divertPrinting();
        process.on('uncaughtException', onStray);
        process.on('unhandledRejection', onStray);
      }
      guests.push(guest);
    },
    isAny: () => guests.length > 0,
    called: () => [...new Set(guests.filter(({ isCalled }) => isCalled()).map(({ id }) => id))],
    stdout: () => own ?? process.stdout,
  };
}

/** stdout is data of ours: one line of theirs in it, and no program can read it. */
function divertPrinting(): void {
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  });
  const { error } = console;
  for (const name of ['log', 'info', 'debug', 'dir', 'table'] as const) console[name] = error;
}

/** What is thrown may be anything, and may throw when it is looked at. */
function stackOf(error: unknown): string {
  try {
    const { stack } = error as { readonly stack?: unknown };
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}

function framesOf(stack: string): readonly string[] {
  return stack.split('\n').filter((line) => /^\s+at /.test(line));
}

function isFrom(stack: string, places: readonly string[]): boolean {
  return framesOf(stack).some((frame) => places.some((place) => frame.includes(place)));
}

/** Whether it comes from some file, and not from within Node alone. */
function hasFiles(stack: string): boolean {
  return framesOf(stack).some((frame) => /[/\\]/.test(frame.replace(/\(?node:.*$/, '')));
}
