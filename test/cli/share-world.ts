import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';
import type { CliInput } from '../support/run-cli.ts';
import { type CliWorld, cliWorld } from './cli-world.ts';

/** Shares whole directories, one of which is guarded, a file in single keys, and one that it rewrites. */
const alpha: ToolDescriptor = {
  id: 'alpha',
  displayName: 'Alpha',
  executable: { names: ['alpha'] },
  configDirEnvVar: 'ALPHA_HOME',
  relocation: { shape: 'variable', own: { ALPHA_HOME: '{home}' }, isolation: 'complete' },
  authLoginCommand: ['alpha', 'login'],
  login: [{ file: 'auth.json', pointer: '', format: 'json', usable: ['/token'] }],
  identity: [{ file: 'auth.json', format: 'json', subject: { pointer: '/who' } }],
  environment: { apiKey: ['ALPHA_KEY'] },
  retention: [
    { file: 'settings.json', format: 'json', pointer: '/keepDays', governs: ['sessions'], safe: 0 },
  ],
  directories: [
    { path: 'auth.json', class: 'identity', kind: 'file', format: 'json', secret: true },
    {
      path: 'sessions',
      class: 'shared',
      kind: 'directory',
      guardedBy: ['locks'],
      discloses: 'each names who made it',
    },
    { path: 'locks', class: 'shared', kind: 'directory' },
    { path: 'skills', class: 'shared', kind: 'directory' },
    { path: 'prefs.json', class: 'shared', kind: 'file', format: 'json', linkSafe: true },
    { path: 'cache', class: 'disposable', kind: 'directory' },
    {
      path: 'settings.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [
        { pointer: '/theme', class: 'shared', merge: 'value' },
        { pointer: '/projects', class: 'shared', merge: 'map' },
      ],
    },
  ],
};

export interface ShareWorld extends CliWorld {
  /** What accounts of the tool share as `default`. */
  readonly shared: string;
  read(path: string): string;
}

/** A person's computer with one tool whose accounts can share. */
export function shareWorld(): ShareWorld {
  const registry = new AIToolRegistry();
  registry.register(alpha);
  registry.seal();
  const world = cliWorld();
  const run: CliWorld['run'] = (line, input: CliInput = {}) => world.run(line, { registry, ...input });
  const json: CliWorld['json'] = (line, input = {}) => world.json(line, { registry, ...input });
  return {
    ...world,
    run,
    json,
    homeOf: async (tool, label) => {
      const { accounts } = await json(`list ${tool}`);
      return accounts.find((account: { label: string }) => account.label === label).home;
    },
    shared: join(world.root, 'installations/alpha/default/shared'),
    read: (path) => readFileSync(path, 'utf8'),
  };
}
