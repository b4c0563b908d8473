export { checkConfigSchema, configSchemaProblems } from './check-config-schema.ts';
export type { CheckedConfigSchema, ConfigField } from './config-field.ts';
export { configSchemaShape } from './config-schema-shape.ts';
export { configValueOf } from './config-value.ts';
export { configPaths, readConfig, type StoredConfig } from './read-config.ts';
export { requireConfig, validateConfig } from './validate-config.ts';
export { type ConfigChange, requireConfigChange, writeConfig } from './write-config.ts';
