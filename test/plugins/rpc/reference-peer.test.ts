import { PassThrough } from 'node:stream';
import { JSONRPCClient } from 'json-rpc-2.0';
import { expect, test } from 'vitest';
import { lineFraming } from '../../../src/plugins/rpc/index.ts';
import { serveTool } from '../../../src/plugins/serve/index.ts';

test("somebody else's client of JSON-RPC 2.0 understands what serveTool answers", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = new JSONRPCClient((request) => {
    input.write(`${JSON.stringify(request)}\n`);
  });
  const framing = lineFraming(1_048_576, {
    line: (line) => client.receive(JSON.parse(line)),
    noise: () => {},
  });
  output.on('data', framing.push);
  const served = serveTool(
    { id: 'acme', displayName: 'Acme' },
    { accountInfo: (configDir) => ({ email: 'a@example.com', plan: configDir }) },
    { input, output },
  );
  expect(
    await Promise.all([
      client.request('initialize', {}),
      client.request('tool/describe', {}),
      client.request('tool/accountInfo', { configDir: '/h' }),
    ]),
  ).toMatchObject([
    { protocolVersion: '1' },
    { id: 'acme', installCommand: null },
    { email: 'a@example.com' },
  ]);
  await expect(client.request('tool/nope', {})).rejects.toMatchObject({ code: -32_601 });
  input.end();
  await served;
});
