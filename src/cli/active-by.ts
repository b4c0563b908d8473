import type { Choice } from '../accounts/index.ts';

const words: Partial<Record<Choice['rule'], string>> = {
  default: 'the default',
  system: 'none chosen',
  link: 'linked here',
  file: 'the repository’s',
};

/** Why an account is the one in use here, in a cell: it has no room for the sentence. */
export function activeBy({
  rule,
  because,
}: {
  readonly rule: Choice['rule'];
  readonly because: string;
}): string {
  return words[rule] ?? because;
}
