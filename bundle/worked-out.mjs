import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * A module whose values are the same at each start is run now, and they stand in its place: as text, for Node reads
 * JSON several times faster than it compiles as much of a program.
 */
export function workedOut(...patterns) {
  return {
    name: 'worked-out',
    async load(id) {
      if (!patterns.some((pattern) => pattern.test(id))) return undefined;
      const bundle = await rolldown({ input: id, platform: 'node' });
      const folder = mkdtempSync(join(tmpdir(), 'ai-tools-worked-out-'));
      const file = join(folder, 'module.mjs');
      await bundle.write({ file, format: 'esm', codeSplitting: false });
      const values = await import(pathToFileURL(file).href);
      rmSync(folder, { recursive: true });
      return Object.entries(values)
        .map(
          ([name, value]) =>
            `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        )
        .join('\n');
    },
  };
}
