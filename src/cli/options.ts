import { Option } from 'clipanion';

/** Options that several commands share, each described once. */
export const accountOption = () =>
  Option.String('--account,-a,--profile', { description: 'the label of the account' });
export const installationOption = () =>
  Option.String('--installation,-i', { description: 'the installation to use' });
export const yesOption = () =>
  Option.Boolean('--yes,-y', false, { description: 'agree to what would be asked' });
export const dryRunOption = () =>
  Option.Boolean('--dry-run', false, { description: 'show what would be done, change nothing' });
export const apiKeyOption = () =>
  Option.Boolean('--with-api-key', false, { description: 'read an API key from stdin' });
export const shareRootOption = () =>
  Option.Boolean('--share-root', false, { description: 'use the root of `default`, whatever the version' });
export const ownRootOption = () =>
  Option.Boolean('--own-root', false, { description: 'use a root of its own, whatever the version' });
