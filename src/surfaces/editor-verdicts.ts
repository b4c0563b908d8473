import type { AccountsContext } from '../accounts/index.ts';
import type { AITool, Surface } from '../registry/index.ts';
import { accountIn, homeVariables } from './account-in.ts';
import { type Editor, variablesIn } from './editors.ts';
import { commandOf } from './in-terminals.ts';
import { startedWith } from './running-editors.ts';
import type { Verdict } from './surface-answer.ts';

/** What is asked about, and what is known already. */
export interface EditorQuestion {
  readonly ctx: AccountsContext;
  readonly tool: AITool;
  /** Whose login the bare command in this terminal takes. */
  readonly terminal: Verdict;
}

/** Whose login the bare command takes in a new terminal of the editor. */
export function verdictInTerminal(question: EditorQuestion, editor: Editor): Verdict {
  return asFarAsRead(verdictThere(question, editor), editor);
}

function verdictThere(question: EditorQuestion, editor: Editor): Verdict {
  const { ctx, terminal } = question;
  const given = heeded(question, variablesIn(editor, terminalSetting(ctx.host.platform), 'map'));
  if (given) return given;
  // The files of a shell may say otherwise.
  const started = startedWith(question, editor);
  if (started) return { ...started, sure: false };
  return { ...terminal, sure: false, because: `as in any terminal: ${terminal.because}` };
}

/** Whose login an extension or a plugin takes; of an editor that is not here as far as can be told. */
export function verdictOfExtension(
  question: EditorQuestion,
  surface: Surface,
  editor: Editor | undefined,
): Verdict {
  const verdict = ways[surface.account](question, surface, editor);
  return surface.note === undefined
    ? verdict
    : { ...verdict, because: `${verdict.because} (${surface.note})` };
}

type Way = (question: EditorQuestion, surface: Surface, editor: Editor | undefined) => Verdict;

const ways: Readonly<Record<Surface['account'], Way>> = {
  own: () => ({ account: null, sure: true, because: 'it has a login of its own' }),
  terminal: (question, _surface, editor) => {
    const there = editor ? verdictInTerminal(question, editor) : question.terminal;
    const because = `it types ${commandOf(question.tool)} into a terminal; ${there.because}`;
    return { ...there, sure: false, because };
  },
  environment: (question, { variables }, editor) => {
    const found = editor && variables && variablesIn(editor, variables.setting, variables.form);
    const seen = heeded(question, found) ?? (editor && startedWith(question, editor));
    return asFarAsRead(seen ?? asStarted(question.ctx, question.tool, 'the editor'), editor);
  },
};

/** Settings that can't be read here may be read by the editor. */
function asFarAsRead(verdict: Verdict, editor: Editor | undefined): Verdict {
  const { unread = [] } = editor ?? {};
  if (unread.length === 0) return verdict;
  const because = `${verdict.because}; ${unread.join(', ')} can't be read, and may say otherwise`;
  return { ...verdict, sure: false, because };
}

/** A program of a desktop has the environment of the desktop, which can't be seen everywhere. */
export function asStarted(ctx: AccountsContext, tool: AITool, what: string): Verdict {
  const { account } = accountIn(ctx, tool, {});
  const names = homeVariables(tool).join(', ');
  const because = `it uses what ${names} says where ${what} was started, which can't be seen from here; a desktop sets no such variable by itself`;
  return { account, sure: false, because };
}

/** The settings by which the family gives variables to its terminals. */
export function terminalSetting(platform: AccountsContext['host']['platform']): string {
  const systems = { linux: 'linux', darwin: 'osx', win32: 'windows' } as const;
  return `terminal.integrated.env.${systems[platform]}`;
}

/** What variables of a setting come to; undefined: there are none, or none of them is of the tool. */
function heeded({ ctx, tool }: EditorQuestion, found: ReturnType<typeof variablesIn>): Verdict | undefined {
  if (!found) return undefined;
  const { file, env } = found;
  const names = [...homeVariables(tool), ...(tool.environment?.outranks ?? [])];
  if (!names.some((name) => env[name])) return undefined;
  const values = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, substituted(ctx, value)]),
  );
  const open = homeVariables(tool).find((name) => values[name]?.includes('${'));
  if (open !== undefined)
    return {
      account: null,
      sure: false,
      because: `${file}: ${open} names ${values[open]}, which the editor knows`,
    };
  const verdict = accountIn(ctx, tool, values);
  return { ...verdict, because: `${file}: ${verdict.because}` };
}

/** Of what editors put in the place of `${…}`, what can be known here. */
function substituted({ host }: AccountsContext, value: string): string {
  return value
    .replace(/\$\{userHome\}/g, () => host.homeDir)
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => host.env[name] ?? '');
}
