import { ownSchemes } from '../../accounts/index.ts';
import type { ExtensionPoint, PluginCommand } from '../contract/index.ts';
import { harmless } from './harmless.ts';

/** The properties by which a provider or a command is judged. */
export const judgedParts = [
  'name',
  'displayName',
  'head',
  'scheme',
  'description',
  'find',
  'value',
  'resolve',
  'run',
] as const;

/** So much may one module register, of tools as many as a manifest may name. */
const most = { tool: 32, point: 64, command: 64 } as const;

/** What keeps a further registration from being made where there are `before` already; undefined: nothing does. */
export function countProblem(kind: keyof typeof most, before: number): string | undefined {
  return before < most[kind] ? undefined : `is one more than the ${most[kind]} that a plugin may have`;
}

/** What keeps a provider from being asked, whatever it would answer; undefined: nothing does. */
export function providerProblem(
  point: ExtensionPoint,
  provider: unknown,
  priority: unknown,
): string | undefined {
  if (!Number.isSafeInteger(priority)) return 'has a priority that is no whole number';
  return providerProblems[point](provider);
}

/** What keeps a command from being added. `taken`: the names of those before it. */
export function commandProblem(
  { name, description, run }: Readonly<Record<keyof PluginCommand, unknown>>,
  taken: readonly unknown[],
): string | undefined {
  if (!isName(name)) return 'has a name other than lower-case letters, digits and dashes';
  if (!isLine(description, 200)) return 'has no description of one line';
  if (typeof run !== 'function') return 'has nothing to run';
  return taken.includes(name) ? 'is registered already' : undefined;
}

const providerProblems: Readonly<Record<ExtensionPoint, (provider: unknown) => string | undefined>> = {
  accountInfo: functionProblem,
  loginHook: functionProblem,
  runHook: functionProblem,
  importer: (provider) => {
    const { name, displayName, find } = fieldsOf(provider);
    if (!isName(name)) return 'has a name other than lower-case letters, digits and dashes';
    return isLine(displayName, 80) ? partProblem('find', find) : 'has no displayName of one line';
  },
  listColumn: (provider) => {
    const { head, value } = fieldsOf(provider);
    return isLine(head, 24) ? partProblem('value', value) : 'has no head of one line, at most 24 characters';
  },
  secretReference: (provider) => {
    const { scheme, resolve } = fieldsOf(provider);
    const isScheme = typeof scheme === 'string' && /^[a-z][a-z0-9+.-]{1,31}$/.test(scheme);
    if (!isScheme) return 'has a scheme that is none';
    return isOurScheme(scheme) ? `has the scheme ${scheme}, which is ours` : partProblem('resolve', resolve);
  },
};

/** Nobody would ever ask it. */
function isOurScheme(scheme: string): boolean {
  return (ownSchemes as readonly string[]).includes(scheme);
}

function functionProblem(value: unknown): string | undefined {
  return typeof value === 'function' ? undefined : 'is no function';
}

function partProblem(name: string, value: unknown): string | undefined {
  return typeof value === 'function' ? undefined : `has no function "${name}"`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value);
}

function isLine(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && harmless(value, most) === value.trim();
}
