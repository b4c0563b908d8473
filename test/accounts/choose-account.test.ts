import { describe, expect, test } from 'vitest';
import {
  addAccount,
  chooseAccount,
  clearDefault,
  setDefault,
  toolVariable,
} from '../../src/accounts/index.ts';
import { type StoreLab, storeLab } from './store-lab.ts';

interface Situation {
  readonly asked?: string;
  readonly env?: Record<string, string>;
  readonly isDefault?: 'c' | 'system' | 'removed';
}

async function choose({ asked, env = {}, isDefault }: Situation, lab: StoreLab = storeLab()) {
  const ctx = lab.process({ env });
  for (const label of ['a', 'b', 'c', 'd']) {
    const account = await addAccount(ctx, 'alpha', label);
    if (label === 'c' && isDefault)
      await setDefault(
        ctx,
        isDefault === 'system' ? { kind: 'system', tool: 'alpha', label: 'system' } : account,
      );
  }
  if (isDefault === 'removed') await clearDefault(ctx, 'alpha');
  return () => chooseAccount(ctx, 'alpha', asked);
}

const everything = { AI_TOOLS_ACCOUNT_ALPHA: 'a', AI_TOOLS_ACCOUNT: 'b' };

describe('chooseAccount', () => {
  test.each<[string, Situation, string, string, string]>([
    [
      '--account beats everything',
      { asked: 'd', env: everything, isDefault: 'c' },
      'd',
      'option',
      '--account d',
    ],
    [
      '--account system too',
      { asked: 'system', env: everything, isDefault: 'c' },
      'system',
      'option',
      '--account system',
    ],
    [
      'the variable of the tool comes next',
      { env: everything, isDefault: 'c' },
      'a',
      'toolVariable',
      'AI_TOOLS_ACCOUNT_ALPHA=a',
    ],
    [
      'then the variable for every tool',
      { env: { AI_TOOLS_ACCOUNT: 'b' }, isDefault: 'c' },
      'b',
      'variable',
      'AI_TOOLS_ACCOUNT=b',
    ],
    [
      'which can name system',
      { env: { AI_TOOLS_ACCOUNT: 'system' }, isDefault: 'c' },
      'system',
      'variable',
      'AI_TOOLS_ACCOUNT=system',
    ],
    [
      'an empty variable says nothing',
      { env: { AI_TOOLS_ACCOUNT_ALPHA: '', AI_TOOLS_ACCOUNT: '' }, isDefault: 'c' },
      'c',
      'default',
      'the default account of alpha',
    ],
    ['then the default', { isDefault: 'c' }, 'c', 'default', 'the default account of alpha'],
    ['which can be system', { isDefault: 'system' }, 'system', 'default', 'the default account of alpha'],
    ['system, where nothing was ever chosen', {}, 'system', 'system', 'nothing else was ever chosen'],
    [
      'the variable of another tool says nothing',
      { env: { AI_TOOLS_ACCOUNT_BETA: 'a' } },
      'system',
      'system',
      'nothing else was ever chosen',
    ],
    [
      'after a removed default a variable still decides',
      { env: { AI_TOOLS_ACCOUNT: 'b' }, isDefault: 'removed' },
      'b',
      'variable',
      'AI_TOOLS_ACCOUNT=b',
    ],
  ])('%s', async (_name, situation, label, rule, because) => {
    const { account, ...decision } = (await choose(situation))();
    expect(account.label).toBe(label);
    expect(decision).toEqual({ rule, because });
  });

  test.each<[string, Situation]>([
    ['--account nope', { asked: 'nope', env: everything, isDefault: 'c' }],
    [
      'AI_TOOLS_ACCOUNT_ALPHA=nope',
      { env: { ...everything, AI_TOOLS_ACCOUNT_ALPHA: 'nope' }, isDefault: 'c' },
    ],
    ['AI_TOOLS_ACCOUNT=nope', { env: { AI_TOOLS_ACCOUNT: 'nope' }, isDefault: 'c' }],
  ])('what %s asks for is not there: no other account is taken in its place', async (because, situation) => {
    expect(await choose(situation)).toThrow(
      expect.objectContaining({
        code: 'ACCOUNT_NOT_FOUND',
        exit: 3,
        message: `alpha has no account "nope" (${because}).`,
      }),
    );
  });

  test('an empty --account names nothing', async () => {
    expect(await choose({ asked: '', isDefault: 'c' })).toThrow(
      expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND' }),
    );
  });

  test('B136: after the default was removed nothing is chosen', async () => {
    expect(await choose({ isDefault: 'removed' })).toThrow(
      expect.objectContaining({ code: 'NO_ACCOUNT_CHOSEN', exit: 3 }),
    );
  });

  test('a variable that could mean two tools is refused, naming them', async () => {
    const ctx = storeLab().process({ env: { AI_TOOLS_ACCOUNT_MY_TOOL: 'work' } });
    await addAccount(ctx, 'my-tool', 'work');
    expect(() => chooseAccount(ctx, 'my-tool')).toThrow(
      expect.objectContaining({
        code: 'ACCOUNT_VARIABLE_AMBIGUOUS',
        exit: 2,
        message: 'AI_TOOLS_ACCOUNT_MY_TOOL could mean any of: my-tool, my.tool.',
      }),
    );
    expect(chooseAccount(ctx, 'my-tool', 'work').account.label).toBe('work');
  });
});

describe('toolVariable', () => {
  test.each([
    ['alpha', 'AI_TOOLS_ACCOUNT_ALPHA'],
    ['my-tool.2', 'AI_TOOLS_ACCOUNT_MY_TOOL_2'],
    ['é', 'AI_TOOLS_ACCOUNT__'],
  ])('of %s is %s', (tool, variable) => {
    expect(toolVariable(tool)).toBe(variable);
  });
});
