import type { Host } from './host.ts';

/** What was asked of a computer beside its files. */
export interface WatchedFacts {
  /** The same, asked through us. */
  readonly host: Host;
  /** The names of variables that were asked for, whether or not they are set. */
  readonly variables: ReadonlySet<string>;
  /** Something was asked that may be another by the next time, or all variables were. */
  hasMore(): boolean;
}

interface Watcher {
  readonly behind: Host['env'];
  readonly variables: Set<string>;
  note(): void;
}

/** By an environment, which goes along wherever a host is made of another. */
const watchers = new WeakMap<Host['env'], Watcher>();

/**
 * A host that tells us which of its facts are asked for. What stays as it is on one computer is not told, nor is the
 * working directory.
 */
export function watchFacts(host: Host): WatchedFacts {
  const variables = new Set<string>();
  let more = false;
  const note = () => {
    more = true;
  };
  const env = watchedEnvironment(host.env, variables, note);
  watchers.set(env, { behind: host.env, variables, note });
  const noting = (name: 'userName' | 'program') => ({
    enumerable: true,
    get() {
      note();
      return host[name];
    },
  });
  const watched = Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(host),
    env: { enumerable: true, value: env },
    homeDir: {
      enumerable: true,
      get() {
        // Where the variable is not set the system's table of users says it.
        if (env[host.platform === 'win32' ? 'USERPROFILE' : 'HOME'] === undefined) note();
        return host.homeDir;
      },
    },
    userName: noting('userName'),
    program: noting('program'),
    now: {
      enumerable: true,
      value: () => {
        note();
        return host.now();
      },
    },
    randomName: {
      enumerable: true,
      value: (length: number) => {
        note();
        return host.randomName(length);
      },
    },
  });
  return { host: watched, variables, hasMore: () => more };
}

/** Says to whoever watches that a program is asked: what it answers no file tells. */
export function noteProgram({ env }: Pick<Host, 'env'>): void {
  watchers.get(env)?.note();
}

/** Says to whoever watches that a variable is read that holds a secret, whatever its name: it is not to be written down. */
export function noteSecret({ env }: Pick<Host, 'env'>): void {
  watchers.get(env)?.note();
}

/** For who looks through all variables for one that is spelt like `name`: to whoever watches he asks for that alone. */
export function environmentToSearch(env: Host['env'], name: string): Host['env'] {
  const watcher = watchers.get(env);
  watcher?.variables.add(name);
  return watcher?.behind ?? env;
}

function watchedEnvironment(env: Host['env'], variables: Set<string>, note: () => void): Host['env'] {
  const noting = <Answer>(name: string | symbol, ask: () => Answer): Answer => {
    if (typeof name === 'string') variables.add(name);
    return ask();
  };
  return new Proxy(env, {
    get: (target, name) => noting(name, () => Reflect.get(target, name)),
    has: (target, name) => noting(name, () => Reflect.has(target, name)),
    getOwnPropertyDescriptor: (target, name) =>
      noting(name, () => Reflect.getOwnPropertyDescriptor(target, name)),
    ownKeys: (target) => {
      note();
      return Reflect.ownKeys(target);
    },
  });
}
