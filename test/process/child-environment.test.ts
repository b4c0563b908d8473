import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { childEnvironment, type EnvironmentInput, markerVariable } from '../../src/process/index.ts';

const own = ['CODEX_HOME', 'CLAUDE_CONFIG_DIR'];
const nothing: EnvironmentInput = {
  platform: 'linux',
  base: {},
  own,
  borrowed: ['XDG_DATA_HOME', 'HOME'],
  isOurs: (_name, value) => value.startsWith('/T/'),
  sessionMarkers: [],
  outranks: [],
  keep: [],
  set: {},
};
const make = (input: Partial<EnvironmentInput>) => childEnvironment({ ...nothing, ...input });
const codexB = { set: { CODEX_HOME: '/T/b', AI_TOOLS_HOME: '/T' } };
const claudeWork = { set: { CLAUDE_CONFIG_DIR: '/T/work', AI_TOOLS_HOME: '/T' } };
const system = { set: { AI_TOOLS_HOME: '/T' } };
const without = ({ [markerVariable]: _marker, ...rest }: Readonly<Record<string, string>>) => rest;

describe('one run', () => {
  test('B053 the variables of every tool go, the account brings its own', () => {
    const { env } = make({ base: { CODEX_HOME: '/outer', CLAUDE_CONFIG_DIR: '/outer2', A: '1' }, ...codexB });
    expect(without(env)).toEqual({ A: '1', CODEX_HOME: '/T/b', AI_TOOLS_HOME: '/T' });
  });

  test('B055 for the system account they are taken away, never set; a shell is told to unset them', () => {
    const { env, unset } = make({ base: { CLAUDE_CONFIG_DIR: '/home/u/.claude' }, ...system });
    expect(without(env)).toEqual({ AI_TOOLS_HOME: '/T' });
    expect(unset).toEqual(['CLAUDE_CONFIG_DIR', 'CODEX_HOME']);
    expect(make({ ...system }).unset).toEqual(['CLAUDE_CONFIG_DIR', 'CODEX_HOME']);
  });

  test('B057 a value of ours that no mark remembers goes, and does not come back', () => {
    const stale = make({
      base: { CODEX_HOME: '/T/tmp/login-gone', XDG_DATA_HOME: '/T/gone' },
      ...claudeWork,
    });
    expect(without(stale.env)).toEqual(claudeWork.set);
    expect(without(make({ base: stale.env, own: [], ...system }).env)).toEqual(system.set);
  });

  test('borrowed variables of the user stay', () => {
    const { env } = make({ base: { XDG_DATA_HOME: '/u', HOME: '/home/u' }, ...codexB });
    expect(env).toMatchObject({ XDG_DATA_HOME: '/u', HOME: '/home/u' });
  });

  test('B052 what outranks the login goes and is named; what is to be kept stays; never silently', () => {
    const base = { API_KEY: 'k', TOKEN: 't', EMPTY: '', OTHER: 'o' };
    const outranks = ['API_KEY', 'TOKEN', 'EMPTY', 'ABSENT'];
    const { env, removed } = make({ base, outranks, keep: ['TOKEN'] });
    expect(without(env)).toEqual({ TOKEN: 't', OTHER: 'o' });
    expect(removed).toEqual(['API_KEY', 'EMPTY']);
  });

  test('marks of an outer session go without a word', () => {
    const { env, removed } = make({ base: { INSIDE: '1', A: '1' }, sessionMarkers: ['INSIDE'] });
    expect([env, removed]).toEqual([{ A: '1' }, []]);
  });

  test('what the account brings wins over all, kept or not', () => {
    const { env } = make({
      base: { API_KEY: 'mine' },
      outranks: ['API_KEY'],
      keep: ['API_KEY'],
      set: { API_KEY: 'acct' },
    });
    expect(env.API_KEY).toBe('acct');
  });

  test('a value that arrived damaged is passed on and named', () => {
    expect(make({ base: { BAD: 'a\uFFFDb', GOOD: 'é' }, set: { NEW: '\uFFFD' } }).damaged).toEqual(['BAD']);
  });
});

describe('a run within a run', () => {
  const nested = (outer: Partial<EnvironmentInput>, inner: Partial<EnvironmentInput>, change: object = {}) =>
    make({ ...inner, base: { ...make(outer).env, ...change } });

  test('B053 B109 what the outer set is gone, what the user had is back', () => {
    const base = { XDG_DATA_HOME: '/u', EXTRA: 'mine' };
    const outer = { base, set: { XDG_DATA_HOME: '/T/a', EXTRA: 'acct', MORE: '1' } };
    expect(without(nested(outer, claudeWork).env)).toEqual({ ...base, ...claudeWork.set });
    expect(without(nested(outer, { set: { EXTRA: 'other' } }).env)).toEqual({
      XDG_DATA_HOME: '/u',
      EXTRA: 'other',
    });
  });

  test('three deep, the user comes back from the first', () => {
    const base = { XDG_DATA_HOME: '/u' };
    const second = nested({ base, set: { XDG_DATA_HOME: '/T/a' } }, { set: { XDG_DATA_HOME: '/T/b' } });
    expect(make({ base: second.env }).env).toEqual(base);
  });

  test('a variable of a tool that the user had set himself comes back where it may', () => {
    const outer = make({ base: { CODEX_HOME: '/mine' }, ...claudeWork });
    expect(outer.env.CODEX_HOME).toBeUndefined();
    expect(make({ base: outer.env, own: ['CLAUDE_CONFIG_DIR'] }).env).toEqual({ CODEX_HOME: '/mine' });
  });

  test('what the user changed since stays as he made it', () => {
    const outer = { base: { XDG_DATA_HOME: '/u' }, set: { XDG_DATA_HOME: '/T/a', EXTRA: '1' } };
    const { env } = nested(outer, {}, { XDG_DATA_HOME: '/new', EXTRA: '2' });
    expect(env).toEqual({ XDG_DATA_HOME: '/new', EXTRA: '2' });
  });

  test('a key that the outer account brought does not reach the inner one', () => {
    const outer = { set: { API_KEY: 'CANARY-1' }, secrets: ['API_KEY'] };
    expect(nested(outer, {}).env).toEqual({});
    expect(nested(outer, { outranks: ['API_KEY'] }).removed).toEqual([]);
  });

  test('names to be left alone are, and a later run still knows the user’s value', () => {
    const outer = make({ base: { CODEX_HOME: '/mine' }, own: [], set: { CODEX_HOME: '/T/b' } });
    const both = make({ base: outer.env, leave: ['CODEX_HOME'], set: { CLAUDE_CONFIG_DIR: '/T/work' } });
    expect(without(both.env)).toEqual({ CODEX_HOME: '/T/b', CLAUDE_CONFIG_DIR: '/T/work' });
    expect(both.unset).toEqual([]);
    expect(make({ base: both.env, own: [] }).env).toEqual({ CODEX_HOME: '/mine' });
  });

  test.each([
    '',
    'x',
    '[]',
    'null',
    '{"A":1}',
    '{"A":[1,2]}',
    '{"A":["x"]}',
    '{"":[null,"x"],"B=C":[null,"x"]}',
  ])('a marker that is none of ours is none: %s', (marker) => {
    expect(make({ base: { [markerVariable]: marker, A: '1' } }).env).toEqual({ A: '1' });
  });

  test('a marker can pollute nothing', () => {
    const { env } = make({ base: { [markerVariable]: '{"__proto__":[null,"x"],"constructor":[null,"y"]}' } });
    expect(Object.keys(env).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('on Windows names are the same in any case', () => {
  const windows = (input: Partial<EnvironmentInput>) => make({ platform: 'win32', ...input });

  test('what is removed, kept, borrowed or set is found under any spelling', () => {
    const base = { Path: 'p', Codex_Home: '/outer', api_key: 'k', Token: 't', xdg_data_home: '/T/gone' };
    const { env, removed } = windows({
      base,
      outranks: ['API_KEY', 'TOKEN'],
      keep: ['token'],
      set: { PATH: 'q' },
    });
    expect(without(env)).toEqual({ Path: 'q', Token: 't' });
    expect(removed).toEqual(['API_KEY']);
  });

  test('and comes back under any', () => {
    const outer = windows({ base: { extra: 'mine' }, set: { EXTRA: 'ours' } });
    expect(windows({ base: outer.env }).env).toEqual({ extra: 'mine' });
  });
});

describe('for whatever environment', () => {
  const names = [
    'A',
    'B',
    'CODEX_HOME',
    'CLAUDE_CONFIG_DIR',
    'XDG_DATA_HOME',
    'HOME',
    '__proto__',
    'API_KEY',
  ];
  const values = fc.oneof(fc.string(), fc.constantFrom('/T/a', '/T/b', '/u', 'CANARY-7f3'));
  const environment = fc.dictionary(fc.constantFrom(...names), values);
  const some = fc.subarray(names);

  test('a nested run is the run that the user would have made himself', () => {
    fc.assert(
      fc.property(environment, environment, environment, (base, first, second) => {
        const user = without(make({ base }).env);
        const direct = make({ base: user, set: second });
        const inner = make({ base: make({ base: user, set: first }).env, set: second });
        expect(inner.env).toEqual(direct.env);
      }),
    );
  });

  test('what the shell is told turns its environment into the child’s', () => {
    fc.assert(
      fc.property(environment, environment, some, some, some, (base, set, outranks, keep, leave) => {
        const child = make({ base, set, outranks, keep, leave });
        const shell = new Map(Object.entries(base));
        for (const name of child.unset) shell.delete(name);
        for (const [name, value] of Object.entries(child.set)) shell.set(name, value);
        expect(Object.fromEntries(shell)).toEqual(child.env);
      }),
    );
  });

  test('no variable of any tool survives but what is set; nothing else of the user’s is lost', () => {
    fc.assert(
      fc.property(environment, environment, (base, set) => {
        const { env } = make({ base, set });
        for (const name of own) expect(env[name]).toBe(Object.hasOwn(set, name) ? set[name] : undefined);
        for (const name of ['A', 'B', 'API_KEY']) {
          const expected = Object.hasOwn(set, name)
            ? set[name]
            : Object.hasOwn(base, name)
              ? base[name]
              : undefined;
          expect(env[name]).toBe(expected);
        }
      }),
    );
  });

  test('the marker holds no secret, neither ours nor the user’s', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.boolean(), fc.boolean(), (ours, users, isOutranking, isKept) => {
        const listed = isOutranking ? { outranks: ['API_KEY'] } : { secrets: ['API_KEY'] };
        const keep = isKept ? ['API_KEY'] : [];
        const { env } = make({ base: { API_KEY: users }, set: { API_KEY: ours }, keep, ...listed });
        expect(env[markerVariable]).not.toContain(ours);
        expect(env[markerVariable]).not.toContain(users);
      }),
    );
  });
});
