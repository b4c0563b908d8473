import type { AccountsContext } from '../accounts/index.ts';
import type { AITool, Surface } from '../registry/index.ts';
import { accountIn, homeVariables } from './account-in.ts';
import { type Editor, editorsHere, hasExtension, hasJetBrains, variablesIn } from './editors.ts';
import { commandOf } from './in-terminals.ts';
import type { SurfaceAnswer, Verdict } from './surface-answer.ts';

/** The terminals of editors, and the extensions in them. `terminal`: what the bare command in this terminal is. */
export function inEditors(ctx: AccountsContext, tool: AITool, terminal: Verdict): readonly SurfaceAnswer[] {
  const editors = editorsHere(ctx);
  const extensions = (tool.surfaces ?? []).filter(({ kind }) => kind === 'vscode');
  return [
    ...editors.map((editor) => ({
      surface: `${editor.name}: its terminal`,
      here: true,
      ...inItsTerminal(ctx, tool, editor, terminal),
      change: snippetLine(tool),
    })),
    ...(extensions.length === 0 ? [unknownExtension(tool, editors)] : []),
    ...extensions.flatMap((surface) =>
      editors.length === 0
        ? [
            {
              surface: `VS Code: ${surface.name}`,
              here: false,
              ...ofExtension(ctx, tool, surface, undefined, terminal),
            },
          ]
        : editors.map((editor) => ({
            surface: `${editor.name}: ${surface.name}`,
            here: surface.extension === undefined ? null : hasExtension(editor, surface.extension),
            ...ofExtension(ctx, tool, surface, editor, terminal),
            ...(surface.account === 'own' ? {} : { change: snippetLine(tool) }),
          })),
    ),
    ...inJetBrains(ctx, tool, terminal),
  ];
}

function snippetLine({ id }: AITool): string {
  return `tools env ${id} -a LABEL --format vscode`;
}

function unknownExtension(tool: AITool, editors: readonly Editor[]): SurfaceAnswer {
  const because = `nothing is known of an extension of ${tool.displayName}`;
  return { surface: 'VS Code', here: editors.length > 0, account: null, sure: false, because };
}

function inItsTerminal(ctx: AccountsContext, tool: AITool, editor: Editor, terminal: Verdict): Verdict {
  const given = variablesIn(editor, terminalSetting(ctx.host.platform), 'map');
  const verdict = given && heeded(ctx, tool, given.env, given.file);
  return verdict ?? { ...terminal, sure: false, because: `as in any terminal: ${terminal.because}` };
}

/** The settings by which the family gives variables to its terminals. */
export function terminalSetting(platform: AccountsContext['host']['platform']): string {
  const systems = { linux: 'linux', darwin: 'osx', win32: 'windows' } as const;
  return `terminal.integrated.env.${systems[platform]}`;
}

function ofExtension(
  ctx: AccountsContext,
  tool: AITool,
  { account, variables, note }: Surface,
  editor: Editor | undefined,
  terminal: Verdict,
): Verdict {
  const verdict = { terminal: inTerminal, environment: inEnvironment, own: withItsOwn }[account]();
  return note === undefined ? verdict : { ...verdict, because: `${verdict.because} (${note})` };

  function inTerminal(): Verdict {
    const there = editor ? inItsTerminal(ctx, tool, editor, terminal) : terminal;
    return {
      ...there,
      sure: false,
      because: `it types ${commandOf(tool)} into a terminal; ${there.because}`,
    };
  }
  function inEnvironment(): Verdict {
    const given = editor && variables ? variablesIn(editor, variables.setting, variables.form) : undefined;
    return (given && heeded(ctx, tool, given.env, given.file)) ?? asStarted(ctx, tool, 'the editor');
  }
  function withItsOwn(): Verdict {
    return { account: null, sure: true, because: 'it has a login of its own' };
  }
}

/** What variables of a setting come to; undefined: none of them is of the tool. */
function heeded(
  ctx: AccountsContext,
  tool: AITool,
  env: Readonly<Record<string, string>>,
  file: string,
): Verdict | undefined {
  const names = [...homeVariables(tool), ...(tool.environment?.outranks ?? [])];
  if (!names.some((name) => env[name])) return undefined;
  const values = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, substituted(ctx, value)]),
  );
  const verdict = accountIn(ctx, tool, values);
  return { ...verdict, because: `${file}: ${verdict.because}` };
}

/** Of what editors put in the place of `${…}`, what can be known here. */
function substituted({ host }: AccountsContext, value: string): string {
  return value
    .replace(/\$\{userHome\}/g, () => host.homeDir)
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => host.env[name] ?? '');
}

/** A program of a desktop has the environment of the desktop, which nobody here can see. */
export function asStarted(ctx: AccountsContext, tool: AITool, what: string): Verdict {
  const { account } = accountIn(ctx, tool, {});
  const names = homeVariables(tool).join(', ');
  const because = `it uses what ${names} says where ${what} was started, which can't be seen from here; a desktop sets no such variable by itself`;
  return { account, sure: false, because };
}

function inJetBrains(ctx: AccountsContext, tool: AITool, terminal: Verdict): readonly SurfaceAnswer[] {
  const here = hasJetBrains(ctx);
  const known = (tool.surfaces ?? []).filter(({ kind }) => kind === 'jetbrains');
  if (known.length > 0)
    return known.map((surface) => ({
      surface: `JetBrains: ${surface.name}`,
      here,
      ...ofExtension(ctx, tool, surface, undefined, terminal),
    }));
  const because = `nothing is known of a plugin of ${tool.displayName}; in its terminal: ${terminal.because}`;
  return [{ surface: 'JetBrains', here, account: null, sure: false, because }];
}
