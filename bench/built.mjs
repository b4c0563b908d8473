import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** What files of src export, which is not in the published library: built for a measurement. */
export async function built(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'ai-tools-built-'));
  try {
    return await import(await builtInto(folder, ...files));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for other processes, too, in an empty folder. @returns what is to be imported */
export async function builtInto(folder, ...files) {
  // Libraries that are loaded late are looked for beside it.
  symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'));
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
  return pathToFileURL(file).href;
}
