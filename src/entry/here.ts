import type { LaunchRecord } from '../accounts/fast/launch-record.ts';
import { recordMark } from '../accounts/fast/launch-record.ts';
import { quickContext } from '../accounts/fast/quick-context.ts';
import { recordHere } from '../accounts/fast/record-here.ts';
import { builtInMark } from '../cli/built-in-mark.ts';
import { version } from '../cli/version.ts';
import type { Host } from '../platform/index.ts';
import type { PlainLine } from './plain-line.ts';

/** What an answer about an account goes by. */
export interface Here {
  readonly ctx: NonNullable<ReturnType<typeof quickContext>>;
  readonly record: LaunchRecord;
}

/** undefined: nothing was recorded of what the line means here. @throws where something is out of order */
export function hereOf(host: Host, { tool, account }: PlainLine): Here | undefined {
  const ctx = quickContext(host);
  const record = ctx && recordHere(ctx, recordMark(version, host, builtInMark), tool, account);
  return record && { ctx, record };
}
