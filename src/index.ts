export { ToolsError } from './errors/index.ts';
