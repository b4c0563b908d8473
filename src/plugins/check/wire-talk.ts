import type { PipedEnd, PipedProgram } from '../../process/index.ts';
import { wireLimits } from '../contract/index.ts';
import { lineFraming } from '../rpc/index.ts';
import { type Reply, readMessage } from './wire-message.ts';
import { type WireSights, wireSights } from './wire-sights.ts';

/** A program that was started, spoken to byte by byte. Nothing that it does is made up for. */
export interface WireTalk {
  /** Sends a call and waits for its answer, so many milliseconds. */
  readonly ask: (method: string, params: unknown, patience: number) => Promise<Reply>;
  /** Waits for the answer to a call that went out by `write`. */
  readonly answer: (id: number, patience: number) => Promise<Reply>;
  readonly write: (text: string) => void;
  /** A number that was not used yet. */
  readonly nextId: () => number;
  readonly seen: WireSights;
  /** It has ended, or left a call without an answer: there is no use in asking it anything more. */
  readonly isLost: () => boolean;
  readonly ended: Promise<PipedEnd>;
}

/** What a plugin may send us before we have seen enough. */
const mostBytes = 32 * 1_048_576;

export function wireTalk(program: PipedProgram): WireTalk {
  const seen = wireSights();
  const calls = new Calls();
  const framing = lineFraming(wireLimits.lineBytes, {
    line: (text) => {
      const message = readMessage(text);
      if (message.kind === 'noise') seen.noteNoise(text);
      if (message.kind === 'reply') calls.heed(message.id, message.reply, seen);
    },
    noise: (problem, start) =>
      seen.noteNoise(problem === 'tooLong' ? `a line of more than 1 MiB: ${start}` : `${start}`),
  });
  const ended = new Promise<PipedEnd>((resolve) => {
    program.listen({
      data: (chunk) => {
        seen.noteBytes(chunk.length);
        if (seen.stdoutBytes() > mostBytes) void program.close();
        else framing.push(chunk);
      },
      drain: () => {},
      end: (how) => {
        framing.end();
        calls.end(endSentence(how));
        resolve(how);
      },
    });
  });
  const write = (text: string) => void program.write(text);
  return {
    write,
    nextId: () => calls.nextId(),
    answer: (id, patience) => calls.wait(id, patience),
    ask: (method, params, patience) => {
      const id = calls.nextId();
      write(callLine(id, method, params));
      return calls.wait(id, patience);
    },
    seen,
    isLost: () => calls.isLost,
    ended,
  };
}

/** A call as it goes out; without `params` where there are none. */
export function callLine(id: number, method: string, params?: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

function endSentence({ code, signal, isRunning }: PipedEnd): string {
  if (isRunning) return 'it closed its stdout, and went on';
  return signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
}

/** The calls of one talk, and what came of each. */
class Calls {
  #last = 0;
  #ending: string | undefined;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #replies = new Map<number, Reply>();
  isLost = false;

  nextId(): number {
    this.#last += 1;
    return this.#last;
  }

  heed(id: unknown, reply: Reply, seen: WireSights): void {
    const asked = [...this.#waiting.keys()][0];
    if (this.#isOurs(id)) this.#settle(id, reply, seen);
    else if (id === null || id === undefined) {
      seen.noteUnasked('an answer came that has no id');
    } else {
      seen.noteId(id, asked);
      // A number may be anything's; a text is the mistake that it looks like, and whoever waits learns of it at once.
      if (asked !== undefined && id === String(asked))
        this.#settle(asked, { kind: 'none', why: 'its answer has a text for an id' }, seen);
    }
  }

  wait(id: number, patience: number): Promise<Reply> {
    const there = this.#replies.get(id);
    if (there) return Promise.resolve(there);
    if (this.#ending !== undefined) return Promise.resolve(this.#lost(`${this.#ending} before that`));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        resolve(this.#lost(`no answer within ${patience / 1000} s`));
      }, patience);
      this.#waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
    });
  }

  end(how: string): void {
    this.#ending = how;
    for (const settle of this.#waiting.values()) settle(this.#lost(`${how}, without an answer`));
    this.#waiting.clear();
    this.isLost = true;
  }

  #isOurs(id: unknown): id is number {
    return Number.isInteger(id) && (id as number) > 0 && (id as number) <= this.#last;
  }

  #settle(id: number, reply: Reply, seen: WireSights): void {
    if (this.#replies.has(id)) {
      seen.noteAgain(id);
      return;
    }
    this.#replies.set(id, reply);
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }

  #lost(why: string): Reply {
    this.isLost = true;
    return { kind: 'none', why };
  }
}
