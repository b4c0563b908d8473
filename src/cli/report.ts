import { refusedLook, ToolsError, visibleJson, visibleText } from '../errors/index.ts';
import type { KnownTools } from '../registry/index.ts';
import type { CliIo } from './cli-io.ts';
import { plainError } from './plain-error.ts';
import { redact, secretsOf } from './redact.ts';

export interface ReportOptions {
  /** Errors as one JSON document. */
  readonly json: boolean;
  /** Name the code in the sentence: where an exit code could also be another program's. */
  readonly codes: boolean;
  /** No talk but errors. */
  readonly quiet: boolean;
  /** Nothing is drawn over, coloured or said in marks. */
  readonly plain?: boolean;
}

/** Where text leaves the program: escaped, without secrets, on the right stream. */
export class Report {
  private readonly io: CliIo;
  private readonly registry: KnownTools | undefined;
  private readonly options: ReportOptions;
  private readonly beforeTalk: () => void;
  private readonly given = new Set<string>();
  /** Sought once, and again after a further one was given: `list` asks for every cell. */
  private known: readonly string[] | undefined;

  /** `beforeTalk`: what is done before a line is written, such as to clear the way for it. */
  constructor(
    io: CliIo,
    registry: KnownTools | undefined,
    options: ReportOptions,
    beforeTalk: () => void = () => {},
  ) {
    this.io = io;
    this.registry = registry;
    this.options = options;
    this.beforeTalk = beforeTalk;
  }

  /** From now on this text is never shown. */
  hide(secret: string): void {
    this.given.add(secret);
    this.known = undefined;
  }

  /** Talk for the user: one line on stderr, signed where another program talks there, too. */
  tell(line: string): void {
    if (this.options.quiet || this.options.json) return;
    this.beforeTalk();
    this.io.stderr.write(`${this.options.codes ? 'tools: ' : ''}${this.clean(line)}\n`);
  }

  /** Data that a person or a program reads, as it will be shown: one line. */
  clean(data: string): string {
    return visibleText(redact(data, this.secrets()));
  }

  /** One JSON document on stdout. @returns what was written */
  document(value: object): string {
    const text = `${redact(visibleJson(versioned(value)), this.secrets().map(insideJson))}\n`;
    this.io.stdout.write(text);
    return text;
  }

  /** The same where the values are what was asked for: nothing in them is hidden or escaped. */
  rawDocument(value: object): void {
    this.io.stdout.write(`${JSON.stringify(versioned(value), null, 2)}\n`);
  }

  /** Says what failed; returns the exit code. */
  failure(thrown: unknown): number {
    const error = thrown instanceof ToolsError ? thrown : (refusedLook(thrown) ?? bugOf(thrown));
    const plain = plainError(this.io.host, error);
    this.beforeTalk();
    if (this.options.json) {
      const document = { error: plain };
      this.io.stderr.write(`${redact(visibleJson(document), this.secrets().map(insideJson))}\n`);
    } else {
      const code = this.options.codes ? ` (${error.code}, exit ${error.exit})` : '';
      this.io.stderr.write(`tools: ${this.clean(plain.message)}${code}\ntry:   ${this.clean(plain.hint)}\n`);
    }
    if (isOn(this.io.host.env.TOOLS_DEBUG)) this.io.stderr.write(this.stackOf(thrown));
    return error.exit;
  }

  private stackOf(thrown: unknown): string {
    if (!(thrown instanceof Error)) return '';
    const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    const cause =
      thrown.cause instanceof Error ? [`caused by ${thrown.cause.name}`, this.stackOf(thrown.cause)] : [];
    return `${[...frames, ...cause].map((line) => this.clean(line)).join('\n')}\n`;
  }

  private secrets(): readonly string[] {
    // Whoever repeats an answer looks through the environment that there is then.
    const { env } = (this.io.unwatched ?? this.io).host;
    this.known ??= secretsOf(env, this.registry?.all() ?? [], this.given);
    return this.known;
  }
}

/**
 * Not one of our errors, so a bug. Only its kind is told: its text may quote what it choked on, and that may
 * be a credential (JSON.parse does so).
 */
function bugOf(thrown: unknown): ToolsError {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  const call = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).syscall : undefined;
  return new ToolsError('INTERNAL', { what: [kind, code, call].filter(Boolean).join(' ') });
}

function versioned(value: object): object {
  return { schemaVersion: 1, ...value };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

function insideJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}
