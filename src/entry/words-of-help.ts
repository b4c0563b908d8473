/**
 * What is asked of help by a line that is nothing but that: `help <command>`, or a command and `--help`. "" asks for
 * everything; undefined: the line means something else, or does not say it plainly.
 */
export function wordsOfHelp(argv: readonly string[]): string | undefined {
  const isOption = argv.includes('--help') || argv.includes('-h');
  if (!isOption && argv[0] !== 'help') return undefined;
  const words = argv.filter((word) => word !== '--help' && word !== '-h');
  if (words.some((word) => !/^[a-z]+$/.test(word))) return undefined;
  return isOption ? words.join(' ') : words.slice(1).join(' ');
}
