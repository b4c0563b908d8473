export {
  type ConfigSchemaProblem,
  checkConfigSchema,
  configSchemaProblems,
} from './check-config-schema.ts';
export {
  type CheckedConfigSchema,
  type ConfigControl,
  type ConfigField,
  type ConfigType,
  configFields,
} from './config-field.ts';
export { configSchemaShape } from './config-schema-shape.ts';
export { configValueOf } from './config-value.ts';
export { readConfig, type StoredConfig } from './read-config.ts';
export { type ConfigProblem, type ConfigValues, requireConfig, validateConfig } from './validate-config.ts';
export { type ConfigChange, writeConfig } from './write-config.ts';
