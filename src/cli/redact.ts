import { hideUsers } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';

/** Below this a value is too common a word to be looked for. */
const shortest = 6;
/** For variables that only sound like a secret; what is a path is none. */
const shortestGuess = 8;
const pathLike = /^(?:[/~.]|[a-z]:[\\/])/i;
const secretName = /(?:TOKEN|SECRET|PASSWORD|PASSWD|_KEY|APIKEY|CREDENTIALS?)$/i;

/** What every shell has is no key, whatever a plugin says of it: its value stands in paths and in words. */
const ordinary =
  /^(?:PWD|OLDPWD|USER|LOGNAME|USERNAME|USERPROFILE|HOST|HOSTNAME|SHELL|SHLVL|TERM|TERM_PROGRAM|COLORTERM|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|DISPLAY|EDITOR|VISUAL|PAGER|XDG_[A-Z_]+)$/i;

/** Of a variable that every shell has: what it says is no secret. */
function isOrdinary(name: string): boolean {
  return ordinary.test(name);
}

/** Names of the variables that carry keys of these tools, with a space around each. */
export function secretNames(tools: readonly Pick<AITool, 'environment'>[]): string {
  return ` ${[...namesOf(tools)].join(' ')} `;
}

/**
 * Whether a variable is one of those that carry secrets, however short and whatever its value looks like.
 * @param names as `secretNames`
 */
export function mayBeSecret(name: string, names: string): boolean {
  return (names.includes(` ${name} `) || secretName.test(name)) && !isOrdinary(name);
}

/** What must never be shown: values of variables that carry keys, and what was read from stdin as one. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  tools: readonly Pick<AITool, 'environment'>[],
  given: Iterable<string>,
): readonly string[] {
  const names = namesOf(tools);
  const held = Object.entries(env).flatMap(([name, value = '']) => {
    if (isOrdinary(name)) return [];
    const isGuess = secretName.test(name) && value.length >= shortestGuess && !pathLike.test(value);
    return names.has(name) || isGuess ? [value] : [];
  });
  return [...new Set([...held, ...given])]
    .filter((secret) => secret.length >= shortest)
    .sort((a, b) => b.length - a.length);
}

function namesOf(tools: readonly Pick<AITool, 'environment'>[]): ReadonlySet<string> {
  return new Set(
    tools.flatMap(({ environment: { apiKey = [], outranks = [] } = {} }) => [...apiKey, ...outranks]),
  );
}

/** The text without those secrets and without what stands before the @ of an address. */
export function redact(text: string, secrets: readonly string[]): string {
  let shown = hideUsers(text);
  for (const secret of secrets) shown = shown.replaceAll(secret, '***');
  return shown;
}
