import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** What files of src export, which is not in the published library: built for a measurement. */
export async function built(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'ai-tools-built-'));
  try {
    const file = join(folder, 'built.mjs');
    const source = new URL('../src', import.meta.url).pathname;
    const code = files.map((each) => `export * from ${JSON.stringify(`${source}/${each}`)};`).join('\n');
    await build({
      input: 'built',
      platform: 'node',
      logLevel: 'silent',
      output: { file, format: 'esm', codeSplitting: false },
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'built' ? id : null),
          load: (id) => (id === 'built' ? code : null),
        },
      ],
    });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
