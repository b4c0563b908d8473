import type { Disclosure, SharingRequest } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { askConfirm, canAsk } from './prompt.ts';

interface Options {
  readonly share: boolean;
  readonly private: boolean;
}

/** What the options of a command say of sharing; where they say nothing a person is asked. */
export function sharingRequest(context: CliContext, command: string, options: Options): SharingRequest {
  if (options.share && options.private)
    throw new ToolsError('OPTION_CONFLICT', { command, one: '--share', other: '--private' });
  if (options.share || options.private) return { wanted: options.share ? 'share' : 'private' };
  return canAsk(context) ? { ask: (what) => askConfirm(context, questionOf(what), command) } : {};
}

/** All that becomes visible stands in the question itself. */
function questionOf({ tool, label, others, whole, parted, keys, discloses }: Disclosure): string {
  const among = [label, ...others].map((each) => `${tool}#${each}`).join(', ');
  const things = [
    ...whole,
    ...parted,
    ...keys.map(({ path, keys: names }) => `of ${path}: ${names.join(', ')}`),
  ].join('; ');
  const besides = discloses.map(({ what, paths }) => ` (${paths.join(', ')}: ${what})`).join('');
  return `Share between ${among}? Each sees and changes what the others have here: ${things}${besides}. Logins are never shared.`;
}
