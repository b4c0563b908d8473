import { installTool, planInstall } from '../../../src/install/index.ts';
import { appPaths, nodeHost } from '../../../src/platform/index.ts';
import { demoTool } from '../demo-tool.ts';

/** Installs the newest version of the demo tool: a process to kill. */
const ctx = { host: nodeHost(), paths: appPaths(nodeHost()) };
const tool = demoTool();
const plan = await planInstall(ctx, tool);
process.stdout.write('begun\n');
await installTool(ctx, tool, plan);
process.stdout.write('done\n');
