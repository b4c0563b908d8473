import { describe, expect, test } from 'vitest';
import {
  checkConfigSchema,
  configValueOf,
  requireConfig,
  validateConfig,
} from '../../../src/plugins/config/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';

const schema = checkConfigSchema({
  type: 'object',
  additionalProperties: false,
  required: ['region', 'token'],
  properties: {
    region: { type: 'string', enum: ['eu', 'us'] },
    name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    other: { type: 'string', pattern: '^[0-9]+$' },
    token: { type: 'string', minLength: 8, pattern: '^sk-', 'x-tools': { sensitive: true } },
    seats: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    share: { type: 'number' },
    tags: { type: 'array', items: { type: 'string', maxLength: 3 }, default: ['a'] },
    kinds: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    extra: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
    constructor: { type: 'boolean' },
  },
});
const good = { region: 'eu', token: 'sk-dummy-0000' };

test('good values come back with the defaults of those that are absent', () => {
  expect(validateConfig(schema, good)).toEqual({
    values: { ...good, seats: 3, tags: ['a'] },
    problems: [],
  });
  const full = {
    ...good,
    name: 'acme',
    other: '12',
    seats: 9,
    share: 0.5,
    tags: [],
    kinds: ['y'],
    extra: { __proto__x: 'a', a: 'b' },
    constructor: true,
  };
  expect(validateConfig(schema, full)).toEqual({ values: full, problems: [] });
});

describe('what is wrong is named by key and rule', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['one that is missing', { region: undefined }, 'region', 'is missing'],
    ['one that can not be chosen', { region: 'mars' }, 'region', 'must be one of eu, us'],
    ['another type', { seats: '3' }, 'seats', 'must be a whole number'],
    ['a half', { seats: 1.5 }, 'seats', 'must be a whole number'],
    ['too little', { seats: 0 }, 'seats', 'must be at least 1'],
    ['too much', { seats: 10 }, 'seats', 'must be at most 9'],
    ['too short', { name: 'a' }, 'name', 'must have at least 2 characters'],
    ['too long', { name: 'abcde' }, 'name', 'must have at most 4 characters'],
    ['another form', { name: 'AB' }, 'name', 'must match ^[a-z]+$'],
    ['another form by another pattern', { other: 'ab' }, 'other', 'must match ^[0-9]+$'],
    ['an entry too long', { tags: ['abc', 'abcd'] }, 'tags', 'must have at most 3 characters in each entry'],
    ['an entry that can not be chosen', { kinds: ['x', 'z'] }, 'kinds', 'must be one of x, y in each entry'],
    ['no list', { tags: 'a' }, 'tags', 'must be a list of texts'],
    ['an empty text in a map', { extra: { a: '' } }, 'extra', 'must have at least 1 characters in each text'],
    ['no map', { extra: [] }, 'extra', 'must be a map of texts'],
    ['a key that is not in the schema', { surprise: 1 }, 'surprise', 'is nothing that can be set'],
    ['a key that every object has', { toString: 'x' }, 'toString', 'is nothing that can be set'],
    ['nothing', { share: null }, 'share', 'must be a number'],
    ['a text beyond measure', { name: 'a'.repeat(4_097) }, 'name', 'must have at most 4096 characters'],
    ['entries beyond measure', { tags: Array(257).fill('a') }, 'tags', 'must have at most 256 entries'],
    [
      'a map beyond measure',
      { extra: Object.fromEntries([...Array(9).keys()].map((n) => [n, 'x'.repeat(4_000)])) },
      'extra',
      'must have at most 16384 characters in all',
    ],
  ])('%s', (_what, changes, key, problem) => {
    const values = Object.fromEntries(
      Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined),
    );
    expect(validateConfig(schema, values as never).problems).toEqual([{ key, problem }]);
  });

  test('everything at once', () => {
    const { problems } = validateConfig(schema, { name: 'A', seats: 0 });
    expect(problems.map(({ key }) => key).sort()).toEqual(['name', 'name', 'region', 'seats', 'token']);
  });
});

test('what is kept elsewhere, or not asked for yet, may lack', () => {
  expect(validateConfig(schema, { region: 'eu' }, { mayLack: ['token'] }).problems).toEqual([]);
  expect(validateConfig(schema, {}, { mayLack: ['token'] }).problems).toEqual([
    { key: 'region', problem: 'is missing' },
  ]);
});

test('the error holds no value, whatever is wrong with it', () => {
  const secrets = [
    'dummy',
    'x-dummy-longer-canary',
    `sk-${'dummy-canary'.repeat(999)}`,
    5_550_199,
    ['dummy-canary'],
  ];
  for (const token of secrets) {
    const error = thrownBy(() => requireConfig('acme', schema, { region: 'eu', token }));
    expect(error).toMatchObject({ code: 'PLUGIN_CONFIG_INVALID', exit: 2, hint: 'tools plugin config acme' });
    const told = `${String(error)}${JSON.stringify(error)}${JSON.stringify((error as { data: unknown }).data)}`;
    expect(told).not.toMatch(/dummy|canary|5550199/);
    expect(told).toContain('token');
  }
});

describe('what was typed becomes a value of the type', () => {
  test.each([
    ['string', '5', '5'],
    ['string', '', ''],
    ['number', '0.5', 0.5],
    ['integer', '-3', -3],
    ['boolean', 'true', true],
    ['array', 'a, b,c', ['a', 'b', 'c']],
    ['array', '["a,b"]', ['a,b']],
    ['array', '', []],
    ['object', '{"a":"b"}', { a: 'b' }],
  ] as const)('%s: %j is %j', (type, typed, value) => {
    expect(configValueOf({ type }, typed)).toEqual({ value });
  });

  test.each([
    ['number', '1e999', 'must be a number'],
    ['number', 'one', 'must be a number'],
    ['number', '', 'must be a number'],
    ['integer', '1.5', 'must be a whole number'],
    ['integer', '9007199254740993', 'must be a whole number'],
    ['boolean', 'yes', 'must be true or false'],
    ['array', '[1]', 'must be a list of texts, such as a,b or ["a","b"]'],
    ['object', 'a=b', 'must be a map of texts, such as {"a":"b"}'],
    ['object', '["a"]', 'must be a map of texts, such as {"a":"b"}'],
  ] as const)('%s: %j is none', (type, typed, problem) => {
    expect(configValueOf({ type }, typed)).toEqual({ problem });
  });
});
