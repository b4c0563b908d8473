import {
  type AccountsContext,
  accountOfLabel,
  labelOf,
  type ReadFile,
  systemLabel,
} from '../accounts/index.ts';
import type { NamedPlugin } from '../plugins/index.ts';
import { plainError } from './plain-error.ts';
import { kindWords } from './plugin-words.ts';

/** What a binding file says and what that means here, a line each, for whoever is asked to trust it. */
export function bindingFileLines(
  state: AccountsContext,
  { path, says, state: before }: ReadFile,
  plugins: readonly NamedPlugin[],
): readonly string[] {
  const { accounts, requirements, unknown } = says;
  return [
    `${path}${before === 'changed' ? ', which changed since it was trusted,' : ''} says:`,
    ...[...accounts].map(([tool, name]) => `  ${tool} uses ${meaningOf(state, tool, name)}`),
    ...[...requirements].map(
      ([tool, { fingerprints, mode }]) =>
        `  ${tool} must run as ${fingerprints.join(' or ')}, else ${mode === 'refuse' ? 'it is not started' : 'there is a warning'}`,
    ),
    ...plugins.map((plugin) => `  ${pluginWords(plugin)}`),
    ...(accounts.size + requirements.size + plugins.length === 0 ? ['  nothing that we know of'] : []),
    ...(unknown.length === 0 ? [] : [`  not understood, and not heeded: ${unknown.join(', ')}`]),
  ];
}

/** The same for programs. */
export function bindingFileDocument(
  state: AccountsContext,
  { path, hash, says, state: before }: ReadFile,
  plugins: readonly NamedPlugin[],
): object {
  const { accounts, requirements, unknown } = says;
  return {
    path,
    hash,
    state: before,
    accounts: [...accounts].map(([tool, name]) => ({
      tool,
      name,
      account: labelHere(state, tool, name) ?? null,
    })),
    requirements: [...requirements].map(([tool, requirement]) => ({ tool, ...requirement })),
    plugins: plugins.map(({ name, found, problem }) => ({
      name,
      plugin: found?.id ?? null,
      version: found?.version ?? null,
      kind: found?.kind ?? null,
      permissions: found?.permissions ?? [],
      problem: problem ? plainError(state.host, problem) : null,
    })),
    unknown,
  };
}

/** Whoever trusts the file starts nothing by that. */
function pluginWords({ name, found, problem }: NamedPlugin): string {
  if (!found) return `${name} would be a plugin, and can't be used: ${problem?.message ?? ''}`;
  const { id, version, kind } = found;
  return `${name} is the plugin ${id} ${version ?? ''}, used here once you agree to it by tools plugin enable ${id}; ${kindWords[kind]}`;
}

function meaningOf(state: AccountsContext, tool: string, name: string): string {
  if (!state.registry.tool(tool)) return `${name} (there is no tool "${tool}" here)`;
  const { label, isAlias } = labelOf(state, tool, name);
  const meant = isAlias ? `${name}, which your settings make ${label}` : name;
  if (labelHere(state, tool, name) !== undefined) return meant;
  const wayOut = `tools settings set aliases.${name}.${tool} LABEL`;
  return `${meant} (there is no such account here${isAlias || name.includes('.') ? '' : `; to say whom it means: ${wayOut}`})`;
}

/** The label of the account that is meant; undefined: there is none. */
function labelHere(state: AccountsContext, tool: string, name: string): string | undefined {
  const { label } = labelOf(state, tool, name);
  return label === systemLabel ? label : accountOfLabel(state, tool, label)?.label;
}
