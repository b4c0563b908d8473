import type { ConfigField, readConfig } from '../plugins/index.ts';
import type { JsonValue } from '../registry/index.ts';

/** One thing that a plugin lets its user set, or that was set once. Holds nothing that is sensitive. */
export interface ListedConfig {
  readonly key: string;
  /** null: not set, or not to be shown. */
  readonly value: JsonValue | null;
  readonly isSet: boolean;
  readonly isSensitive: boolean;
  /** Where it is kept instead. */
  readonly reference: string | null;
  readonly default: JsonValue | null;
  readonly required: boolean;
  readonly advanced: boolean;
  readonly description: string;
  /** The value as people are shown it. */
  readonly shown: string;
}

type Stored = ReturnType<typeof readConfig>;

/** In the order in which they are asked for; what is not in the schema any more comes last. */
export function listedConfig(fields: readonly ConfigField[], stored: Stored): readonly ListedConfig[] {
  const known = fields.map((field) => listed(field, stored));
  const unknown = stored.unknown.map((key): ListedConfig => {
    const isSensitive = stored.sensitive.includes(key);
    const nothing = { value: null, reference: null, default: null, required: false, advanced: false };
    return { key, isSet: true, isSensitive, ...nothing, description: 'unknown to the plugin now', shown: '' };
  });
  return [...known, ...unknown];
}

function listed(field: ConfigField, { values, references, sensitive }: Stored): ListedConfig {
  const { key, required, advanced, title, description } = field;
  const isSensitive = field.sensitive || sensitive.includes(key);
  const reference = Object.hasOwn(references, key) ? (references[key] ?? null) : null;
  const isSet = reference !== null || Object.hasOwn(values, key);
  const value = isSensitive ? null : (values[key] ?? null);
  const fallback = field.default ?? null;
  return {
    ...{ key, value, isSet, isSensitive, reference, default: fallback, required, advanced },
    description: description ?? title ?? '',
    shown: shownAs(isSensitive, { isSet, reference, value: value ?? fallback, required }),
  };
}

function shownAs(
  isSensitive: boolean,
  { isSet, reference, value, required }: Pick<ListedConfig, 'isSet' | 'reference' | 'value' | 'required'>,
): string {
  if (reference !== null) return `kept in ${reference}`;
  if (isSensitive && isSet) return '(set, not shown)';
  if (value === null) return required ? '(needed)' : '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
