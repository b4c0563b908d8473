import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempHome } from './temp-home.ts';

/** The block `tools` of a data plugin that is right; what is given takes the place of what is there. */
function manifestBlock(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const block = {
    manifestVersion: 1,
    apiVersion: '1.0',
    id: 'acme',
    publisher: { id: 'acme-inc', name: 'Acme Inc.' },
    display: { name: 'Acme' },
    descriptors: [{ id: 'acme-cli', displayName: 'Acme CLI' }],
    ...changes,
  };
  return Object.fromEntries(Object.entries(block).filter(([, value]) => value !== undefined));
}

/** The package.json around it. */
export function packageJson(
  changes: Readonly<Record<string, unknown>> = {},
  outer: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { name: '@acme/tools-plugin', version: '1.2.3', tools: manifestBlock(changes), ...outer };
}

/** A folder with these files: text as it is, anything else as JSON. What lies in bin may be executed. */
export function packageFolder(
  files: Readonly<Record<string, unknown>>,
  folder = join(tempHome(), 'acme plugin'),
): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, isBytes ? content : JSON.stringify(content));
    if (name.startsWith('bin/')) chmodSync(path, 0o755);
  }
  return folder;
}
