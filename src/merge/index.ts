export { baseAfter, type Written } from './base-after.ts';
export type { FileBase, LeafBase, RootState, Tombstone } from './file-base.ts';
export type { Conflict, HeldLeaf, RemovedValue, Report } from './findings.ts';
export type { FirstMeeting } from './first-meeting.ts';
export { type Liveness, type MergeFormat, type MergeInput, wholeFile } from './merge-input.ts';
export { type MergeStep, mergeStep } from './merge-step.ts';
export type { Damage } from './read-sides.ts';
export type { Unshared, UnsharedReason } from './why-not-shared.ts';
