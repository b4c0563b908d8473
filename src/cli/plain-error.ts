import type { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { hintFor } from './hint-for.ts';

/** An error as people and programs are told of it. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
  /** The next command, as the user's system knows it. */
  readonly hint: string;
}

export function plainError(
  { platform }: Pick<Host, 'platform'>,
  { code, message, hint }: Pick<ToolsError, 'code' | 'message' | 'hint'>,
): PlainError {
  return { code, message, hint: hintFor(platform, hint) };
}
