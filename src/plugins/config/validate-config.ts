import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import type { CheckedConfigSchema } from './config-field.ts';
import { ruleProblems } from './rule-problems.ts';

export type ConfigValues = Readonly<Record<string, JsonValue>>;

/** What is wrong with the value of a key. Holds no value. */
export interface ConfigProblem {
  readonly key: string;
  readonly problem: string;
}

interface ValidateOptions {
  /** Required keys that may be absent all the same: what is not asked for yet, or kept elsewhere. */
  readonly mayLack?: readonly string[];
}

/** The values with the defaults of those that are absent, and everything that is wrong with them. */
export function validateConfig(
  { fields }: CheckedConfigSchema,
  values: ConfigValues,
  { mayLack = [] }: ValidateOptions = {},
): { readonly values: ConfigValues; readonly problems: readonly ConfigProblem[] } {
  const defaults = fields.flatMap((field) =>
    field.default === undefined ? [] : [[field.key, field.default] as const],
  );
  const whole = new Map([...defaults, ...Object.entries(values)]);
  const known = new Set(fields.map(({ key }) => key));
  const unknown = [...whole.keys()].filter((key) => !known.has(key));
  const problems = [
    ...unknown.map((key) => ({ key: key.slice(0, 64), problem: 'is nothing that can be set' })),
    ...fields.flatMap((field) => {
      const { key, required } = field;
      const value = whole.get(key);
      if (value !== undefined) return ruleProblems(field, value).map((problem) => ({ key, problem }));
      return required && !mayLack.includes(key) ? [{ key, problem: 'is missing' }] : [];
    }),
  ];
  return { values: Object.fromEntries(whole), problems };
}

/**
 * The values of a plugin, with its defaults.
 * @throws ToolsError PLUGIN_CONFIG_INVALID, which holds no value
 */
export function requireConfig(
  plugin: string,
  schema: CheckedConfigSchema,
  values: ConfigValues,
  options: ValidateOptions = {},
): ConfigValues {
  const { values: whole, problems } = validateConfig(schema, values, options);
  if (problems.length > 0) throw new ToolsError('PLUGIN_CONFIG_INVALID', { plugin, problems });
  return whole;
}
