import { type FileSystem, writingSteps } from './file-system.ts';
import type { Host } from './host.ts';

/**
 * The same host, on which nothing can be changed: for who wants to know whether something would be. `tried` is told
 * of each path that somebody wanted to change.
 */
export function withoutWrites(host: Host, tried: (path: string) => void = () => {}): Host {
  const refuse = (path: string): never => {
    tried(path);
    throw Object.assign(new Error('EROFS: nothing is to be changed'), { code: 'EROFS' });
  };
  const refusals = Object.fromEntries(writingSteps.map((step) => [step, refuse]));
  const files: FileSystem = { ...host.files, ...refusals };
  return Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(host),
    files: { enumerable: true, value: files },
  });
}
