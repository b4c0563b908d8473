export { bareAccount, lookAtSurfaces, snippetOf } from './loaded-later.ts';
export { type SnippetFormat, snippetFormats } from './snippet-formats.ts';
export type { SurfaceAnswer, SurfaceReport } from './surface-answer.ts';
