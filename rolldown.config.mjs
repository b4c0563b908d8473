import { chmodSync } from 'node:fs';
import { defineConfig } from 'rolldown';

// CommonJS chunks: they start as fast as an empty program, ES modules do not (bench/).
export default defineConfig({
  input: 'src/cli/main.ts',
  platform: 'node',
  output: {
    dir: 'dist/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: true,
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
  plugins: [{ name: 'executable', writeBundle: () => chmodSync('dist/cli/main.cjs', 0o755) }],
});
