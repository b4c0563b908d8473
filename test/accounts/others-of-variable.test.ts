import { expect, test } from 'vitest';
import { othersOfVariable, toolVariable } from '../../src/accounts/index.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';

function registryOf(...ids: readonly string[]): AIToolRegistry {
  const registry = new AIToolRegistry();
  for (const id of ids) registry.register({ id, displayName: id });
  return registry;
}

test('a tool that was added takes the variable of no other, and has none that another has', () => {
  const registry = registryOf('my-tool', 'my.tool', 'my_tool');
  const isAdded = (id: string) => id !== 'my-tool';
  expect(toolVariable('my.tool')).toBe(toolVariable('my-tool'));
  expect(othersOfVariable({ registry, isAdded }, 'my-tool')).toEqual([]);
  expect(othersOfVariable({ registry, isAdded }, 'my.tool')).toEqual(['my-tool', 'my_tool']);
});

test('tools that were all here have it together', () => {
  const registry = registryOf('my-tool', 'my.tool');
  expect(othersOfVariable({ registry }, 'my-tool')).toEqual(['my.tool']);
  expect(othersOfVariable({ registry }, 'my.tool')).toEqual(['my-tool']);
});
