import { expect, test } from 'vitest';
import { compatibilityProblem } from '../../../src/plugins/manifest/index.ts';

const here = { version: '0.4.0', node: '20.19.5' };
const problemOf = (compatibility: { tools?: string; node?: string } | undefined, at = here) =>
  compatibilityProblem({ manifest: { id: 'acme', ...(compatibility && { compatibility }) } as never }, at);

test.each([
  [undefined, here],
  [{}, here],
  [{ tools: '>=0.1.0 <1.0.0', node: '>=20' }, here],
  [{ tools: '*' }, { ...here, version: '0.4.0-rc.1' }],
  [{ tools: '>=0.3.0' }, { ...here, version: '0.4.0-rc.1' }],
  [{ node: '>=20' }, { ...here, node: 'v23.0.0-nightly2024' }],
  [{ node: '^20 || ^22' }, { ...here, node: 'v22.1.0' }],
])('%j fits %j', (ranges, at) => {
  expect(problemOf(ranges, at)).toBe(undefined);
});

test.each([
  [{ tools: '>=0.5.0' }, here, 'ai-tool-registry >=0.5.0, and here is 0.4.0', /^npm install/],
  [{ tools: '>=0.4.0' }, { ...here, version: '0.4.0-rc.1' }, 'and here is 0.4.0-rc.1', /^npm install/],
  [{ tools: '<0.4.0' }, here, 'ai-tool-registry <0.4.0', /^npm install/],
  [{ node: '>=22' }, here, 'Node >=22, and here is 20.19.5', /^node --version$/],
  [{ tools: '*', node: '^18' }, here, 'Node ^18', /^node --version$/],
])('%j does not fit %j, and what would is said', (ranges, at, sentence, hint) => {
  const problem = problemOf(ranges, at);
  expect(problem).toMatchObject({ code: 'PLUGIN_INCOMPATIBLE', exit: 1 });
  expect(problem?.message).toContain(sentence);
  expect(problem?.hint).toMatch(hint);
});
