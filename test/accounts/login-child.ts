import { findAccount, launch, loginAccount, noExtensions, planLaunch } from '../../src/accounts/index.ts';
import { appPaths, nodeHost } from '../../src/platform/index.ts';
import { testRegistry } from './login-tools.ts';

// A process of ours, alone: node login-child.mjs login|run <tool> <label>. Ends as the command would.
const [verb, id = '', label = ''] = process.argv.slice(2);
const host = nodeHost();
const registry = testRegistry();
const ctx = {
  host,
  paths: appPaths(host),
  registry,
  extensions: noExtensions,
  tell: (line: string) => void process.stderr.write(`${line}\n`),
};

async function main(): Promise<number> {
  const tool = registry.tool(id);
  if (!tool) throw new Error(`no tool ${id}`);
  if (verb === 'run') return launch(ctx, await planLaunch(ctx, tool, findAccount(ctx, id, label)));
  await loginAccount(ctx, tool, label);
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: { readonly code?: string; readonly exit?: number; readonly message: string }) => {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = error.exit ?? 99;
  },
);
