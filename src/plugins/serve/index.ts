export type { ServeHandlers, ServeStreams } from './serve-handlers.ts';
export { serveTool } from './serve-tool.ts';
