import { type AccountsContext, findStoredAccount, noExtensions } from '../../../../src/accounts/index.ts';
import { assembleHome } from '../../../../src/accounts/sharing/assemble-home.ts';
import { appPaths, nodeHost } from '../../../../src/platform/index.ts';
import { demoRegistry, demoTool } from '../demo-tool.ts';

/** Puts the home of one account together, when it is told to; says what it left. */
const host = nodeHost();
const ctx: AccountsContext = {
  host,
  paths: appPaths(host),
  registry: demoRegistry,
  extensions: noExtensions,
  tell: () => undefined,
};
const account = findStoredAccount(ctx, 'demo', process.argv[2] ?? '', 'run');
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const { kept, conflicts } = await assembleHome(ctx, demoTool, account);
  process.stdout.write(`${JSON.stringify({ kept, conflicts })}\n`, () => process.exit(0));
});
