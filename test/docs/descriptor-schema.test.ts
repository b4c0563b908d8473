import { expect, test } from 'vitest';
import { descriptorJsonSchema } from '../../src/registry/index.ts';

test('docs/descriptor.schema.json is the schema of this version', async () => {
  await expect(`${JSON.stringify(descriptorJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
    '../../docs/descriptor.schema.json',
  );
});
