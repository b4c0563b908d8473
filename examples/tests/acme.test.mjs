import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveTool } from 'ai-tool-registry/plugin';
import { checkPlugin, pluginInMemory, renderReport } from 'ai-tool-registry/testing';

test('the plugin keeps the rules', async () => {
  const report = await checkPlugin('acme');
  assert.ok(report.passed, renderReport(report).join('\n'));
});

test('who an account is', async () => {
  const handlers = { accountInfo: () => ({ email: 'me@example.com' }) };
  const plugin = pluginInMemory((streams) =>
    serveTool({ id: 'acme', displayName: 'Acme' }, handlers, streams),
  );
  assert.deepEqual(await plugin.accountInfo('/home/me/.acme'), { email: 'me@example.com' });
  await plugin.close();
});
