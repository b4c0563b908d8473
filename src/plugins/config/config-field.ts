import type { JsonValue } from '../../registry/index.ts';

/** Bounds of what is set: code units of one text, and of all texts of one list or map; entries of those. */
export const configLimits = { text: 4_096, texts: 16_384, entries: 256 } as const;

export const configTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
/** `array` is a list of texts, `object` a map from names to texts. */
export type ConfigType = (typeof configTypes)[number];

/** How a value is asked for, by its type; the first is taken where the schema says nothing. */
export const controlsOf = {
  string: ['text', 'path', 'select'],
  number: ['number', 'select'],
  integer: ['number', 'select'],
  boolean: ['switch'],
  array: ['string-list', 'multiselect'],
  object: ['key-value'],
} as const satisfies Readonly<Record<ConfigType, readonly string[]>>;
export type ConfigControl = (typeof controlsOf)[ConfigType][number];

/** What a text must be. Lengths in code points. */
export interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Matched in a time that grows with the text and no faster. */
  readonly pattern?: string;
}

/** One thing that the user of a plugin can set. */
export interface ConfigField {
  readonly key: string;
  readonly type: ConfigType;
  readonly control: ConfigControl;
  readonly required: boolean;
  /** Never shown, and kept apart. Of type `string`, without a default. */
  readonly sensitive: boolean;
  /** For those who know what they do. */
  readonly advanced: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly group?: string;
  readonly default?: JsonValue;
  /** The only values there are; for an array, of its entries. */
  readonly choices?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of the text, or of each text in a list or map. */
  readonly text?: TextRules;
}

/** A configSchema that was checked: all that is needed to ask for its values and to judge them. */
export interface CheckedConfigSchema {
  /** In the order in which they are asked for. */
  readonly fields: readonly ConfigField[];
}
