import { emitKeypressEvents } from 'node:readline';
import { endBySignal, onSignals, stopJob } from '../../process/index.ts';
import type { CliIo, InputStream, OutputStream } from '../cli-io.ts';
import { Keys, type NodeKey } from './keys.ts';
import type { Size } from './picker-lines.ts';
import type { Key } from './picker-state.ts';

/** A key; or the picture is to be drawn anew; or nobody will ever press a key again. */
export type ViewEvent = Key | 'redraw' | 'gone';

/** Of its own, without a cursor; what is pasted is told from what is typed. */
const altScreen = {
  on: '\x1b[?1049h\x1b[?25l\x1b[?2004h',
  off: '\x1b[?2004l\x1b[?25h\x1b[?1049l',
} as const;
/** Milliseconds after which a stop has reached the whole job: what comes later comes after it was continued. */
const settled = 25;

/** A terminal of its own screen and in raw mode, from `open` to `close`; given back whichever way it ends. */
export class TerminalView {
  private readonly stdin: InputStream;
  private readonly stdout: OutputStream;
  private readonly events: ViewEvent[] = [];
  private wake: (() => void) | undefined;
  private undo: (() => void) | undefined;

  constructor({ stdin, stdout }: Pick<CliIo, 'stdin' | 'stdout'>) {
    this.stdin = stdin;
    this.stdout = stdout;
  }

  get size(): Size {
    return { columns: this.stdout.columns || 80, rows: this.stdout.rows || 24 };
  }

  open(): void {
    this.show();
    emitKeypressEvents(this.stdin);
    const keys = new Keys();
    const onKey = (text: string | undefined, key: NodeKey) => {
      const read = keys.read(text, key);
      if (read) this.add(read);
    };
    const onGone = () => this.add('gone');
    const onResize = () => this.add('redraw');
    this.stdin.on('keypress', onKey).on('end', onGone).on('close', onGone).on('error', onGone);
    this.stdout.on('resize', onResize);
    const undoSignals = [
      onSignals(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'], (signal) => {
        this.close();
        endBySignal(signal);
      }),
      // Whoever stopped us otherwise than by the key may have changed the terminal meanwhile.
      onSignals(['SIGCONT'], () => {
        this.hide();
        this.show();
        this.add('redraw');
      }),
    ];
    this.stdin.resume();
    this.undo = () => {
      this.stdin.off('keypress', onKey).off('end', onGone).off('close', onGone).off('error', onGone);
      this.stdout.off('resize', onResize);
      for (const undo of undoSignals) undo();
      this.stdin.pause();
    };
  }

  /** What is closed stays so: a second time would put the cursor where it once was. */
  close(): void {
    if (!this.undo) return;
    this.undo();
    this.undo = undefined;
    this.hide();
  }

  /** What was there goes before a line is written: after one that fills its row, its last letter would go. */
  draw(lines: readonly string[]): void {
    const drawn = lines.map((line, at) => `\x1b[${at < lines.length - 1 ? 'K' : 'J'}${line}`);
    this.stdout.write(`\x1b[H${drawn.join('\r\n')}`);
  }

  /** What comes next has come already: a picture would be of what is no more. */
  get isBehind(): boolean {
    return this.events.length > 0;
  }

  async next(): Promise<ViewEvent> {
    for (;;) {
      const event = this.events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
  }

  /** Gives the terminal back and stops; goes on when the job does. */
  async suspend(): Promise<void> {
    this.close();
    stopJob();
    await new Promise((done) => setTimeout(done, settled));
    this.open();
  }

  private show(): void {
    this.stdin.setRawMode?.(true);
    this.stdout.write(altScreen.on);
  }

  private hide(): void {
    this.stdin.setRawMode?.(false);
    this.stdout.write(altScreen.off);
  }

  private add(event: ViewEvent): void {
    this.events.push(event);
    this.wake?.();
  }
}
