import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ConfigField, TextRules } from './config-field.ts';
import { linearPattern } from './linear-pattern.ts';
import { typeWords } from './size-problem.ts';
import type { ConfigProblem, ConfigValues } from './validate-config.ts';

/** What of the schema's rules the values break. They are known to be small, and of no other keys. */
export function ruleProblems(fields: readonly ConfigField[], values: ConfigValues): readonly ConfigProblem[] {
  const judge = ajv().compile(schemaOf(fields));
  if (judge(values)) return [];
  const problems = (judge.errors ?? []).map((error) => problemOf(error, fields));
  const told = new Set<string>();
  return problems.filter(({ key, problem }) => told.size < told.add(`${key} ${problem}`).size);
}

function ajv(): Ajv2020 {
  const made = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors: true,
    // A property `constructor` is no property of every object.
    ownProperties: true,
    // The schema is made here, of what has been checked.
    meta: false,
    validateSchema: false,
    code: { regExp: patternEngine },
  });
  addFormats.default(made, { mode: 'fast', formats: ['uri', 'email', 'date'] });
  return made;
}

/** What a pattern costs must not depend on what it is. ajv tells patterns apart by `toString`. */
const patternEngine = Object.assign(
  (source: string) => {
    const pattern = linearPattern(source);
    const test = 'test' in pattern ? pattern.test : () => false;
    return { test, toString: () => source };
  },
  { code: '' },
);

/** Nothing of the plugin's own text but names, bounds, choices and patterns. */
function schemaOf(fields: readonly ConfigField[]): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(({ required }) => required).map(({ key }) => key),
    properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)])),
  };
}

function propertyOf({ type, choices, minimum, maximum, text = {} }: ConfigField): object {
  const choice = choices && { enum: choices };
  if (type === 'array') return { type, items: { type: 'string', ...choice, ...text } };
  if (type === 'object') return { type, additionalProperties: { type: 'string', ...text } };
  return {
    type,
    ...choice,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...text,
  };
}

function problemOf(error: ErrorObject, fields: readonly ConfigField[]): ConfigProblem {
  const { keyword, instancePath, params } = error;
  if (keyword === 'required') return { key: String(params.missingProperty), problem: 'is missing' };
  const [, key = '', entry] = instancePath.split('/');
  const field = fields.find((one) => one.key === key);
  if (!field) return { key, problem: 'is not what it must be' };
  const of =
    entry === undefined ? '' : field.type === 'array' ? `, each of its entries,` : ', each of its texts,';
  return { key: `${key}${of}`, problem: `must ${ruleOf(keyword, field)}` };
}

function ruleOf(keyword: string, { type, choices = [], minimum, maximum, text = {} }: ConfigField): string {
  const { minLength, maxLength, pattern, format }: TextRules = text;
  switch (keyword) {
    case 'enum':
      return `be one of ${choices.join(', ')}`;
    case 'minimum':
      return `be at least ${minimum}`;
    case 'maximum':
      return `be at most ${maximum}`;
    case 'minLength':
      return `have at least ${minLength} characters`;
    case 'maxLength':
      return `have at most ${maxLength} characters`;
    case 'pattern':
      return `match ${pattern}`;
    case 'format':
      return `be ${formatWords[format ?? 'uri']}`;
    default:
      return `be ${typeWords[type]}`;
  }
}

const formatWords = { uri: 'an address', email: 'an e-mail address', date: 'a date, YYYY-MM-DD' } as const;
