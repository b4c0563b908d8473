import { describe, expect, test } from 'vitest';
import { checkConfigSchema, configSchemaProblems } from '../../../src/plugins/config/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';

const root = { type: 'object', additionalProperties: false } as const;
const withField = (field: object, more: object = {}) => ({ ...root, properties: { it: field }, ...more });
const fieldOf = (field: object, more: object = {}) =>
  checkConfigSchema(withField(field, more) as never).fields[0];

test('the fields of a schema are asked for in its order, with all that it says of them', () => {
  const schema = checkConfigSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://acme.example/config.json',
    title: 'Acme',
    ...root,
    required: ['region'],
    default: { seats: 3 },
    'x-tower': { group: 'All' },
    properties: {
      extra: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
      accessToken: {
        type: 'string',
        minLength: 8,
        'x-tower': { control: 'text', order: 2, group: 'Login', advanced: true, sensitive: true },
      },
      region: {
        type: 'string',
        title: 'Region',
        description: 'Where it runs.',
        enum: ['eu', 'us'],
        default: 'eu',
        'x-tools': { order: 1 },
      },
      seats: { type: 'integer', minimum: 1, maximum: 9 },
      tags: {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b'] },
        default: ['a'],
        'x-tools': { order: 2 },
      },
      loud: { type: 'boolean' },
    },
  });
  const usual = { required: false, sensitive: false, advanced: false };
  expect(schema.fields).toEqual([
    {
      ...usual,
      key: 'region',
      type: 'string',
      control: 'select',
      required: true,
      title: 'Region',
      description: 'Where it runs.',
      default: 'eu',
      choices: ['eu', 'us'],
      text: {},
    },
    {
      ...usual,
      key: 'accessToken',
      type: 'string',
      control: 'text',
      sensitive: true,
      advanced: true,
      group: 'Login',
      text: { minLength: 8 },
    },
    {
      ...usual,
      key: 'tags',
      type: 'array',
      control: 'multiselect',
      default: ['a'],
      choices: ['a', 'b'],
      text: {},
    },
    { ...usual, key: 'extra', type: 'object', control: 'key-value', text: { maxLength: 9 } },
    { ...usual, key: 'seats', type: 'integer', control: 'number', default: 3, minimum: 1, maximum: 9 },
    { ...usual, key: 'loud', type: 'boolean', control: 'switch' },
  ]);
});

test('a schema that sets nothing is one, too', () => {
  expect(checkConfigSchema(root).fields).toEqual([]);
});

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', 'x-tools': { control: 'path' } }, 'path'],
  [{ type: 'string', enum: ['a'] }, 'select'],
  [{ type: 'number' }, 'number'],
  [{ type: 'integer', enum: [1, 2] }, 'select'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'array', items: { type: 'string' } }, 'string-list'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'key-value'],
] as const)('%j is asked for by %s', (field, control) => {
  expect(fieldOf(field)?.control).toBe(control);
});

describe('what is refused is named by its place', () => {
  test.each<[string, object, string, string]>([
    ['a list', { ...root, type: 'array' }, '/type', 'must be one of object'],
    ['further properties', { ...root, additionalProperties: true }, '/additionalProperties', 'must be false'],
    ['nothing said of further properties', { type: 'object' }, '/additionalProperties', 'is missing'],
    [
      'another draft',
      { ...root, $schema: 'http://json-schema.org/draft-07/schema#' },
      '/$schema',
      'must be one of',
    ],
    ['a reference', { ...root, $ref: 'https://evil.example' }, '/$ref', 'is not a field that is known'],
    ['definitions', { ...root, $defs: {} }, '/$defs', 'is not a field that is known'],
    ['a mistyped keyword', { ...root, propertys: {} }, '/propertys', '(is "properties" meant?)'],
    ['another annotation', { ...root, 'x-other': 1 }, '/x-other', 'is not a field that is known'],
    [
      'a root that is sensitive',
      { ...root, 'x-tools': { sensitive: true } },
      '/x-tools/sensitive',
      'is not a field',
    ],
    [
      'a name that is required and not there',
      { ...root, required: ['a'] },
      '/required/0',
      'must be the name of a property',
    ],
    ['a default of nothing', { ...root, default: { a: 1 } }, '/default/a', 'must be the name of a property'],
    [
      'a key that would be a prototype',
      { ...root, properties: JSON.parse('{"__proto__":{"type":"string"}}') },
      '/properties/__proto__',
      'must be named by',
    ],
    [
      'a key with a line end',
      { ...root, properties: { 'a\nb': { type: 'string' } } },
      '/properties/a\nb',
      'must be named by',
    ],
    [
      'too many',
      {
        ...root,
        properties: Object.fromEntries([...Array(65).keys()].map((n) => [`k${n}`, { type: 'string' }])),
      },
      '/properties',
      'must have at most 64 entries',
    ],
    [
      'both annotations',
      { ...root, 'x-tools': {}, 'x-tower': {} },
      '/x-tower',
      'must not stand beside x-tools',
    ],
  ])('%s', (_what, schema, path, problem) => {
    expect(configSchemaProblems(schema)).toEqual([{ path, problem: expect.stringContaining(problem) }]);
  });

  test.each<[string, object, string, string]>([
    ['no type', {}, '/type', 'is missing'],
    ['a type that is none', { type: 'strnig' }, '/type', '(is "string" meant?)'],
    ['two types', { type: ['string', 'null'] }, '/type', 'must be one of'],
    [
      'a second level',
      { type: 'object', additionalProperties: { type: 'string' }, properties: {} },
      '/properties',
      'is not a field',
    ],
    ['a list of nobody knows what', { type: 'array' }, '/items', 'is missing: type array needs it'],
    [
      'a list of numbers',
      { type: 'array', items: { type: 'number' } },
      '/items/type',
      'must be one of string',
    ],
    [
      'a list of lists',
      { type: 'array', items: { type: 'string', items: {} } },
      '/items/items',
      'is not a field',
    ],
    ['a map of nobody knows what', { type: 'object' }, '/additionalProperties', 'is missing'],
    [
      'an open map',
      { type: 'object', additionalProperties: true },
      '/additionalProperties',
      'must be a plain object',
    ],
    ['a choice of nothing', { type: 'string', enum: [] }, '/enum', 'must have at least 1'],
    ['a choice of another type', { type: 'string', enum: ['a', 1] }, '/enum/1', 'must be of the type string'],
    ['a choice of halves', { type: 'integer', enum: [1.5] }, '/enum/0', 'must be of the type integer'],
    ['a choice twice', { type: 'string', enum: ['a', 'a'] }, '/enum', 'must not name anything twice'],
    [
      'a choice of switches',
      { type: 'boolean', enum: [true] },
      '/enum',
      'has no meaning for the type boolean',
    ],
    ['bounds of a text', { type: 'string', minimum: 1 }, '/minimum', 'has no meaning for the type string'],
    [
      'a length of a number',
      { type: 'number', maxLength: 1 },
      '/maxLength',
      'has no meaning for the type number',
    ],
    [
      'a pattern of a number',
      { type: 'number', pattern: 'a' },
      '/pattern',
      'has no meaning for the type number',
    ],
    [
      'bounds the wrong way round',
      { type: 'number', minimum: 2, maximum: 1 },
      '/maximum',
      'must not be below minimum',
    ],
    [
      'lengths the wrong way round',
      { type: 'string', minLength: 2, maxLength: 1 },
      '/maxLength',
      'must not be below minLength',
    ],
    [
      'lengths of entries, too',
      { type: 'array', items: { type: 'string', minLength: 2, maxLength: 1 } },
      '/items/maxLength',
      'must not be below',
    ],
    ['a bound that is a text', { type: 'number', minimum: '1' }, '/minimum', 'must be a number'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, '/pattern', 'is no regular expression'],
    ['a pattern that looks ahead', { type: 'string', pattern: '(?=a)' }, '/pattern', 'must not look ahead'],
    [
      'a pattern of an entry',
      { type: 'array', items: { type: 'string', pattern: '(a)\\1' } },
      '/items/pattern',
      'back references',
    ],
    ['a pattern of a novel', { type: 'string', pattern: 'a'.repeat(257) }, '/pattern', 'at most 256'],
    ['a form', { type: 'string', format: 'uri' }, '/format', 'is not a field that is known'],
    [
      'a default out of bounds',
      { type: 'integer', minimum: 1, default: 0 },
      '/default',
      'must be at least 1',
    ],
    [
      'a default of another form',
      { type: 'string', pattern: '^a$', default: 'b' },
      '/default',
      'must match ^a$',
    ],
    ['a default of another type', { type: 'integer', default: '1' }, '/default', 'must be a whole number'],
    ['a default that is half', { type: 'integer', default: 1.5 }, '/default', 'must be a whole number'],
    ['a default that is nothing', { type: 'string', default: null }, '/default', 'must be a text'],
    [
      'a list of another type as default',
      { type: 'array', items: { type: 'string' }, default: [1] },
      '/default',
      'must be a list of texts',
    ],
    [
      'a default that can not be chosen',
      { type: 'string', enum: ['a'], default: 'b' },
      '/default',
      'must be one of a',
    ],
    [
      'defaults that can not be chosen',
      { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a', 'b'] },
      '/default',
      'must be one of a',
    ],
    [
      'a control that does not fit',
      { type: 'boolean', 'x-tools': { control: 'text' } },
      '/x-tools/control',
      'must be one of switch for the type boolean',
    ],
    [
      'a control that does not fit, told by its own name',
      { type: 'string', 'x-tower': { control: 'number' } },
      '/x-tower/control',
      'must be one of text, path, select',
    ],
    [
      'a control that nobody knows',
      { type: 'string', 'x-tools': { control: 'passwrod' } },
      '/x-tools/control',
      'must be one of',
    ],
    [
      'a choice without an enum',
      { type: 'string', 'x-tools': { control: 'select' } },
      '/x-tools/control',
      'must not be select',
    ],
    [
      'choices without an enum',
      { type: 'array', items: { type: 'string' }, 'x-tools': { control: 'multiselect' } },
      '/x-tools/control',
      'must not be multiselect',
    ],
    [
      'a number that is sensitive',
      { type: 'number', 'x-tools': { sensitive: true } },
      '/x-tools/sensitive',
      'must stand at a string only',
    ],
    [
      'a choice that is sensitive',
      { type: 'string', enum: ['a'], 'x-tools': { sensitive: true } },
      '/x-tools/sensitive',
      'must not stand beside enum',
    ],
    [
      'a secret that everybody can read',
      { type: 'string', default: 'sk-dummy', 'x-tools': { sensitive: true } },
      '/default',
      'must not stand at what is sensitive',
    ],
    [
      'both annotations',
      { type: 'string', 'x-tools': {}, 'x-tower': {} },
      '/x-tower',
      'must not stand beside x-tools',
    ],
    [
      'an annotation that nobody knows',
      { type: 'string', 'x-tools': { hidden: true } },
      '/x-tools/hidden',
      'is not a field',
    ],
  ])('%s', (_what, field, path, problem) => {
    expect(configSchemaProblems(withField(field))).toEqual([
      { path: `/properties/it${path}`, problem: expect.stringContaining(problem) },
    ]);
  });

  test('a secret by the default of the whole', () => {
    const field = { type: 'string', 'x-tools': { sensitive: true } };
    expect(configSchemaProblems(withField(field, { default: { it: 'sk-dummy' } }))).toEqual([
      { path: '/properties/it/default', problem: expect.stringContaining('sensitive') },
    ]);
  });

  test('and two defaults of one thing', () => {
    expect(
      configSchemaProblems(withField({ type: 'string', default: 'a' }, { default: { it: 'b' } })),
    ).toEqual([{ path: '/default/it', problem: 'must not stand beside the default of the property' }]);
  });
});

test('all of it is told at once, and one error says it', () => {
  const schema = withField({ type: 'string', pattern: '(', minimum: 1 }, { required: ['gone'] });
  const error = thrownBy(() => checkConfigSchema(schema as never));
  expect(error).toMatchObject({
    code: 'PLUGIN_CONFIG_SCHEMA_INVALID',
    exit: 2,
    message:
      'the configSchema is refused: /required/0 must be the name of a property; /properties/it/minimum has no meaning for the type string; /properties/it/pattern is no regular expression.',
  });
});
