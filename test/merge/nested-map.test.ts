import { describe, expect, test } from 'vitest';
import { builtInTools } from '../../src/tools/index.ts';
import { change, type Home, homeValue, Lab, me, you } from './lab.ts';

const claude = builtInTools.find(({ id }) => id === 'claude');
const rules = claude?.directories?.find(({ path }) => path === '.claude.json')?.rules ?? [];

const project = {
  allowedTools: ['Read'],
  hasTrustDialogAccepted: true,
  projectOnboardingSeenCount: 1,
};

function met(projects: object = { '/p': project }) {
  const lab = new Lab({ projects });
  const [mine, yours] = [lab.home({ ...me }), lab.home({ ...you })] as [Home, Home];
  const step = (home: Home) => lab.step(home, { rules });
  for (const home of [mine, yours, mine, yours]) step(home);
  return { lab, mine, yours, step };
}

const projectsOf = (home: Home) => homeValue(home).projects;

describe('the entry of a directory in Claude’s own file', () => {
  test('takes what two accounts changed in it, in either order, without a conflict', () => {
    for (const order of [
      ['mine', 'yours'],
      ['yours', 'mine'],
    ] as const) {
      const world = met();
      change(world.mine, ({ projects }) =>
        Object.assign(projects['/p'] as object, {
          hasTrustDialogAccepted: false,
          allowedTools: ['Read', 'Bash'],
        }),
      );
      change(world.yours, ({ projects }) =>
        Object.assign(projects['/p'] as object, {
          projectOnboardingSeenCount: 2,
          history: ['x'],
          lastCost: 7,
        }),
      );
      const found = [...order, ...order].flatMap((who) => world.step(world[who]).conflicts);
      expect(found).toEqual([]);
      const both = {
        ...project,
        hasTrustDialogAccepted: false,
        allowedTools: ['Read', 'Bash'],
        projectOnboardingSeenCount: 2,
        history: ['x'],
      };
      expect(world.lab.sharedValue.projects).toEqual({ '/p': both });
      expect(projectsOf(world.mine)).toEqual({ '/p': both });
      expect(projectsOf(world.yours)).toEqual({ '/p': { ...both, lastCost: 7 } });
    }
  });

  test('is a conflict where both changed the same, and there only', () => {
    const { lab, mine, yours, step } = met();
    change(mine, ({ projects }) =>
      Object.assign(projects['/p'] as object, { projectOnboardingSeenCount: 2, one: 1 }),
    );
    change(yours, ({ projects }) =>
      Object.assign(projects['/p'] as object, { projectOnboardingSeenCount: 3, other: 1 }),
    );
    step(mine);
    expect(step(yours).conflicts).toMatchObject([
      { pointer: '/projects/~1p/projectOnboardingSeenCount', home: 3, shared: 2 },
    ]);
    expect(lab.sharedValue.projects).toEqual({
      '/p': { ...project, projectOnboardingSeenCount: 2, one: 1, other: 1 },
    });
  });

  describe('that is empty', () => {
    test('is there for everybody all the same, whoever made it', () => {
      const { lab, mine, yours, step } = met();
      change(mine, ({ projects }) => Object.assign(projects, { '/mine': {}, '/list': { allowedTools: [] } }));
      change(yours, ({ projects }) => Object.assign(projects, { '/yours': {} }));
      for (const home of [mine, yours, mine]) step(home);
      const all = { '/p': project, '/mine': {}, '/list': {}, '/yours': {} };
      expect(lab.sharedValue.projects).toEqual(all);
      expect(projectsOf(yours)).toEqual(all);
      expect(projectsOf(mine)).toEqual({ ...all, '/list': { allowedTools: [] } });
      const before = [lab.shared, mine.text, yours.text];
      for (const home of [mine, yours])
        expect(step(home).outcomes.filter(({ move }) => move !== 'agree')).toEqual([]);
      expect([lab.shared, mine.text, yours.text]).toEqual(before);
    });

    test('is filled by one, and what the other put into it is not in the way', () => {
      const { lab, mine, yours, step } = met({ '/e': {} });
      change(mine, ({ projects }) => Object.assign(projects['/e'] as object, { one: 1 }));
      change(yours, ({ projects }) => Object.assign(projects['/e'] as object, { lastCost: 7 }));
      for (const home of [yours, mine, yours]) expect(step(home).conflicts).toEqual([]);
      expect(lab.sharedValue.projects).toEqual({ '/e': { one: 1 } });
      expect(projectsOf(yours)).toEqual({ '/e': { one: 1, lastCost: 7 } });
    });

    test('is deleted like any other; one that somebody filled meanwhile stays', () => {
      const { lab, mine, yours, step } = met({ '/gone': {}, '/filled': {} });
      change(mine, (draft) => {
        draft.projects = {};
      });
      change(yours, ({ projects }) => Object.assign(projects['/filled'] as object, { one: 1 }));
      for (const home of [yours, mine, yours]) step(home);
      expect(lab.sharedValue.projects).toEqual({ '/filled': { one: 1 } });
      for (const home of [mine, yours]) expect(projectsOf(home)).toEqual({ '/filled': { one: 1 } });
    });

    test('many that are filled at once are no mass deletion', () => {
      const names = ['/a', '/b', '/c', '/d', '/e'];
      const { lab, mine, step } = met({ ...Object.fromEntries(names.map((name) => [name, {}])), '/old': {} });
      change(mine, (draft) => {
        for (const name of names) draft.projects[name] = { one: 1 };
        delete draft.projects['/old'];
      });
      expect(step(mine).held).toEqual([]);
      expect(Object.keys(lab.sharedValue.projects as object)).toEqual(names);
    });
  });

  test('that is deleted is gone everywhere, but for what belongs to an account', () => {
    const empty = { ...project, allowedTools: [], mcpServers: {} };
    const { lab, mine, yours, step } = met({ '/p': project, '/q': empty, '/r': project, '/s': project });
    change(yours, ({ projects }) => {
      Object.assign(projects['/p'] as object, { lastCost: 7 });
      Object.assign(projects['/q'] as object, { mcpServers: { mine: { env: { KEY: 'x' } } } });
    });
    change(mine, ({ projects }) => {
      delete projects['/p'];
      delete projects['/q'];
    });
    step(mine);
    expect(lab.sharedValue.projects).toEqual({ '/r': project, '/s': project });
    step(yours);
    expect(projectsOf(yours)).toEqual({
      '/q': { mcpServers: { mine: { env: { KEY: 'x' } } } },
      '/r': project,
      '/s': project,
    });
  });

  test('keeps what only one account may know', () => {
    const { lab, mine, yours, step } = met();
    const server = { command: 'x', env: { KEY: 'CANARY' } };
    change(mine, ({ projects }) =>
      Object.assign(projects['/p'] as object, { mcpServers: { one: server }, lastSessionId: 'CANARY' }),
    );
    step(mine);
    step(yours);
    expect(lab.shared).not.toContain('CANARY');
    expect(projectsOf(yours)).toEqual({ '/p': { ...project, mcpServers: { one: { command: 'x' } } } });
    change(yours, ({ projects }) =>
      Object.assign(projects['/p'] as object, { mcpServers: { one: { command: 'y' } } }),
    );
    step(yours);
    step(mine);
    expect(projectsOf(mine)).toMatchObject({ '/p': { mcpServers: { one: { ...server, command: 'y' } } } });
  });
});
