import { expect, test } from 'vitest';
import { toolDiagnosis } from '../../../src/plugins/manifest/index.ts';

const from = (min?: string, below?: string) => ({
  executable: { names: ['acme'], supported: { ...(min && { min }), ...(below && { below }) } },
});

test.each([
  ['no program', from('1.0.0'), undefined, 'missing'],
  ['no program, and nothing known of it', {}, undefined, 'missing'],
  ['a version that could not be told', from('1.0.0'), { version: undefined }, 'probe-failed'],
  ['a version that is none', from('1.0.0'), { version: 'unknown' }, 'probe-failed'],
  ['no range', { executable: { names: ['acme'] } }, { version: '0.0.1' }, 'ready'],
  ['the least version', from('1.2.0'), { version: '1.2.0' }, 'ready'],
  ['less than the least', from('1.2.0'), { version: '1.1.9' }, 'incompatible'],
  ['a release before the least one', from('1.2.0'), { version: '1.2.0-rc.1' }, 'incompatible'],
  ['the version at which support ends', from(undefined, '2.0.0'), { version: '2.0.0' }, 'incompatible'],
  ['a release before that one', from(undefined, '2.0.0'), { version: '2.0.0-beta.1' }, 'incompatible'],
  ['the last one before it', from(undefined, '2.0.0'), { version: '1.99.99' }, 'ready'],
  ['an end that is a release before', from(undefined, '2.0.0-rc.1'), { version: '2.0.0-beta.1' }, 'ready'],
  ['two numbers only', from('1.2', '2'), { version: '1.2' }, 'ready'],
  ['two numbers only, too old', from('1.2', '2'), { version: '1.1' }, 'incompatible'],
  ['a date', from('2026.1.1'), { version: '2026.11.30.1' }, 'ready'],
  ['10 after 9', from('0.10.0'), { version: '0.9.0' }, 'incompatible'],
] as const)('%s: %j with %j is %s', (_what, tool, program, diagnosis) => {
  expect(toolDiagnosis(tool, program)).toBe(diagnosis);
});
