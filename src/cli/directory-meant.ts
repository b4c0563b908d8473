import { ToolsError } from '../errors/index.ts';
import { atDoubleDash } from './command-line.ts';
import { retyped } from './retyped.ts';

const accountOptions = ['--account', '--profile', '-a'];

/** `--dir` of `use` means the directory that it is typed in; who names one means a link. */
export function directoryMeant([command = '', ...argv]: readonly string[]): ToolsError | undefined {
  const { left } = atDoubleDash(argv);
  const at = left.findIndex((word) => word === '--dir' || word.startsWith('--dir='));
  const given = left[at]?.split('=').slice(1).join('=');
  const directory = given || left[at + 1];
  if (at < 0 || directory === undefined || directory.startsWith('-')) return undefined;
  const isValue = (nth: number) => accountOptions.includes(left[nth - 1] ?? '');
  const words = left.filter((word, nth) => !word.startsWith('-') && !isValue(nth));
  const isNamed = left.some(
    (word, nth) => isValue(nth) || accountOptions.some((option) => word.startsWith(`${option}=`)),
  );
  const most = isNamed || words.some((word) => word.includes('#')) ? 1 : 2;
  if (!given && words.length <= most) return undefined;
  const rest = left.filter((_, nth) => nth !== at && (given || nth !== at + 1));
  return new ToolsError('DIRECTORY_NAMED', {
    command,
    directory,
    typed: retyped(['link', ...rest, '--dir', directory]),
  });
}
