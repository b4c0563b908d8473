export { type ErrorCode, type ErrorData, errorTable } from './error-table.ts';
export { refusedLook } from './refused-look.ts';
export type { SecretRefProblem } from './secret-rows.ts';
export { isErrorCode, ToolsError } from './tools-error.ts';
export { typedPath, typedWord } from './typed-path.ts';
export { visibleJson, visibleText } from './visible-text.ts';
export type { WirePeer } from './wire-rows.ts';
