import { describe, expect, test } from 'vitest';
import { change, type Home, homeValue, Lab, me, rules, two, you } from './lab.ts';

describe('parts of the account inside what is shared', () => {
  const withEnv = { s: { command: 'x', env: { KEY: 'CANARY-mine' } } };
  const start = () => {
    const { lab, mine, yours } = two({});
    change(mine, (draft) => Object.assign(draft, { mcpServers: withEnv }));
    lab.step(mine);
    lab.step(yours);
    return { lab, mine, yours };
  };
  const servers = (home: Home) => homeValue(home).mcpServers;

  test('stay, and each account has its own', () => {
    const { lab, mine, yours } = start();
    expect(servers(yours)).toEqual({ s: { command: 'x' } });
    change(yours, ({ mcpServers }) =>
      Object.assign(mcpServers.s!, { command: 'y', env: { KEY: 'CANARY-yours' } }),
    );
    lab.step(yours);
    lab.step(mine);
    expect(servers(mine)).toEqual({ s: { command: 'y', env: { KEY: 'CANARY-mine' } } });
    expect(lab.sharedValue).toEqual({ mcpServers: { s: { command: 'y' } } });
  });

  test('keep an entry that another account deleted, until the user says so', () => {
    const { lab, mine, yours } = start();
    change(yours, ({ mcpServers }) => delete mcpServers.s);
    lab.step(yours);
    expect(lab.step(mine).held).toMatchObject([{ pointer: '/mcpServers/s', why: 'privateInside' }]);
    expect(servers(mine)).toEqual(withEnv);
    expect(lab.sharedValue).toEqual({ mcpServers: {} });
    const { removed } = lab.step(mine, { take: 'shared' });
    expect(removed).toEqual([{ pointer: '/mcpServers/s', from: 'home', value: { command: 'x' } }]);
    expect(servers(mine)).toEqual({ s: { env: { KEY: 'CANARY-mine' } } });
    expect(lab.step(mine)).toMatchObject({ shared: undefined, home: undefined, held: [] });
  });

  test('private figures go with their entry, to the trash', () => {
    const { lab, mine, yours } = two({ projects: { a: { x: 1 }, b: {} } });
    change(mine, ({ projects }) => Object.assign(projects.a!, { lastCost: 5 }));
    lab.step(mine);
    change(yours, ({ projects }) => delete projects.a);
    lab.step(yours);
    const { removed } = lab.step(mine);
    expect(homeValue(mine)).toEqual({ ...me, projects: { b: {} } });
    expect(removed).toEqual([{ pointer: '/projects/a', from: 'home', value: { x: 1, lastCost: 5 } }]);
  });

  test('in a list stay with the item they belong to, or the list stays', () => {
    const hook = (command: string, more: object = {}) => ({ command, ...more });
    const mineToo = hook('a', { headers: { K: 'CANARY' } });
    const { lab, mine, yours } = two({ hooks: { Stop: [hook('a'), hook('b')] } });
    change(mine, (draft) => Object.assign(draft, { hooks: { Stop: [mineToo, hook('b')] } }));
    lab.step(mine);
    change(yours, (draft) => Object.assign(draft, { hooks: { Stop: [hook('b'), hook('a')] } }));
    lab.step(yours);
    lab.step(mine);
    expect(homeValue(mine).hooks).toEqual({ Stop: [hook('b'), mineToo] });
    change(yours, (draft) => Object.assign(draft, { hooks: { Stop: [hook('c')] } }));
    lab.step(yours);
    expect(lab.step(mine).held).toMatchObject([{ pointer: '/hooks/Stop', why: 'privateInside' }]);
    expect(lab.shared).not.toContain('CANARY');
  });

  test('B051: a login that was taken away does not come back, another stays', () => {
    const { lab, mine, yours } = two({ model: 'a' });
    change(mine, (draft) => delete draft.oauthAccount);
    for (const home of [mine, yours, mine]) lab.step(home);
    expect(homeValue(mine)).toEqual({ userID: 'me', model: 'a' });
    expect(homeValue(yours)).toMatchObject(you);
  });

  test('a rule for what is in a list takes nothing shared out of it: places in a list do not last', () => {
    const lab = new Lab();
    const more = {
      rules: [...rules, { pointer: '/hooks/*/*/matcher', class: 'shared', merge: 'value' } as const],
    };
    const mine = lab.home({ hooks: { Stop: [{ matcher: 'm', command: 'c' }] } });
    lab.step(mine, more);
    expect(Object.keys(mine.base!.leaves)).toEqual(['/hooks/Stop']);
    expect(lab.sharedValue).toEqual({ hooks: { Stop: [{ matcher: 'm', command: 'c' }] } });
  });
});
