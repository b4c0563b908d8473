import { expect, test } from 'vitest';
import { environmentToSearch, type Host, noteProgram, watchFacts } from '../../src/platform/index.ts';
import { readVariable } from '../../src/process/read-variable.ts';
import { testHost } from '../support/temp-home.ts';

const watched = (over: Partial<Host> = {}) =>
  watchFacts(testHost({ ...over, env: { SET: 'x', ...over.env } }));

test.each<readonly [what: string, ask: (env: Host['env']) => unknown, answer: unknown]>([
  ['its value', (env) => env.SET, 'x'],
  ['whether it is set', (env) => 'SET' in env, true],
  ['whether it is one of them', (env) => Object.hasOwn(env, 'SET'), true],
])('a variable that is asked for, %s, is noted, and no other', (_, ask, answer) => {
  const { host, variables, hasMore } = watched();
  expect(ask(host.env)).toEqual(answer);
  expect([...variables]).toEqual(['SET']);
  expect(hasMore()).toBe(false);
});

test('so is one that is not set', () => {
  const { host, variables } = watched();
  void [host.env.UNSET, 'UNSET_TOO' in host.env];
  expect([...variables]).toEqual(['UNSET', 'UNSET_TOO']);
});

test.each<readonly [what: string, ask: (env: Host['env']) => unknown]>([
  ['their names', (env) => Object.keys(env)],
  ['a copy of them', (env) => ({ ...env })],
  ['each of them', (env) => Object.entries(env)],
])('who asks for %s asks for more than can be noted', (_, ask) => {
  const { host, hasMore } = watched();
  ask(host.env);
  expect(hasMore()).toBe(true);
});

test.each<readonly [what: string, ask: (host: Host) => unknown]>([
  ['the time', (host) => host.now()],
  ['a name by lot', (host) => host.randomName(4)],
  ['who the user is', (host) => host.userName],
  ['where our program lies', (host) => host.program],
  ['a program', noteProgram],
])('to ask for %s is more than can be noted', (_, ask) => {
  const { host, hasMore } = watched();
  expect(hasMore()).toBe(false);
  ask(host);
  expect(hasMore()).toBe(true);
});

test('so it is of a host that was made of the one that is watched', () => {
  const { host, hasMore } = watched();
  noteProgram({ ...host });
  expect(hasMore()).toBe(true);
});

test.each([
  ['linux', 'HOME'],
  ['win32', 'USERPROFILE'],
] as const)(
  'on %s where the home is depends on %s, and on the system where that is not set',
  (platform, name) => {
    const set = watched({ platform, env: { [name]: '/home' } });
    expect(set.host.homeDir).toBe(set.host.homeDir);
    expect([...set.variables]).toEqual([name]);
    expect(set.hasMore()).toBe(false);
    const unset = watched({ platform, env: { [name]: undefined } });
    void unset.host.homeDir;
    expect(unset.hasMore()).toBe(true);
  },
);

test('a variable that is looked for in any case is noted as what was looked for', () => {
  const { host, variables, hasMore } = watched({ env: { Path: 'C:\\bin' } });
  expect(readVariable('win32', host.env, 'PATH')).toBeDefined();
  expect([...variables]).toEqual(['PATH']);
  expect(hasMore()).toBe(false);
  expect(environmentToSearch(process.env, 'PATH')).toBe(process.env);
});
