import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeConfig } from '../../../src/plugins/config/index.ts';
import { findPlugin } from '../../../src/plugins/index.ts';
import { pluginFolder } from '../../../src/plugins/loader/plugin-folder.ts';
import { valuesOf } from '../../../src/plugins/loader/values-of.ts';
import { valuesWithSecrets } from '../../../src/plugins/loader/values-with-secrets.ts';
import { fakeTool } from '../../support/fake-tool.ts';
import { tempHome } from '../../support/temp-home.ts';
import { textsBelow } from '../../support/tree.ts';
import { enabledIn, pluginIn, world } from './world.ts';

const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    region: { type: 'string', default: 'eu' },
    token: { type: 'string', pattern: '^sk-', 'x-tools': { sensitive: true } },
  },
};
const token = 'sk-dummy-canary';

/** An enabled plugin whose token is kept where a reference says. */
async function referring(reference: string, env: Readonly<Record<string, string>>, module?: string) {
  const ctx = world({ env });
  const folder = pluginIn(ctx, {
    ...(module === undefined ? { descriptors: [{ id: 'acme-cli', displayName: 'Acme' }] } : { module }),
    manifest: { configSchema },
  });
  const entry = await enabledIn(ctx, folder);
  const schema = findPlugin(ctx, 'acme').found?.package?.configSchema;
  await writeConfig(ctx, { id: 'acme', folder: pluginFolder(ctx, 'acme'), schema }, { refer: { token: reference } });
  return { ctx, entry, found: findPlugin(ctx, 'acme').found as never };
}
