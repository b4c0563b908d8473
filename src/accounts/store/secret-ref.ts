import { type SecretRefProblem, ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import type { Extensions } from '../ports.ts';

/** Where a key is kept that we never store, as somebody wrote it down. */
export type SecretRef =
  /** Whoever keeps it, and what prints it. */
  | { readonly kind: 'program'; readonly source: 'op' | 'pass' | 'command'; readonly argv: readonly string[] }
  | {
      readonly kind: 'keyring';
      readonly source: 'keyring';
      readonly service: string;
      readonly account: string;
    }
  | { readonly kind: 'variable'; readonly source: 'env'; readonly name: string }
  /** `source` is a scheme that a plugin answers for. */
  | { readonly kind: 'plugin'; readonly source: string; readonly reference: string };

/** What we read ourselves: no plugin is asked for these. */
export const ownSchemes = ['op', 'pass', 'keyring', 'env', 'command'] as const;

/**
 * `op://vault/item/field` (1Password), `pass:path`, `keyring:service/account`, `env:NAME`, `command:["argv", …]`, or
 * one of `schemes`, which plugins answer for, with `://` behind it. The error never repeats the text: it may be a key
 * that was typed in the wrong place.
 * @throws ToolsError SECRET_REF_UNUSABLE
 */
export function parseSecretRef(
  text: string,
  platform: Host['platform'],
  schemes: readonly string[] = [],
): SecretRef {
  if (text.length > longest || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) throw unusable('form');
  const [scheme = '', rest = ''] = split(text, ':');
  switch (scheme) {
    case 'op':
      if (!onePassword.test(text)) throw unusable('op');
      return { kind: 'program', source: 'op', argv: ['op', 'read', text] };
    case 'pass':
      if (rest === '' || rest.startsWith('-')) throw unusable('pass');
      return { kind: 'program', source: 'pass', argv: ['pass', 'show', rest] };
    case 'keyring':
      return keyringOf(rest, platform);
    case 'env':
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(rest)) throw unusable('env');
      return { kind: 'variable', source: 'env', name: rest };
    case 'command':
      return { kind: 'program', source: 'command', argv: argvOf(rest) };
    default:
      return ofPlugin(text, schemes);
  }
}

/** The schemes that plugins answer for. */
export function pluginSchemes(extensions: Extensions): readonly string[] {
  return extensions.providers('secretReference').map(({ provide }) => provide.scheme);
}

/** Whoever is asked stands in the environment: it may be set where the account is used, and only there. */
export function isVariableRef(text: string): boolean {
  return text.startsWith('env:');
}

const longest = 2048;

/** Vault, item, perhaps a section, field; an attribute may follow. */
const onePassword = /^op:\/\/[^/?]+(?:\/[^/?]+){2,3}(?:\?[^/?]+)?$/;

/** What stands before `://` is the name of a keeper, and no part of a key. */
function ofPlugin(text: string, schemes: readonly string[]): SecretRef {
  const scheme = /^([a-z][a-z0-9+.-]{0,31}):\/\/./.exec(text)?.[1];
  if (scheme === undefined) throw unusable('form');
  if (!schemes.includes(scheme)) throw unusable('scheme', scheme);
  return { kind: 'plugin', source: scheme, reference: text };
}

/** A service may hold slashes, as an address does; an account hardly ever. */
function keyringOf(text: string, platform: Host['platform']): SecretRef {
  const at = text.lastIndexOf('/');
  const [service, account] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (service === '' || account === '' || service.startsWith('-') || account.startsWith('-'))
    throw unusable('keyring');
  if (platform === 'win32') throw unusable('platform');
  return { kind: 'keyring', source: 'keyring', service, account };
}

function argvOf(text: string): readonly string[] {
  const argv = parseJson(text);
  if (!Array.isArray(argv) || argv.length === 0 || argv.length > 32) throw unusable('command');
  if (!argv.every((word) => typeof word === 'string' && word !== '')) throw unusable('command');
  // Relative to what? Whoever stands elsewhere would run another program.
  if (/[/\\]/.test(argv[0]) && !/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(argv[0])) throw unusable('command');
  return argv;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function split(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function unusable(problem: SecretRefProblem, scheme?: string): ToolsError<'SECRET_REF_UNUSABLE'> {
  return new ToolsError('SECRET_REF_UNUSABLE', { problem, scheme });
}
