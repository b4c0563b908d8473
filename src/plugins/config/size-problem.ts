import type { JsonValue } from '../../registry/index.ts';
import { type ConfigField, type ConfigType, configLimits } from './config-field.ts';

export function isOfType(type: ConfigType, value: JsonValue): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return Number.isFinite(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    case 'object':
      return isMap(value) && Object.values(value).every((entry) => typeof entry === 'string');
  }
}

/** In words, after "must be". */
export const typeWords: Readonly<Record<ConfigType, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list of texts',
  object: 'a map of texts',
};

/**
 * Why a value is not even looked at: of another type, or larger than anything that is set. What is left is for the
 * rules of the schema. Never holds the value.
 */
export function sizeProblem({ type }: Pick<ConfigField, 'type'>, value: JsonValue): string | undefined {
  if (!isOfType(type, value)) return `must be ${typeWords[type]}`;
  const texts = textsIn(value);
  if (texts.length > configLimits.entries) return `must have at most ${configLimits.entries} entries`;
  if (texts.some((text) => text.length > configLimits.text))
    return `must have at most ${configLimits.text} characters`;
  const whole = texts.reduce((sum, text) => sum + text.length, 0);
  return whole > configLimits.texts ? `must have at most ${configLimits.texts} characters in all` : undefined;
}

/** All texts of a value, names included. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value as readonly string[];
  return isMap(value) ? Object.entries(value).map(([key, text]) => `${key}${String(text)}`) : [];
}

function isMap(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
