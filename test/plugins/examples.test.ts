import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkPlugin } from '../../src/plugins/index.ts';
import { knownTools } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { hasPython, talkTo } from './new/talk-to.ts';

const root = resolve(import.meta.dirname, '../..');
const folders = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('-plugin'));
const options = { version: '0.1.0', node: process.version.slice(1), builtIns: knownTools(builtInTools) };
let examples = '';

/** As an author has them: beside a node_modules that holds our package, as it is built. */
beforeAll(async () => {
  examples = join(tempHome(), 'examples');
  cpSync(join(root, 'examples'), examples, { recursive: true });
  const installed = join(examples, 'node_modules', 'ai-tool-registry');
  mkdirSync(installed, { recursive: true });
  const { version, type, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(installed, 'package.json'),
    JSON.stringify({ name: 'ai-tool-registry', version, type, exports }),
  );
  const { pluginDoor } = await import(pathToFileURL(join(root, 'rolldown.config.mjs')).href);
  const { input, platform, output } = pluginDoor;
  const bundle = await rolldown({ input: join(root, input), platform });
  for (const { file, format } of output) await bundle.write({ file: join(installed, file), format });
  await bundle.close();
});

describe.each(folders)('examples/%s', (folder) => {
  test.runIf(hasPython || folder !== 'python-plugin')(
    'passes the conformance kit, without a warning',
    async () => {
      const report = await checkPlugin(testHost(), join(examples, folder), options);
      const wrong = report.checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
      expect(wrong).toEqual([]);
      expect(report.passed).toBe(true);
    },
  );

  test('has programs that may be executed, and no others', () => {
    for (const name of readdirSync(join(root, 'examples', folder))) {
      const isExecutable = (statSync(join(root, 'examples', folder, name)).mode & 0o111) !== 0;
      expect([name, isExecutable]).toEqual([name, /\.(?:cjs|py|sh)$/.test(name)]);
    }
  });
});

test('a program that requires ./plugin says who an account is, and why it can’t', async () => {
  const home = tempHome();
  writeFileSync(join(home, 'auth.json'), '{"email":"me@example.com"}');
  const asked = (id: number, configDir: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tool/accountInfo', params: { configDir } });
  const replies = await talkTo(join(examples, 'node-plugin', 'plugin.cjs'), [
    asked(1, home),
    asked(2, join(home, 'no')),
  ]);
  expect([...replies].sort((one, other) => one.id - other.id)).toEqual([
    { jsonrpc: '2.0', id: 1, result: { email: 'me@example.com' } },
    { jsonrpc: '2.0', id: 2, error: { code: -32603, message: expect.stringContaining('ENOENT') } },
  ]);
});

test('what is imported of ./plugin is what is required', async () => {
  const installed = join(examples, 'node_modules', 'ai-tool-registry');
  const imported = await import(/* @vite-ignore */ pathToFileURL(join(installed, 'dist/plugin.js')).href);
  const required = await import(/* @vite-ignore */ pathToFileURL(join(installed, 'dist/plugin.cjs')).href);
  expect(Object.keys(required.default).sort()).toEqual(Object.keys(imported).sort());
  expect(imported.permissions).toEqual(required.default.permissions);
});
