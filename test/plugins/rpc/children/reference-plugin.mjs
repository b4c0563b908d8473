import { createInterface } from 'node:readline';
import { JSONRPCServer } from 'json-rpc-2.0';

// What somebody else's JSON-RPC 2.0 makes of our calls.
const server = new JSONRPCServer();
server.addMethod('initialize', ({ protocolVersion }) => ({
  protocolVersion,
  capabilities: { 'tool/describe': true, 'tool/accountInfo': true, 'tool/credentialCopy': true },
}));
server.addMethod('tool/describe', () => ({ id: 'acme', displayName: 'Acme', configDirEnvVar: null }));
server.addMethod('tool/accountInfo', ({ configDir }) => ({ email: 'a@example.com', plan: configDir }));
server.addMethod('tool/credentialCopy', () => {
  throw new Error('disk full');
});
createInterface({ input: process.stdin }).on('line', async (line) => {
  const response = await server.receive(JSON.parse(line));
  if (response) process.stdout.write(`${JSON.stringify(response)}\n`);
});
