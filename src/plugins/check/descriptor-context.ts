import type { KnownTools } from '../../registry/index.ts';
import type { CheckBook } from './check-book.ts';
import type { Sandbox } from './sandbox.ts';

/** What looking at a descriptor needs. */
export interface DescriptorContext {
  readonly book: CheckBook;
  readonly sandbox: Sandbox;
  /** Ids that a plugin can't have. Absent: not looked at. */
  readonly builtIns?: KnownTools | undefined;
}
