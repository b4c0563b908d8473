import type { Surface } from '../registry/index.ts';
import { terminalSetting } from './editor-verdicts.ts';
import {
  editorLine,
  hiddenKey,
  type Snippet,
  type SnippetFacts,
  sharingWarnings,
  snippet,
} from './snippet-parts.ts';

/** Settings for the terminals of the editor, and for the tool's own extension where it has a setting for that. */
export function vscodeSnippet(facts: SnippetFacts): Snippet {
  const { ctx, tool, environment } = facts;
  const extensions = (tool.surfaces ?? []).filter(({ kind }) => kind === 'vscode');
  const settings = {
    [terminalSetting(ctx.host.platform)]: {
      ...environment.set,
      // Takes a variable away.
      ...Object.fromEntries(environment.unset.map((name) => [name, null])),
    },
    ...Object.fromEntries(
      extensions.flatMap(({ variables }) =>
        variables ? [[variables.setting, inForm(variables.form, environment.set)]] : [],
      ),
    ),
  };
  const comments = [
    'For your own settings instead: the command "Preferences: Open User Settings (JSON)".',
    'Terminals that are open already keep what they have.',
  ];
  const warnings = [
    ...extensions.flatMap((surface) => extensionWarning(facts, surface) ?? []),
    ...keyWarnings(facts),
    ...sharingWarnings(facts),
  ];
  return snippet(
    '//',
    { file: '.vscode/settings.json of the folder', comments, warnings },
    JSON.stringify(settings, null, 2),
  );
}

function inForm(form: 'list' | 'map', set: Readonly<Record<string, string>>): object {
  return form === 'map' ? set : Object.entries(set).map(([name, value]) => ({ name, value }));
}

function extensionWarning(facts: SnippetFacts, { name, account, variables }: Surface): string | undefined {
  if (account === 'own') return `${name} has a login of its own: nothing here changes it`;
  if (account === 'terminal' || variables) return undefined;
  return `no setting gives ${name} variables: ${editorLine(facts)}`;
}

function keyWarnings(facts: SnippetFacts): readonly string[] {
  const variable = hiddenKey(facts);
  return variable === undefined ? [] : [`the key is not in here: ${editorLine(facts)}`];
}
