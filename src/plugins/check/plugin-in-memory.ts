import { wireLimits } from '../contract/index.ts';
import { pluginOver } from '../rpc/index.ts';
import type { ServeStreams } from '../serve/index.ts';
import { memoryWire } from './memory-wire.ts';
import type { PluginInMemory } from './testing-contract.ts';

/** `serve` is given the plugin's end of the wire: `(streams) => serveTool(descriptor, handlers, streams)`. */
export function pluginInMemory(
  serve: (streams: ServeStreams) => Promise<void>,
  version: string,
): PluginInMemory {
  const open = async () => {
    const { transport, streams, end } = memoryWire();
    void serve(streams).then(end, end);
    return transport;
  };
  const peer = { file: 'in memory', plugin: 'in memory' };
  const plugin = pluginOver(open, peer, { limits: wireLimits, version });
  return {
    describe: () => plugin.describe(),
    accountInfo: (configDir) => plugin.accountInfo(configDir),
    credentialCopy: (from, to) => plugin.credentialCopy(from, to),
    problem: () => plugin.problem,
    close: () => plugin.close(),
  };
}
