import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Apart from the others: it is large, and hardly anybody needs it. */
export const yamlLibrary = (): typeof import('yaml') => require('yaml');
