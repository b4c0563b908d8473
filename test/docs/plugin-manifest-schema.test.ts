import { expect, test } from 'vitest';
import { manifestJsonSchema } from '../../src/plugins/manifest/index.ts';

test('docs/plugin-manifest.schema.json is the schema of this version', async () => {
  await expect(`${JSON.stringify(manifestJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
    '../../docs/plugin-manifest.schema.json',
  );
});
