import type { AccountStatus } from '../accounts/index.ts';
import type { Tone } from './colors.ts';

/** What a login is, in words. */
export const loginWords = {
  loggedIn: 'logged in',
  loggedOut: 'logged out',
  unknown: 'unknown',
  mismatch: 'unclear',
} as const satisfies Record<AccountStatus['state'], string>;

/** In a mark, beside the words. */
export const loginMarks = {
  loggedIn: '✓',
  loggedOut: '✗',
  unknown: '?',
  mismatch: '!',
} as const satisfies Record<AccountStatus['state'], string>;

export const loginTone = {
  loggedIn: 'good',
  loggedOut: 'bad',
  unknown: 'doubtful',
  mismatch: 'doubtful',
} as const satisfies Record<AccountStatus['state'], Tone>;
