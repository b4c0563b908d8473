import type { Host } from './host.ts';

/** The same computer with another environment. By descriptors: `{...host}` asks for who the user is, and is seen to. */
export function withEnvironment(host: Host, env: Host['env']): Host {
  return Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(host),
    env: { enumerable: true, value: env },
  });
}
