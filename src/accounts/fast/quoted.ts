import { shellWord } from '../../process/index.ts';

/** As one word of any POSIX shell. */
export function quoted(text: string): string {
  return shellWord('sh', text);
}
