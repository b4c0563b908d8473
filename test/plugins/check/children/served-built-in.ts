import { serveTool } from '../../../../src/plugin.ts';
import { builtInTools } from '../../../../src/tools/index.ts';

const tool = builtInTools.find(({ id }) => id === process.argv[2]);
if (!tool) throw new Error(`no tool ${process.argv[2]}`);
await serveTool(tool);
