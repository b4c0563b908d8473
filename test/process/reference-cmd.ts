/**
 * How cmd.exe reads a command line, as far as our quoting needs it, written from Microsoft's documentation of
 * cmd and of the C runtime's argv: percent signs are expanded first and everywhere; then quotes switch the
 * special characters off, and outside of them each one would start a command of its own: that is an error here.
 */
const variables: Readonly<Record<string, string>> = { PATH: 'C:\\EXPANDED', CD: 'C:\\repo' };

/** `cmd /s /c <text>` that starts a batch file whose only line is `program.exe %*`. First the batch file, then argv. */
export function argvThroughBatch(text: string): readonly string[] {
  if (!/^".*"$/s.test(text)) throw new Error('/s takes a first and a last quote away');
  const line = lex(expandPercent(text.slice(1, -1)));
  const file = /^"([^"]*)"|^\S+/.exec(line);
  if (!file) throw new Error('no command');
  // %* is put in after the batch line's own percent signs were expanded; special characters count again.
  const batchLine = lex(line.slice(file[0].length));
  return [file[1] ?? file[0], ...argvFromCommandLine(batchLine)];
}

/** At the prompt: a variable that is not set leaves its text as it is. */
function expandPercent(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at);
    const reference = /^%([^%:]+)(?::~(-?\d*),?(-?\d*))?%/.exec(rest);
    const value = reference && variables[reference[1]!.toUpperCase()];
    if (value === undefined || value === null) {
      out += text[at];
      continue;
    }
    const isSubstring = reference![0].includes(':~');
    const from = Number(reference![2] || 0);
    const hasLength = reference![0].includes(',');
    out += isSubstring ? value.substr(from, hasLength ? Number(reference![3] || 0) : undefined) : value;
    at += reference![0].length - 1;
  }
  return out;
}

/** Takes the carets outside quotes away. */
function lex(text: string): string {
  let isQuoted = false;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\n' || letter === '\r') throw new Error('the line ends here');
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '&|<>()'.includes(letter)) throw new Error(`free ${letter} in ${text}`);
    if (letter === '^' && !isQuoted) out += text[++at] ?? '';
    else out += letter;
  }
  if (isQuoted) throw new Error('a quote is left open');
  return out;
}

/** The Microsoft C runtime since 2008. */
export function argvFromCommandLine(line: string): readonly string[] {
  const argv: string[] = [];
  let at = 0;
  const isBlank = () => line[at] === ' ' || line[at] === '\t';
  for (;;) {
    while (isBlank()) at++;
    if (at >= line.length) return argv;
    let argument = '';
    let isQuoted = false;
    while (at < line.length && (isQuoted || !isBlank())) {
      let slashes = 0;
      while (line[at] === '\\') {
        slashes++;
        at++;
      }
      if (line[at] !== '"') {
        argument += '\\'.repeat(slashes);
        if (at < line.length && (isQuoted || !isBlank())) argument += line[at++];
        continue;
      }
      argument += '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) argument += '"';
      else if (isQuoted && line[at + 1] === '"') {
        argument += '"';
        at++;
      } else isQuoted = !isQuoted;
      at++;
    }
    argv.push(argument);
  }
}
