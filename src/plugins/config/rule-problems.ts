import type { JsonValue } from '../../registry/index.ts';
import type { ConfigField } from './config-field.ts';
import { linearPattern } from './linear-pattern.ts';
import { sizeProblem } from './size-problem.ts';

/** Which rules of its field a value breaks, each in words that hold nothing of the value. */
export function ruleProblems(field: ConfigField, value: JsonValue): readonly string[] {
  const unfit = sizeProblem(field, value);
  if (unfit !== undefined) return [unfit];
  const { choices, minimum, maximum } = field;
  if (typeof value === 'number') {
    return told([
      [choices === undefined || choices.includes(value), `be one of ${choices?.join(', ')}`],
      [minimum === undefined || value >= minimum, `be at least ${minimum}`],
      [maximum === undefined || value <= maximum, `be at most ${maximum}`],
    ]);
  }
  if (typeof value === 'string') return textProblems(field, value, '');
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.values(value) as readonly string[];
  const where = field.type === 'array' ? ' in each entry' : ' in each text';
  return [...new Set(texts.flatMap((text) => textProblems(field, text, where)))];
}

function textProblems({ choices, text = {} }: ConfigField, value: string, where: string): readonly string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = text;
  const { length } = [...value];
  return told([
    [choices === undefined || choices.includes(value), `be one of ${choices?.join(', ')}${where}`],
    [length >= minLength, `have at least ${minLength} characters${where}`],
    [length <= maxLength, `have at most ${maxLength} characters${where}`],
    [pattern === undefined || matches(pattern, value), `match ${pattern}${where}`],
  ]);
}

function matches(pattern: string, value: string): boolean {
  const compiled = linearPattern(pattern);
  return 'test' in compiled && compiled.test(value);
}

function told(rules: readonly (readonly [isKept: boolean, rule: string])[]): readonly string[] {
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [`must ${rule}`]));
}
