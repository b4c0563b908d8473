import { keepAnswer, mayBeShown, recordMark, shownIn } from '../accounts/index.ts';
import { type Host, watchFacts, watchLooks } from '../platform/index.ts';
import type { KnownTools } from '../registry/index.ts';
import { build } from './build.ts';
import { builtInMark } from './built-in-mark.ts';
import type { CliIo } from './cli-io.ts';
import { isPlainTerminal } from './is-plain-terminal.ts';
import { mayBeSecret, secretNames } from './redact.ts';
import { watchStreams } from './watch-streams.ts';

/** Work on an answer, and what it is made of. */
export interface WatchedAnswer {
  /** For the command, from its first look on. */
  readonly io: CliIo;
  /**
   * To be called when the command is done, and well. Keeps the answer, all of which is on stdout, for whoever asks the
   * same again while nothing of what it was made of has changed, if that can be told.
   */
  keep(registry: KnownTools): void;
}

/** @param line as it was typed */
export function watchAnswer(io: CliIo, line: readonly string[]): WatchedAnswer {
  const began = io.host.now().getTime();
  const facts = watchFacts(io.host);
  const { host, looks, hasMore, sawDead } = watchLooks(facts.host, { isWhole: true });
  const streams = watchStreams(io);
  // Asked already, before anybody watched.
  isPlainTerminal(host.env);
  return {
    io: Object.defineProperties(streams.io as CliIo, { host: { value: host } }),
    keep: (registry) => {
      const text = streams.text();
      const { isTTY, columns: width = 80 } = io.stdout;
      const columns = isTTY ? width : null;
      if (text === undefined || facts.hasMore() || hasMore() || !isComparable(text, columns)) return;
      const secrets = secretNames(registry.all());
      if (showsSecret(io.host.env, secrets, shownIn(text, columns))) return;
      const variables = variablesOf(io.host, facts.variables, secrets);
      const by = recordMark(build, io.host, builtInMark);
      if (variables)
        keepAnswer(io.host, {
          by,
          line,
          columns,
          variables,
          secrets,
          looks,
          began,
          saysDead: sawDead(),
          text,
        });
    },
  };
}

/**
 * In an answer with something hidden in it, or cut off as it may be on a terminal, nobody can look for what is a secret by
 * the next time.
 */
function isComparable(text: string, columns: number | null): boolean {
  return !text.includes('***') && (columns === null || !text.includes('…'));
}

function showsSecret(env: Host['env'], secrets: string, shown: string): boolean {
  return Object.entries(env).some(
    ([name, value = '']) => mayBeShown(shown, value) && mayBeSecret(name, secrets),
  );
}

/** Those that were read. undefined: what one of them says may be a secret, which is not to be written down. */
function variablesOf(
  { env, platform }: Host,
  read: ReadonlySet<string>,
  secrets: string,
): Readonly<Record<string, string | null>> | undefined {
  const names = [...read];
  if (names.some((name) => env[name] !== undefined && mayBeSecret(name, secrets))) return undefined;
  return Object.fromEntries(
    names.map((name) => [platform === 'win32' ? name.toUpperCase() : name, env[name] ?? null]),
  );
}
