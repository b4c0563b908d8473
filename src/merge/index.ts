export { baseAfter } from './base-after.ts';
export { holdsCredential, looksLikeCredential } from './credential-shape.ts';
export { doubtedBase } from './doubted-base.ts';
export type { FileBase, RootState } from './file-base.ts';
export { isSharedPlace } from './leaves.ts';
export { type MergeInput, wholeFile } from './merge-input.ts';
export { type MergeStep, mergeStep } from './merge-step.ts';
