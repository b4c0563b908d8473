import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded when first needed, and not asynchronously: most files read here are plain JSON and need neither. */
export const jsoncParser = (): typeof import('jsonc-parser') => require('jsonc-parser');
export const smolToml = (): typeof import('smol-toml') => require('smol-toml');
