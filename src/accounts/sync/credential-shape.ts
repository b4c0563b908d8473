/** For whoever looks whether something was shared that never should be: the filter that it was pushed through. */
export { holdsCredential, looksLikeCredential } from '../../merge/index.ts';
