import { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Progress, watchedFiles } from '../../src/cli/progress.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';

/** What a terminal would show, of what was written so far. */
function terminal(columns: number | undefined = 80) {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk.toString('utf8'));
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY: columns !== undefined, columns: columns ?? 80 }),
    raw: () => written.join(''),
    shown: () => screenOf(written.join('')),
  };
}

/** Lines that are drawn over are gone; the last one is where the cursor stands. */
function screenOf(raw: string): readonly string[] {
  const lines = [''];
  let at = 0;
  for (const part of raw.split(/(\x1b\[1A|\x1b\[2K|\r|\n)/)) {
    if (part === '\x1b[1A') at -= 1;
    else if (part === '\x1b[2K') lines[at] = '';
    else if (part === '\n') {
      at += 1;
      lines[at] ??= '';
    } else if (part !== '\r') lines[at] += part;
  }
  return lines;
}

function progressOn(screen: ReturnType<typeof terminal>, isWanted = true): Progress {
  return new Progress({ stream: () => screen.stream, isWanted: () => isWanted, clean: (text) => text });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('whoever waits', () => {
  test('is told after a moment, on a line of its own, and it is gone when it is over', async () => {
    const screen = terminal();
    await progressOn(screen).during('looking', async () => {
      vi.advanceTimersByTime(300);
      expect(screen.raw()).toBe('');
      vi.advanceTimersByTime(300);
      expect(screen.shown()).toEqual([expect.stringMatching(/^. looking$/), '']);
    });
    expect(screen.shown()).toEqual(['', '']);
  });

  test('sees it move although all the work is one file after the other, without a timer', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    const files = watchedFiles(nodeFileSystem, progress.tick);
    const seen = new Set<string>();
    await progress.during('reading', async () => {
      for (let step = 0; step < 20; step += 1) {
        passes(100);
        files.lstat('/');
        seen.add(screen.shown()[0] ?? '');
      }
    });
    expect(seen.size).toBeGreaterThan(5);
  });

  test('sees how far it is, where that can be told, and what it is at', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    await progress.during('copying', async () => {
      passes(500);
      progress.note(0.5, 'copying sessions');
      expect(screen.shown()[0]).toBe(`${'█'.repeat(12)}${'░'.repeat(12)}  50% copying sessions`);
    });
    expect(screen.shown()[0]).toBe('');
  });

  test.each([
    [-1, '  0% x'],
    [0.559, ' 55% x'],
    [2, '100% x'],
  ])('a part of %d is shown within its bounds', async (part, shown) => {
    const screen = terminal(40);
    const progress = progressOn(screen);
    await progress.during('x', async () => {
      passes(500);
      progress.note(part, 'x');
      expect(screen.shown()[0]).toBe(shown);
    });
  });

  test.each([1, 10, 20, 59, 60, 80])('%d columns: no line is broken by the terminal', async (columns) => {
    const screen = terminal(columns);
    const progress = progressOn(screen);
    await progress.during('x', async () => {
      passes(500);
      progress.note(0.3, `looking through 日本語の${'長い'.repeat(40)}`);
      expect(stringWidth(screen.shown()[0] ?? '')).toBeLessThan(Math.max(columns, 1));
    });
  });
});

describe('the line makes way', () => {
  test('for news, and comes back below it', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    await progress.during('moving', async () => {
      vi.advanceTimersByTime(600);
      progress.erase();
      screen.stream.write('moved one\n');
      vi.advanceTimersByTime(200);
      expect(screen.shown()).toEqual(['moved one', expect.stringMatching(/^. moving$/), '']);
    });
    expect(screen.shown()).toEqual(['moved one', '', '']);
  });

  test('for a question, until it is answered', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    await progress.during('moving', async () => {
      vi.advanceTimersByTime(600);
      await progress.held(async () => {
        vi.advanceTimersByTime(5000);
        progress.note(0.5, 'moving');
        expect(screen.shown()).toEqual(['', '']);
      });
      vi.advanceTimersByTime(200);
      expect(screen.shown()[0]).not.toBe('');
    });
  });

  test('for an error: the line is gone, and nothing is drawn any more', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    await expect(
      progress.during('moving', async () => {
        vi.advanceTimersByTime(600);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const before = screen.raw();
    vi.advanceTimersByTime(5000);
    progress.note(1, 'late');
    expect(screen.raw()).toBe(before);
    expect(screen.shown()).toEqual(['', '']);
  });

  test('whoever is killed meanwhile leaves the cursor at the beginning of a line, visible', async () => {
    const screen = terminal();
    await progressOn(screen).during('moving', async () => {
      vi.advanceTimersByTime(600);
      expect(screen.raw().endsWith('\n')).toBe(true);
      expect(screen.raw()).not.toContain('\x1b[?25l');
    });
  });

  test('work within work has the line meanwhile', async () => {
    const screen = terminal();
    const progress = progressOn(screen);
    await progress.during('outer', async () => {
      vi.advanceTimersByTime(600);
      await progress.during('inner', async () => {
        vi.advanceTimersByTime(200);
        expect(screen.shown()[0]).toMatch(/inner$/);
      });
      vi.advanceTimersByTime(200);
      expect(screen.shown()[0]).toMatch(/outer$/);
    });
  });
});

test.each([
  ['no terminal', undefined, true],
  ['--quiet, --json, --plain', 80, false],
])('%s: nothing at all', async (_why, columns, isWanted) => {
  const screen = terminal(columns);
  if (columns === undefined) Object.assign(screen.stream, { isTTY: false });
  const progress = progressOn(screen, isWanted);
  expect(
    await progress.during('looking', async () => {
      vi.advanceTimersByTime(5000);
      progress.note(0.5, 'looking');
      return 7;
    }),
  ).toBe(7);
  expect(screen.raw()).toBe('');
});

/** The clock goes on, and no timer fires: as in a loop over files. */
function passes(milliseconds: number): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + milliseconds);
}
