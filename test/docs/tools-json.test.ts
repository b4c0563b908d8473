import { expect, test } from 'vitest';
import { builtInTools } from '../../src/tools/index.ts';

test('docs/tools.json holds every built-in descriptor as data', async () => {
  const document = { $schema: './descriptor.schema.json', tools: builtInTools };
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/tools.json');
});
