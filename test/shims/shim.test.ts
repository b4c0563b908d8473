import { describe, expect, it } from 'vitest';
import { settle, shimWorld } from './shim-world.ts';

describe('a shim', () => {
  it('starts the tool by itself once that was started before, in the environment that run gives it', async () => {
    const world = shimWorld();
    await world.cli(['account', 'add', 'codex', 'work']);
    await world.cli(['use', 'codex', 'work', '--global']);
    await world.cli(['shim', 'enable', 'codex']);
    expect(world.start()).toMatchObject({ by: 'program' });
    await settle();
    await world.cli(['run', 'codex', '--', '/dev/null']);
    await world.cli(['run', 'codex', '--', '/dev/null']);
    const plan = await world.plan();
    const started = world.start({ args: ['a  b', ''] });
    console.log(started, plan);
    expect(started.by).toBe('shim');
  });
});
