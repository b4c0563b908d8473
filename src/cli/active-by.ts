import type { Choice } from '../accounts/index.ts';

/** Why an account is the one in use here, in a cell: it has no room for the sentence. */
export function activeBy({
  rule,
  because,
}: {
  readonly rule: Choice['rule'];
  readonly because: string;
}): string {
  if (rule === 'default') return 'the default';
  return rule === 'system' ? 'none chosen' : because;
}
