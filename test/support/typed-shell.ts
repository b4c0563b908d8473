import { type IPty, spawn } from '@lydell/node-pty';

/** A shell on a terminal of its own, to which lines are typed. */
export interface TypedShell {
  /** Types a line; what is shown until it is done, without what was typed. */
  type(line: string): Promise<string>;
  /** Types what is no whole line, and waits for what it makes the terminal show. */
  press(keys: string, expected: string): Promise<string>;
  /** Takes back what was typed. */
  clear(): Promise<void>;
  end(): void;
}

export interface TypedShellInput {
  readonly program: string;
  readonly args?: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** A command that prints `DONE` and a number, without having those letters in it. */
  readonly mark?: (count: number) => string;
}

/** Waits for its first prompt. */
export async function typedShell({
  program,
  args = [],
  home,
  env,
  mark = plainMark,
}: TypedShellInput): Promise<TypedShell> {
  const pty = spawn(program, [...args], {
    cwd: home,
    cols: 300,
    rows: 50,
    env: { HOME: home, TERM: 'dumb', ...env },
  });
  const screen = reader(pty);
  let count = 0;
  const type = async (line: string): Promise<string> => {
    count += 1;
    screen.forget();
    pty.write(`${line}\r`);
    pty.write(`${mark(count)}\r`);
    // Nushell forgets what is typed while it asks the terminal something.
    const again = setInterval(() => pty.write(`${mark(count)}\r`), 3000);
    try {
      return await screen.until((text) => new RegExp(`DONE${count}\\b`).test(text));
    } finally {
      clearInterval(again);
    }
  };
  const shell: TypedShell = {
    type,
    press: async (keys, expected) => {
      screen.forget();
      pty.write(keys);
      return screen.until((text) => asSeen(text).includes(expected));
    },
    clear: async () => {
      pty.write('\u0015');
      await new Promise((done) => setTimeout(done, 300));
    },
    end: () => pty.kill('SIGKILL'),
  };
  await screen.until((text) => /[$#%>] ?/.test(text));
  await type('');
  return shell;
}

function plainMark(count: number): string {
  return `echo DO''NE${count}`;
}

function reader(pty: IPty) {
  let text = '';
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    text += data;
    // Who asks where the cursor is, or what terminal this is, waits for an answer.
    if (data.includes('\u001b[6n')) pty.write('\u001b[1;1R');
    if (/\u001b\[0?c/.test(data)) pty.write('\u001b[?62;c');
    for (const look of waiting) look();
  });
  return {
    forget: () => {
      text = '';
    },
    until: (isThere: (text: string) => boolean): Promise<string> =>
      new Promise((done, fail) => {
        const deadline = setTimeout(() => {
          waiting.delete(look);
          fail(new Error(`it never came; the terminal shows: ${JSON.stringify(text.slice(-2000))}`));
        }, 15_000);
        const look = () => {
          if (!isThere(withoutEscapes(text))) return;
          clearTimeout(deadline);
          waiting.delete(look);
          done(asSeen(text));
        };
        waiting.add(look);
        look();
      }),
  };
}

/** With what was written over after a backspace. */
function asSeen(text: string): string {
  const line: string[] = [];
  let at = 0;
  for (const character of withoutEscapes(text)) {
    if (character === '\b') at = Math.max(0, at - 1);
    else line[at++] = character;
  }
  return line.join('').replaceAll('\\#', '#');
}

function withoutEscapes(text: string): string {
  return text.replace(
    /\u001b(?:\[[0-9;?<>=]*[A-Za-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[=>()][A-Z0-9]?)/g,
    '',
  );
}
