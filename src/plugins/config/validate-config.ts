import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import type { CheckedConfigSchema } from './config-field.ts';
import { sizeProblem } from './size-problem.ts';

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
export async function validateConfig(
  { fields }: CheckedConfigSchema,
  values: ConfigValues,
  { mayLack = [] }: ValidateOptions = {},
): Promise<{ readonly values: ConfigValues; readonly problems: readonly ConfigProblem[] }> {
  const known = new Map(fields.map((field) => [field.key, field]));
  const given = Object.entries(values);
  const tooLarge = given.flatMap(([key, value]) => {
    const field = known.get(key);
    if (!field) return [{ key: key.slice(0, 64), problem: 'is nothing that can be set' }];
    const problem = sizeProblem(field, value);
    return problem === undefined ? [] : [{ key, problem }];
  });
  if (tooLarge.length > 0) return { values, problems: tooLarge };
  const defaults = fields.flatMap((field) =>
    field.default === undefined ? [] : [[field.key, field.default] as const],
  );
  const whole = Object.fromEntries([...defaults, ...given]);
  const { ruleProblems } = await import('./rule-problems.ts');
  const needed = fields.map((field) => (mayLack.includes(field.key) ? { ...field, required: false } : field));
  return { values: whole, problems: ruleProblems(needed, whole) };
}

/**
 * The values of a plugin, with its defaults.
 * @throws ToolsError PLUGIN_CONFIG_INVALID, which holds no value
 */
export async function requireConfig(
  plugin: string,
  schema: CheckedConfigSchema,
  values: ConfigValues,
  options: ValidateOptions = {},
): Promise<ConfigValues> {
  const { values: whole, problems } = await validateConfig(schema, values, options);
  if (problems.length > 0) throw new ToolsError('PLUGIN_CONFIG_INVALID', { plugin, problems });
  return whole;
}
