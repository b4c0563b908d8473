/** For whoever looks whether something was shared that never should be: the filter that it was pushed through. */
export { looksLikeCredential } from '../../merge/index.ts';
