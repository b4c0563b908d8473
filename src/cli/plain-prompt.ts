import type { CliIo, InputStream } from './cli-io.ts';

type Streams = Pick<CliIo, 'stdin' | 'stderr'>;

/** Yes or no, no being the answer of Enter. @returns undefined: no answer will come */
export async function confirmPlainly(streams: Streams, question: string): Promise<boolean | undefined> {
  for (;;) {
    const answer = await askPlainly(streams, `${question}\nyes or no [no]: `);
    if (answer === undefined) return undefined;
    if (/^y(?:es)?$/i.test(answer)) return true;
    if (/^(?:no?)?$/i.test(answer)) return false;
  }
}

/** One of a few, by its number or as it is called. @returns undefined: no answer will come */
export async function choosePlainly(
  streams: Streams,
  question: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Promise<string | undefined> {
  const list = options.map(({ label }, at) => `${at + 1}  ${label}`).join('\n');
  for (;;) {
    const answer = await askPlainly(streams, `${question}\n${list}\nnumber: `);
    if (answer === undefined) return undefined;
    const chosen = options.find(({ label }, at) => answer === label || answer === `${at + 1}`);
    if (chosen) return chosen.value;
  }
}

/** One line, as the terminal lets it be typed. @returns undefined: no answer will come */
export async function askPlainly({ stdin, stderr }: Streams, question: string): Promise<string | undefined> {
  stderr.write(question);
  return (await readLine(stdin))?.trim();
}

/** What was typed up to Enter; the rest is left for who reads next. @returns undefined: nothing will come */
export function readLine(stdin: InputStream): Promise<string | undefined> {
  return new Promise((answer) => {
    let typed = Buffer.alloc(0);
    const finish = (line: string | undefined) => {
      stdin.off('data', take).off('end', gone).off('close', gone).off('error', gone).pause();
      answer(line);
    };
    const gone = () => finish(undefined);
    const take = (chunk: Uint8Array | string) => {
      typed = Buffer.concat([typed, Buffer.from(chunk)]);
      const end = typed.indexOf('\n');
      if (end < 0) return;
      finish(typed.subarray(0, end).toString('utf8').replace(/\r$/, ''));
      if (end + 1 < typed.length) stdin.unshift(typed.subarray(end + 1));
    };
    if (stdin.readableEnded || stdin.destroyed) {
      answer(undefined);
      return;
    }
    stdin.on('data', take).on('end', gone).on('close', gone).on('error', gone).resume();
  });
}
