import type { FileSystem } from '../platform/index.ts';
import type { OutputStream } from './cli-io.ts';
import { cut, type Measure } from './columns.ts';

/** Milliseconds after which whoever waits is told that something goes on, and between two looks at it. */
const patience = 400;
const interval = 120;
const cells = 24;
/** On a narrower terminal the words need all the room. */
const leastForBar = 60;
const turning = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

interface Waiting {
  readonly since: number;
  readonly measure: Measure;
  text: string;
  fraction: number | undefined;
}

interface Wishes {
  /** Asked for when the first line is drawn: to open a stream takes time. */
  readonly stream: () => OutputStream;
  readonly isWanted: () => boolean;
  readonly clean: (text: string) => string;
}

/**
 * One line on a terminal's stderr for whoever waits; nothing anywhere else. The cursor stands below it at the
 * beginning of a line, so that a process that is ended leaves nothing to be put right.
 */
export class Progress {
  private readonly wishes: Wishes;
  private waiting: Waiting | undefined;
  private isDrawn = false;
  private isHeld = false;
  private lastLook = 0;

  constructor(wishes: Wishes) {
    this.wishes = wishes;
  }

  /** Shows `text` once the work has gone on for a moment. What is waited for inside of it has the line meanwhile. */
  async during<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
    if (this.wishes.stream().isTTY !== true || !this.wishes.isWanted()) return work();
    const { default: measure } = await import('string-width');
    const around = this.waiting;
    this.waiting = { since: around?.since ?? performance.now(), measure, text, fraction: undefined };
    const timer = setInterval(this.tick, interval);
    timer.unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.erase();
      this.waiting = around;
    }
  }

  /** What use-cases tell: how far they are, from 0 to 1, where that can be told, and what they are at. */
  readonly note = (fraction: number | undefined, text: string): void => {
    if (!this.waiting) return;
    Object.assign(this.waiting, { fraction, text });
    this.tick();
  };

  /** A look at the clock. No timer fires while a use-case is at one file after the other. */
  readonly tick = (): void => {
    if (!this.waiting || this.isHeld) return;
    const now = performance.now();
    if (now - this.lastLook < interval || now - this.waiting.since < patience) return;
    this.lastLook = now;
    this.draw(this.waiting, now);
  };

  /** Takes the line away, for whoever writes there. It comes back by itself. */
  erase(): void {
    if (this.isDrawn) this.wishes.stream().write('\x1b[1A\r\x1b[2K');
    this.isDrawn = false;
  }

  /** Somebody is asked a question meanwhile. */
  async held<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.erase();
    this.isHeld = true;
    try {
      return await ask();
    } finally {
      this.isHeld = false;
    }
  }

  private draw({ fraction, text, measure }: Waiting, now: number): void {
    const stream = this.wishes.stream();
    const columns = stream.columns ?? 80;
    const mark = fraction === undefined ? turningAt(now) : partOf(fraction, columns);
    const line = cut(`${mark} ${this.wishes.clean(text)}`, columns - 1, measure);
    stream.write(`${this.isDrawn ? '\x1b[1A' : ''}\r\x1b[2K${line}\n`);
    this.isDrawn = true;
  }
}

/** The same files; each step at them is a moment to show that it goes on. */
export function watchedFiles(files: FileSystem, step: () => void): FileSystem {
  return new Proxy(files, {
    get: (target, name) => {
      step();
      return Reflect.get(target, name);
    },
  });
}

function turningAt(now: number): string {
  return turning.charAt(Math.floor(now / interval) % turning.length);
}

function partOf(fraction: number, columns: number): string {
  const part = Math.min(1, Math.max(0, fraction));
  const percent = `${String(Math.floor(part * 100)).padStart(3)}%`;
  if (columns < leastForBar) return percent;
  const full = Math.round(part * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${percent}`;
}
