import { type FileSystem, type Stats, writingSteps } from './file-system.ts';
import type { Host } from './host.ts';

/** What somebody wanted to know of a path; whatever is there, `type` alone is whether something is, and what. */
export interface Look {
  readonly type: boolean;
  /** What a file holds, which names a directory, how large and how old it is. */
  readonly content: boolean;
  /** Where it really lies. */
  readonly place: boolean;
  /** Whether something was found; undefined: that was not asked; null: now it was, now it was not. */
  readonly isThere: boolean | undefined | null;
}

export interface Watched {
  /** The same, looked at through us. */
  readonly host: Host;
  /** By path. */
  readonly looks: ReadonlyMap<string, Look>;
  /** Something was changed, or asked that no file answers (processes, the keychain): what was seen may not last. */
  hasMore(): boolean;
  /** A process was found dead, which it stays on this machine (`machineHere`). Only told by who is whole. */
  sawDead(): boolean;
}

const originals = new WeakMap<Host, Host>();

/**
 * A host whose files tell us what is asked of them.
 * @param isWhole nobody looks past us: see `unwatched`
 */
export function watchLooks(host: Host, { isWhole = false }: { readonly isWhole?: boolean } = {}): Watched {
  const looks = new Map<string, Look>();
  let more = false;
  const see: See = (path, look) => {
    const { type = false, content = false, place = false, isThere } = looks.get(path) ?? {};
    looks.set(path, {
      type: type || look.type === true,
      content: content || look.content === true,
      place: place || look.place === true,
      isThere:
        isThere === undefined || look.isThere === undefined || isThere === look.isThere
          ? (isThere ?? look.isThere)
          : null,
    });
  };
  const note = () => {
    more = true;
  };
  let dead = false;
  const noteDead = () => {
    dead = true;
  };
  const watched: Host = Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(host),
    files: { enumerable: true, value: watchedFiles(host.files, see, note) },
    processes: { enumerable: true, get: () => watchedProcesses(host, note, isWhole ? noteDead : note) },
    userName: {
      enumerable: true,
      get() {
        note();
        return host.userName;
      },
    },
  });
  if (!isWhole) originals.set(watched, host);
  return { host: watched, looks, hasMore: () => more, sawDead: () => dead };
}

/**
 * The host behind a watched one: for what decides nothing about a launch, or is a condition of its own. Each use says
 * which.
 */
export function unwatched(host: Host): Host {
  return originals.get(host) ?? host;
}

type See = (path: string, look: Partial<Look>) => void;

function watchedFiles(files: FileSystem, see: See, note: () => void): FileSystem {
  const seeing =
    <Rest extends unknown[], Answer>(look: Partial<Look>, ask: (path: string, ...rest: Rest) => Answer) =>
    (path: string, ...rest: Rest): Answer => {
      see(path, look);
      const answer = ask(path, ...rest);
      // A link that leads nowhere is there, too.
      if (answer !== false) see(path, { isThere: true });
      return answer;
    };
  const asking = (ask: (path: string) => Stats | undefined) => (path: string) => {
    const stats = ask(path);
    see(path, { type: true, isThere: stats !== undefined });
    return stats && watchedStats(stats, () => see(path, { content: true }));
  };
  const content = { type: true, content: true };
  const writing = writingSteps.map((step) => [
    step,
    (...args: never[]) => {
      note();
      return (files[step] as (...args: never[]) => void)(...args);
    },
  ]);
  return {
    ...(Object.fromEntries(writing) as Pick<FileSystem, (typeof writingSteps)[number]>),
    readFile: seeing(content, files.readFile),
    readText: seeing(content, files.readText),
    readStart: seeing(content, files.readStart),
    readdir: seeing(content, files.readdir),
    isExecutable: seeing(content, files.isExecutable),
    isEqual: (one, other) => {
      for (const path of [one, other]) see(path, content);
      return files.isEqual(one, other);
    },
    lstat: asking(files.lstat),
    stat: asking(files.stat),
    readlink: seeing({ type: true }, files.readlink),
    realpath: seeing({ place: true }, files.realpath),
  };
}

const typeQuestions: ReadonlySet<PropertyKey> = new Set([
  'isFile',
  'isDirectory',
  'isSymbolicLink',
  'isFIFO',
  'isSocket',
  'isBlockDevice',
  'isCharacterDevice',
]);

/** Whoever asks for a size, a time or a mode wants to know more than what is there. */
function watchedStats(stats: Stats, note: () => void): Stats {
  return new Proxy(stats, {
    get(target, name) {
      if (!typeQuestions.has(name)) note();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Who this process is stays the same; whatever else is known of processes does not. */
function watchedProcesses({ processes }: Host, note: () => void, noteDead: () => void): Host['processes'] {
  const stateOf: Host['processes']['stateOf'] = (mark) => {
    const state = processes.stateOf(mark);
    (state === 'dead' ? noteDead : note)();
    return state;
  };
  return new Proxy(processes, {
    get(target, name) {
      if (name === 'stateOf') return stateOf;
      if (name !== 'self') note();
      return Reflect.get(target, name);
    },
  });
}
