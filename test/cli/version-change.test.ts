import { expect, test } from 'vitest';
import { wayBackProblem } from '../../src/cli/version-change.ts';
import { AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);

test.each([
  ['1.2.3', '1.2.9'],
  ['1.2.3', '1.2.3-rc.1'],
  [undefined, '9.9.9'],
])('from %s to %s the way back costs nothing', (before, version) => {
  for (const tool of registry.all())
    expect(wayBackProblem(tool, { before, version, root: 'default' })).toBeUndefined();
});

test.each([
  ['1.2.3', '1.3.0'],
  ['1.2.3', '2.2.3'],
  ['2.0.0', '1.9.9'],
])('law 13: from %s to %s it is told what may not be read afterwards', (before, version) => {
  for (const tool of registry.all())
    expect(wayBackProblem(tool, { before, version, root: 'mine' })).toMatch(
      /once it has changed \S.* in the root "mine", a roll-back to \S+ may not read it$/,
    );
  const codex = registry
    .all()
    .find(({ sessionSubdirectories }) => sessionSubdirectories.includes('sessions'));
  expect(codex && wayBackProblem(codex, { before, version, root: 'mine' })).toContain('sessions, ');
});
