export { pickAccount } from './pick-account.ts';
