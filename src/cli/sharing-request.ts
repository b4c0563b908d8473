import type { Disclosure, SharingRequest } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import { askConfirm, canAsk } from './prompt.ts';
import { wrapped } from './wrapped.ts';

interface Options {
  readonly share: boolean;
  readonly private: boolean;
}

/** What the options of a command say of sharing; where they say nothing a person is asked. */
export function sharingRequest(context: CliContext, command: string, options: Options): SharingRequest {
  if (options.share && options.private)
    throw new ToolsError('OPTION_CONFLICT', { command, one: '--share', other: '--private' });
  if (options.share || options.private) return { wanted: options.share ? 'share' : 'private' };
  return canAsk(context)
    ? { ask: (what) => askConfirm(context, questionOf(what, context.stderr.columns), command) }
    : {};
}

/** Room that a prompt takes for itself at both ends of a line. */
const frame = 4;

/** All that becomes visible stands in the question itself. */
function questionOf(what: Disclosure, columns = 80): readonly string[] {
  const { tool, label, others, whole, parted, keys, discloses } = what;
  const among = [label, ...others].map((each) => `${tool}#${each}`).join(', ');
  const visible = [
    [...whole, ...parted].join(', '),
    ...keys.map(({ path, keys: names }) => `of ${path}: ${names.join(', ')}`),
    ...discloses.map(({ what: learned, paths }) => `from ${paths.join(', ')}: ${learned}`),
  ];
  const room = columns - frame;
  return [
    ...wrapped(`Share between ${among}?`, room),
    'Each then sees and changes what the others have of:',
    ...visible.filter(Boolean).flatMap((line) => wrapped(line, room, '  ', '    ')),
    'Logins are never shared.',
  ];
}
