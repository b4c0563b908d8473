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
export const secretRefOption = () =>
  Option.String('--secret-ref', {
    description:
      'where the key is kept: op://…, pass:…, keyring:…, env:NAME, command:[…], or what a plugin answers for',
  });
export const shareRootOption = () =>
  Option.Boolean('--share-root', false, { description: 'use the root of `default`, whatever the version' });
export const ownRootOption = () =>
  Option.Boolean('--own-root', false, { description: 'use a root of its own, whatever the version' });
export const shareOption = () =>
  Option.Boolean('--share', false, { description: 'share with the other accounts of the tool' });
export const privateOption = () =>
  Option.Boolean('--private', false, { description: 'share nothing with the other accounts of the tool' });
export const copyOption = () =>
  Option.Boolean('--copy', false, { description: 'leave a copy of what is shared no more' });
export const directoryOption = () =>
  Option.String('--dir', { description: 'the directory; this one unless given' });
