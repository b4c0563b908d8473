import { PassThrough, Writable } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { CliIo } from '../../../src/cli/cli-io.ts';
import { colorsFor } from '../../../src/cli/colors.ts';
import type { Picking } from '../../../src/cli/picker/carry-out.ts';
import type { PickerRow } from '../../../src/cli/picker/picker-row.ts';
import { Picture } from '../../../src/cli/picker/picture.ts';
import { pickOnScreen } from '../../../src/cli/picker/screen.ts';
import { someRows } from './rows.ts';

const screenOn = '\x1b[?1049h\x1b[?25l';
const screenOff = '\x1b[?25h\x1b[?1049l';

/** A person who presses these keys, one after the other, each when the picture of the one before stands. */
async function press(
  keys: readonly string[],
  {
    platform = 'linux',
    says = 'done\n',
    rows = someRows,
  }: { platform?: string; says?: string; rows?: readonly PickerRow[] } = {},
) {
  const left = [...keys];
  const modes: boolean[] = [];
  const lines: { line: string; isOpen: boolean; canAsk: boolean }[] = [];
  let screen = '';
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  const next = () => {
    const key = left.shift();
    if (key === undefined) stdin.end();
    else stdin.write(key);
  };
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      screen += chunk.toString('utf8');
      if (/\x1b\[J[^\n]*$|accounts\. $/.test(screen)) setImmediate(next);
      done();
    },
  });
  const stdout = Object.assign(out, { isTTY: true, columns: 80, rows: 12 });
  const io = { host: { platform }, stdin, stdout, stderr: stdout } as unknown as CliIo;
  const report = { clean: (text: string) => text, tell: (line: string) => stdout.write(`${line}\n`) };
  const picking = {
    io,
    context: { report, isPlain: false },
    readAgain: async () => rows,
    run: async (argv: readonly string[], given: CliIo) => {
      const isOpen = screen.lastIndexOf(screenOn) > screen.lastIndexOf(screenOff);
      lines.push({ line: argv.join(' '), isOpen, canAsk: given.stdout === stdout });
      given.stderr.write(says);
      return 7;
    },
  } as unknown as Picking;
  const state = { registry: { tool: () => undefined } } as never;
  const picture = new Picture({ state, measure: stringWidth, colors: colorsFor(false) });
  const code = await pickOnScreen(picking, rows, picture);
  return { code, lines, screen, modes, left, listeners: stdin.listenerCount('keypress') };
}

describe('what a key does, with the terminal', () => {
  test('Enter: the tool runs on a terminal that was given back, and its exit code is ours', async () => {
    const { code, lines, modes } = await press(['\r']);
    expect({ code, lines }).toEqual({
      code: 7,
      lines: [{ line: 'run codex -a work', isOpen: false, canAsk: true }],
    });
    expect(modes).toEqual([true, false]);
  });

  test('d: it is done behind the screen, and its first line is read there', async () => {
    const { code, lines, screen } = await press(['d', 'q'], { says: 'work is now the default\nmore\n' });
    expect(code).toBe(0);
    expect(lines).toEqual([{ line: 'use codex work --global', isOpen: true, canAsk: false }]);
    expect(screen).toContain('\x1b[Kwork is now the default\r\n');
    expect(screen).not.toContain('more');
  });

  test('r: it is seen as if it had been typed, and Enter leads back', async () => {
    const { code, lines, screen, modes } = await press(['r', '\n', 'q']);
    expect(code).toBe(0);
    expect(lines).toEqual([{ line: 'remove codex work', isOpen: false, canAsk: true }]);
    expect(screen).toContain(
      `${screenOff}$ tools remove codex work\ndone\nEnter goes back to the accounts. ${screenOn}`,
    );
    expect(modes).toEqual([true, false, true, false]);
  });

  test.each(['q', '\x1b', '\x03'])(
    '%j: the terminal is given back once, and nobody listens any more',
    async (key) => {
      const { code, lines, screen, listeners } = await press([key]);
      expect({ code, lines, listeners }).toEqual({ code: key === '\x03' ? 130 : 0, lines: [], listeners: 0 });
      expect(screen.split(screenOff)).toHaveLength(2);
      expect(screen.endsWith(screenOff)).toBe(true);
    },
  );

  test('a terminal that is at its end: it leaves, and what was to be typed is nobody’s', async () => {
    expect(await press([])).toMatchObject({ code: 0, lines: [], listeners: 0 });
  });

  test('on Windows (simulated) Ctrl-Z does nothing: there are no jobs', async () => {
    const { code, modes } = await press(['\x1a', 'q'], { platform: 'win32' });
    expect({ code, modes }).toEqual({ code: 0, modes: [true, false] });
  });

  test.each([
    ['arrows', ['\x1b[A', '\r'], 'run codex -a personal'],
    ['arrows of a keypad', ['\x1bOB', '\r'], 'run gemini -a system'],
    [
      'a filter of more than one byte a letter',
      ['/', 'é', '\x7f', 'a', 'c', 'm', 'e', '\r'],
      'run codex -a work',
    ],
    ['a whole word at once, as it is pasted', ['/', 'personal', '\r'], 'run codex -a personal'],
  ])('%s', async (_how, keys, line) => {
    expect((await press(keys)).lines.map((each) => each.line)).toEqual([line]);
  });

  test('what is pasted is looked for: nothing in it is a command, and no end of a line runs anything', async () => {
    const { lines, screen } = await press(['\x1b[200~work\rr\nd\x1b[B\x1b[201~', '\x15', '\x1b', '\x1b']);
    expect(lines).toEqual([]);
    expect(screen).toContain('with: work r d');
    expect(screen.indexOf('\x1b[?2004h')).toBeGreaterThan(-1);
    expect(screen.endsWith(`\x1b[?2004l${screenOff}`)).toBe(true);
  });

  test('a paste of which the end never comes is left by Ctrl-C', async () => {
    expect(await press(['\x1b[200~work\r\x03'])).toMatchObject({ code: 130, lines: [] });
  });

  test('what is typed faster than it is drawn is drawn once', async () => {
    const { screen } = await press(['zx'.repeat(5000), '\x1b', 'q']);
    expect(screen.split('\x1b[H').length).toBeLessThan(8);
    expect(screen).toContain('zxzxzx');
  });
});
