import type { Surface } from '../registry/index.ts';
import { type EditorQuestion, verdictInTerminal, verdictOfExtension } from './editor-verdicts.ts';
import { type Editor, editorsHere, hasExtension, hasJetBrains } from './editors.ts';
import type { SurfaceAnswer } from './surface-answer.ts';

/** The terminals of editors, and the extensions in them. */
export function inEditors(question: EditorQuestion): readonly SurfaceAnswer[] {
  const { ctx, tool } = question;
  const editors = editorsHere(ctx);
  const extensions = (tool.surfaces ?? []).filter(({ kind }) => kind === 'vscode');
  return [
    ...editors.map((editor) => ({
      surface: `${editor.name}: its terminal`,
      here: true,
      ...verdictInTerminal(question, editor),
      change: snippetLine(question),
    })),
    ...(extensions.length === 0 ? [unknownExtension(question, editors)] : []),
    ...extensions.flatMap((surface) =>
      editors.length === 0
        ? extensionElsewhere(question, surface)
        : editors.map((editor) => extensionIn(question, surface, editor)),
    ),
    ...inJetBrains(question),
  ];
}

function snippetLine({ tool: { id } }: EditorQuestion): string {
  return `tools env ${id} -a LABEL --format vscode`;
}

function extensionIn(question: EditorQuestion, surface: Surface, editor: Editor): SurfaceAnswer {
  return {
    surface: `${editor.name}: ${surface.name}`,
    here: surface.extension === undefined ? null : hasExtension(editor, surface.extension),
    ...verdictOfExtension(question, surface, editor),
    ...(surface.account === 'own' ? {} : { change: snippetLine(question) }),
  };
}

function extensionElsewhere(question: EditorQuestion, surface: Surface): SurfaceAnswer {
  return {
    surface: `VS Code: ${surface.name}`,
    here: false,
    ...verdictOfExtension(question, surface, undefined),
  };
}

function unknownExtension({ tool }: EditorQuestion, editors: readonly Editor[]): SurfaceAnswer {
  const because = `nothing is known of an extension of ${tool.displayName}`;
  return { surface: 'VS Code', here: editors.length > 0, account: null, sure: false, because };
}

function inJetBrains(question: EditorQuestion): readonly SurfaceAnswer[] {
  const { ctx, tool, terminal } = question;
  const here = hasJetBrains(ctx);
  const known = (tool.surfaces ?? []).filter(({ kind }) => kind === 'jetbrains');
  if (known.length > 0)
    return known.map((surface) => ({
      surface: `JetBrains: ${surface.name}`,
      here,
      ...verdictOfExtension(question, surface, undefined),
    }));
  const because = `nothing is known of a plugin of ${tool.displayName}; in its terminal: ${terminal.because}`;
  return [{ surface: 'JetBrains', here, account: null, sure: false, because }];
}
