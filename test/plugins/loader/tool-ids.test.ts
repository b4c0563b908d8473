import { describe, expect, test } from 'vitest';
import { enablePlugin, linkPlugin, planEnable } from '../../../src/plugins/index.ts';
import { pluginIn, programText, world } from './world.ts';

/** What tools a plugin may bring, through each door. */
const doors = {
  data: (tool: object) => ({ descriptors: [tool] }),
  module: (tool: object) => ({ module: `api.tools.register(${JSON.stringify(tool)});` }),
  program: (tool: object) => ({ program: programText(tool) }),
};

describe.each(Object.entries(doors))('a tool that is %s', (_, plugin) => {
  test.each(['a$(id)', 'a`id`', "a'b", 'a;b', 'acme\u3164', 'a\u{e0100}b'])(
    '%j would be more than a word to a shell, or is not to be seen: it is refused',
    async (id) => {
      const ctx = world();
      await linkPlugin(ctx, pluginIn(ctx, plugin({ id, displayName: 'Some' })));
      await expect(enablePlugin(ctx, 'acme', await planEnable(ctx, 'acme'))).rejects.toMatchObject({
        code: 'TOOL_ID_REFUSED',
        data: { id },
      });
    },
  );

  test.each(['café', '道具', 'my_tool.2', 'c++'])('%j is a word: it is welcome', async (id) => {
    const ctx = world();
    await linkPlugin(ctx, pluginIn(ctx, plugin({ id, displayName: 'Some' })));
    const entry = await enablePlugin(ctx, 'acme', await planEnable(ctx, 'acme'));
    expect(entry.state).toBe('enabled');
  });
});
