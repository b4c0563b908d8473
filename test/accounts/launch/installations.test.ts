import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AccountsContext, addAccount, environmentOf, planLaunch } from '../../../src/accounts/index.ts';
import { type AITool, AIToolRegistry } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { treeOf } from '../../support/tree.ts';
import { loginWorld } from '../login-world.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
const managed = registry.all().filter(({ environment }) => environment?.setWhenManaged);

/** Somebody's computer with four installations of a tool: three on the root of `default`, one on its own. */
function worldOf(tool: AITool) {
  const world = loginWorld();
  const ctx: AccountsContext = { ...world.ctx, registry };
  const below = `.local/share/ai-tools/installations/${tool.id}`;
  const program = (path: string) => {
    const file = world.put(path, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  };
  const install = (name: string, root: string, what: object) =>
    world.put(
      `${below}/${name}/installation.json`,
      JSON.stringify({ schemaVersion: 1, tool: tool.id, name, root, program: what }),
    );
  const [bin = tool.id] = tool.executable?.names ?? [];
  for (const [name, root] of [
    ['default', 'default'],
    ['other', 'default'],
    ['far', 'far'],
  ] as const) {
    install(name, root, { kind: 'managed', version: '1.0.0', pinned: true });
    program(`${below}/${name}/versions/1.0.0/node_modules/.bin/${bin}`);
  }
  install('mine', 'default', { kind: 'path', file: program('opt/mine') });
  return { ctx, world };
}

describe.each(managed)('$id', (tool) => {
  test.each([
    ['default', true],
    ['other', true],
    ['mine', false],
  ] as const)(
    'law 19: of the installation %s it updates itself no more: %s',
    async (installation, isKept) => {
      const { ctx } = worldOf(tool);
      const account = await addAccount(ctx, tool.id, 'work');
      const { env } = await planLaunch(ctx, tool, account, { installation });
      for (const [name, value] of Object.entries(tool.environment?.setWhenManaged ?? {}))
        expect(env[name]).toBe(isKept ? value : undefined);
    },
  );

  test('law 12: one with another root starts nothing of an account’s, and changes nothing', async () => {
    const { ctx, world } = worldOf(tool);
    const account = await addAccount(ctx, tool.id, 'work');
    const far = await addAccount(ctx, tool.id, 'far', { installation: 'far' });
    expect(far).toMatchObject({ installation: 'far', root: 'far' });
    const before = treeOf(world.home);
    for (const [who, installation] of [
      [account, 'far'],
      [far, 'other'],
    ] as const)
      for (const start of [planLaunch, environmentOf])
        await expect(start(ctx, tool, who, { installation })).rejects.toMatchObject({
          code: 'INSTALLATION_ROOT_DIFFERS',
          hint: `tools account move ${tool.id} ${who.label} --root ${installation}`,
        });
    expect(treeOf(world.home)).toEqual(before);
    await planLaunch(ctx, tool, far);
  });
});
