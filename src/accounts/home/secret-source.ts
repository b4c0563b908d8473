import { ToolsError } from '../../errors/index.ts';
import { type Host, noteSecret } from '../../platform/index.ts';
import { readVariable, searchProgram } from '../../process/index.ts';
import type { AccountsContext } from '../context.ts';
import type { Extensions, Provider } from '../ports.ts';
import { parseSecretRef, pluginSchemes, type SecretRef } from '../store/secret-ref.ts';
import { userVariables } from './user-environment.ts';

/** What a secret reference asks, here. */
export interface SecretSource {
  readonly ref: SecretRef;
  /** For people, e.g. `op`. */
  readonly name: string;
  /** The program that is asked, with its arguments; undefined: a variable is read, or a plugin asked. */
  readonly argv?: readonly string[];
  /** What asks as we do and shows no key, to be typed. */
  readonly ask: string;
}

type Asking = Pick<AccountsContext, 'host' | 'extensions'>;

/**
 * @throws ToolsError SECRET_REF_UNUSABLE for a text that a hand wrote into account.json, or whose plugin is gone
 */
export function secretSource({ host, extensions }: Asking, keyFrom: string): SecretSource {
  const ref = parseSecretRef(keyFrom, host.platform, pluginSchemes(extensions));
  if (ref.kind === 'plugin') {
    const { plugin = '' } = keeperOf(extensions, ref.source) ?? {};
    return { ref, name: `the plugin "${plugin}"`, ask: `tools plugin info ${plugin}` };
  }
  if (ref.kind === 'variable')
    return { ref, name: `the variable ${ref.name}`, ask: `export ${ref.name}=KEY` };
  if (ref.kind === 'program') return { ref, name: ref.argv[0] ?? '', argv: ref.argv, ask: typed(ref.argv) };
  const argv = keyringArgv(ref, host.platform);
  return { ref, name: 'the keyring', argv, ask: typed(argv.filter((word) => word !== showsKey)) };
}

/** Who is asked for a scheme. It alone: another one would give another key. */
export function keeperOf(extensions: Extensions, scheme: string): Provider<'secretReference'> | undefined {
  return extensions.providers('secretReference').find(({ provide }) => provide.scheme === scheme);
}

/**
 * Why it can't be had, as far as can be told without asking for it; undefined: nothing is known to stop it.
 * @throws ToolsError SECRET_REF_UNUSABLE
 */
export function sourceProblem(ctx: AccountsContext, keyFrom: string): string | undefined {
  const { ref, argv } = sourceOrNobody(ctx, keyFrom);
  if (ref === undefined) return 'no plugin that is enabled answers for it';
  if (ref.kind === 'plugin') return undefined;
  if (ref.kind === 'variable')
    return givenValue(ctx, ref.name) ? undefined : `the variable ${ref.name} is not set`;
  const program = argv?.[0] ?? '';
  return programFile(ctx, program) === undefined ? `${program} is not on PATH` : undefined;
}

/** A plugin that is gone may come back: the reference is no worse for that. */
function sourceOrNobody(
  ctx: AccountsContext,
  keyFrom: string,
): SecretSource | { readonly ref: undefined; readonly argv?: undefined } {
  try {
    return secretSource(ctx, keyFrom);
  } catch (error) {
    if (!(error instanceof ToolsError) || !isOfNobody(error)) throw error;
    return { ref: undefined };
  }
}

function isOfNobody({ data }: ToolsError): boolean {
  return (data as { readonly problem?: string }).problem === 'scheme';
}

/** What the user set, not what an outer run of ours did. */
export function givenValue(ctx: AccountsContext, name: string): string | undefined {
  noteSecret(ctx.host);
  return readVariable(ctx.host.platform, userVariables(ctx, [name]), name);
}

/** Where the program lies: never a shim of ours, never in the current directory. */
export function programFile({ host, paths }: AccountsContext, program: string): string | undefined {
  if (host.path.isAbsolute(program)) return host.files.stat(program) ? program : undefined;
  return searchProgram(host, { names: [program], shims: paths.shims }).found?.path;
}

/** The argument that makes macOS print the key. */
const showsKey = '-w';

function keyringArgv(
  { service, account }: SecretRef & { readonly kind: 'keyring' },
  platform: Host['platform'],
): readonly string[] {
  return platform === 'darwin'
    ? ['/usr/bin/security', 'find-generic-password', '-s', service, '-a', account, showsKey]
    : // As the common libraries store it.
      ['secret-tool', 'lookup', 'service', service, 'username', account];
}

function typed(argv: readonly string[]): string {
  return `${argv.map(quoted).join(' ')} > /dev/null`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
