import type { AccountStatus } from '../accounts/index.ts';

/** A login is there, whoever's it is: what makes the account `system` worth a line. */
export function hasLogin({ state }: AccountStatus): boolean {
  return state === 'loggedIn' || state === 'mismatch';
}
