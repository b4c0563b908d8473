import { shareTwoAccounts } from './share-two-accounts.ts';

shareTwoAccounts('qwen');
