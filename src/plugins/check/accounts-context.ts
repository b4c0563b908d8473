import { noExtensions, type StoredAccount } from '../../accounts/index.ts';
import { appPaths, type Host } from '../../platform/index.ts';
import { type AITool, AIToolRegistry } from '../../registry/index.ts';

/** What a use-case of accounts is given to look at one tool, in a sandbox or on a computer that is not there. */
export function accountsContext(host: Host, tool: AITool, tell: (line: string) => void = () => {}) {
  const registry = new AIToolRegistry();
  registry.register(tool);
  return { host, paths: appPaths(host), registry, extensions: noExtensions, tell };
}

/** An account that nobody has made. */
export function accountIn({ id }: AITool, home: string): StoredAccount {
  return {
    kind: 'login',
    tool: id,
    id: 'aaaaaaaa',
    label: 'check',
    createdAt: '2000-01-01T00:00:00.000Z',
    home,
    root: 'default',
    installation: 'default',
    identity: null,
    environment: {},
    sharing: { on: true, except: [] },
  };
}
