import { type ConfigControl, type ConfigField, controlsOf, type TextRules } from './config-field.ts';
import type { ConfigProperty, ConfigSchema } from './config-schema-shape.ts';

/** What a property of a configSchema says, all in one place; whether it makes sense is not asked. */
export function fieldOf(
  schema: ConfigSchema,
  key: string,
  property: ConfigProperty,
): ConfigField & { readonly order?: number } {
  const { type, minimum, maximum } = property;
  const {
    control,
    sensitive = false,
    advanced = false,
    order,
    group,
  } = property['x-tools'] ?? property['x-tower'] ?? {};
  const inner = property.items ?? property.additionalProperties;
  const choices = type === 'array' ? inner?.enum : property.enum;
  const fallback = property.default === undefined ? ownOf(schema.default, key) : property.default;
  return {
    key,
    type,
    control: control ?? usualControl(type, choices !== undefined),
    required: schema.required?.includes(key) ?? false,
    sensitive,
    advanced,
    ...textsOf({ title: property.title, description: property.description, group }),
    ...(order !== undefined && { order }),
    ...(fallback !== undefined && { default: fallback }),
    ...(choices && { choices: choices as NonNullable<ConfigField['choices']> }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(hasText(type) && { text: textRulesOf(type === 'string' ? property : (inner ?? {})) }),
  };
}

function hasText(type: ConfigField['type']): boolean {
  return type === 'string' || type === 'array' || type === 'object';
}

function usualControl(type: ConfigField['type'], hasChoices: boolean): ConfigControl {
  const controls: readonly ConfigControl[] = controlsOf[type];
  const choosing = controls.find((control) => control === 'select' || control === 'multiselect');
  return (hasChoices ? choosing : undefined) ?? controls[0] ?? 'text';
}

function textRulesOf({ minLength, maxLength, pattern }: TextRules): TextRules {
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

function textsOf<Key extends string>(
  texts: Readonly<Record<Key, string | undefined>>,
): { readonly [K in Key]?: string } {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given) as { readonly [K in Key]?: string };
}

function ownOf<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
