/** What a plugin's module did in a process of its own, one line of JSON each, in the order in which it happened. */
export type ModuleEvent =
  | { readonly event: 'failed'; readonly at: ModuleStage; readonly why: string }
  | {
      readonly event: 'loaded';
      readonly plugin: Readonly<Record<string, unknown>> | null;
      readonly hasDefault: boolean;
    }
  | { readonly event: 'passed'; readonly at: ModuleStage }
  | { readonly event: 'registered'; readonly at: ModuleStage; readonly what: RegisteredThing }
  | { readonly event: 'late'; readonly what: string; readonly isGone: boolean }
  | { readonly event: 'used'; readonly what: 'state' }
  | { readonly event: 'changed'; readonly what: string }
  | { readonly event: 'left'; readonly what: string }
  | { readonly event: 'done' };

/** `first`: as when it is enabled; `again`: after it was unloaded; `refused`: its last registration is. */
export type ModuleStage = 'import' | 'first' | 'again' | 'refused';

export type RegisteredThing =
  | { readonly kind: 'tool'; readonly descriptor: unknown; readonly isJson: boolean }
  | {
      readonly kind: 'point';
      readonly point: string;
      readonly priority: unknown;
      readonly provider: Provided;
    }
  | { readonly kind: 'command'; readonly provider: Provided };

/** What was registered, and those of its parts that it is judged by. */
export interface Provided {
  readonly is: Seen;
  readonly parts: Readonly<Record<string, Seen>>;
}

/** A text as it is, of anything else its type. */
export type Seen = { readonly text: string } | { readonly type: string };

export interface RunnerInput {
  /** A file URL. */
  readonly entry: string;
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** The names of the parts that are looked at. */
  readonly parts: readonly string[];
  readonly setupMs: number;
  readonly disposeMs: number;
  readonly lingerMs: number;
}

/** What the process has, passed in: this text stands for itself. */
interface Surroundings {
  readonly load: (url: string) => Promise<{ readonly default?: unknown }>;
  readonly note: (event: ModuleEvent) => void;
  readonly isSame: (one: unknown, other: unknown) => boolean;
  readonly process: NodeJS.Process;
}

/**
 * Sets a plugin up and unloads it, three times, and notes what it does. Runs from its text alone, in a process of
 * its own: it may name nothing that stands outside it.
 */
export async function runModule(input: RunnerInput, around: Surroundings): Promise<void> {
  const { load, note, isSame, process } = around;
  const folder = input.entry.slice(0, input.entry.lastIndexOf('/') + 1);
  const wordsOf = (error: unknown) => {
    if (!(error instanceof Error)) return String(error);
    // The first line of the plugin's own that its stack names. Of what can't be parsed Node says it to a terminal alone.
    const [, place] =
      String(error.stack)
        .split(folder)[1]
        ?.match(/^([^\s:()?]+:\d+)/) ?? [];
    if (place !== undefined) return `${error.message} (${place})`;
    return error.name === 'SyntaxError' ? `${error.message} (node --check says where)` : error.message;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  /** Whether it came to its end in time. Nothing of ours goes on after it. */
  const endsWithin = async (work: unknown, ms: number) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    try {
      return await Promise.race([Promise.resolve(work).then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  let stage: ModuleStage = 'import';
  process.on('unhandledRejection', (error) =>
    note({ event: 'failed', at: stage, why: `nobody caught: ${wordsOf(error)}` }),
  );

  const module = await load(input.entry).catch((error) =>
    note({ event: 'failed', at: 'import', why: wordsOf(error) }),
  );
  if (!module) return;
  // biome-ignore lint/suspicious/noExplicitAny: whatever it is, that is what is looked at
  const exported = module.default as any;
  // As the loader takes it: what was compiled to CommonJS has its own default within that of Node.
  const plugin =
    exported?.__esModule === true && exported.default !== undefined ? exported.default : exported;
  const isPlugin = typeof plugin === 'object' && plugin !== null && typeof plugin.setup === 'function';
  note({
    event: 'loaded',
    hasDefault: plugin !== undefined,
    plugin: isPlugin ? { id: plugin.id, version: plugin.version, apiVersion: plugin.apiVersion } : null,
  });
  if (!isPlugin) return;

  const seen = (value: unknown) => (typeof value === 'string' ? { text: value } : { type: typeof value });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const provided = (value: any) => ({
    is: seen(value),
    parts: Object.fromEntries(input.parts.map((name) => [name, seen(value?.[name])])),
  });
  const jsonOf = (value: unknown) => {
    try {
      return JSON.parse(JSON.stringify(value));
    } catch {
      return null;
    }
  };
  const surroundings = () => ({
    env: { ...process.env },
    globals: Object.getOwnPropertyNames(globalThis),
    cwd: process.cwd(),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  });
  const kept = new Map<string, unknown>();
  const used = () => note({ event: 'used', what: 'state' });

  /** @returns how much it registered; undefined: it could not be set up */
  const live = async (at: ModuleStage, mostRegistrations: number): Promise<number | undefined> => {
    stage = at;
    let phase: 'setup' | 'running' | 'gone' = 'setup';
    let count = 0;
    let isUp = false;
    const life = new AbortController();
    const register = (what: RegisteredThing) => {
      if (phase !== 'setup') {
        note({ event: 'late', what: what.kind, isGone: phase === 'gone' });
        throw new Error('this is no longer the time to register anything');
      }
      count += 1;
      if (count > mostRegistrations) throw new Error('refused, to see what comes of it');
      note({ event: 'registered', at, what });
      return () => {};
    };
    const api = {
      pluginId: input.id,
      tools: {
        register: (descriptor: unknown) => {
          const copy = jsonOf(descriptor);
          return register({ kind: 'tool', descriptor: copy, isJson: isSame(copy, descriptor) });
        },
      },
      extensions: {
        register: (point: unknown, provider: unknown, options?: { readonly priority?: unknown }) => {
          const priority = jsonOf(options?.priority ?? 0);
          return register({ kind: 'point', point: String(point), priority, provider: provided(provider) });
        },
      },
      commands: {
        register: (command: unknown) => register({ kind: 'command', provider: provided(command) }),
      },
      state: {
        get: async (key: string) => {
          used();
          return kept.get(key);
        },
        set: async (key: string, value: unknown) => {
          used();
          kept.set(key, value);
        },
        delete: async (key: string) => {
          used();
          kept.delete(key);
        },
      },
      config: input.config,
      log: () => {},
      signal: life.signal,
    };
    const before = surroundings();
    try {
      isUp = await endsWithin(plugin.setup(api), input.setupMs);
      if (isUp) note({ event: 'passed', at });
      else note({ event: 'failed', at, why: `setup did not end within ${input.setupMs / 1000} s` });
    } catch (error) {
      note({ event: 'failed', at, why: wordsOf(error) });
    }
    phase = 'running';
    const after = surroundings();
    for (const name of new Set([...Object.keys(before.env), ...Object.keys(after.env)]))
      if (before.env[name] !== after.env[name]) note({ event: 'changed', what: `process.env.${name}` });
    for (const name of after.globals)
      if (!before.globals.includes(name)) note({ event: 'changed', what: `globalThis.${name}` });
    if (before.cwd !== after.cwd) note({ event: 'changed', what: 'the working directory' });
    // What it does later than it should.
    await pause(50);
    phase = 'gone';
    life.abort();
    try {
      if (typeof plugin.dispose === 'function' && !(await endsWithin(plugin.dispose(), input.disposeMs)))
        note({ event: 'left', what: `dispose did not end within ${input.disposeMs / 1000} s` });
    } catch (error) {
      note({ event: 'left', what: `dispose failed: ${wordsOf(error)}` });
    }
    await pause(50);
    if (surroundings().listeners > before.listeners)
      note({ event: 'left', what: 'a listener of the process' });
    return isUp ? count : undefined;
  };

  const count = await live('first', Number.POSITIVE_INFINITY);
  if (count !== undefined) await live('again', Number.POSITIVE_INFINITY);
  if (count) await live('refused', count - 1);
  note({ event: 'done' });
  setTimeout(() => {
    const going = process.getActiveResourcesInfo().filter((name) => !/^(?:TTY|Pipe|Immediate)/.test(name));
    note({
      event: 'left',
      what: `it goes on: ${[...new Set(going)].join(', ') || 'something holds the process'}`,
    });
    process.exit(0);
  }, input.lingerMs).unref();
}
