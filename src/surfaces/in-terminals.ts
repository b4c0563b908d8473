import { type AccountsContext, chooseAccount, everyToolVariable, toolVariable } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { programsOf } from '../install/index.ts';
import { foldersOnPath } from '../process/index.ts';
import type { AITool } from '../registry/index.ts';
import { accountIn } from './account-in.ts';
import type { SurfaceAnswer, Verdict } from './surface-answer.ts';

/** The bare command in this terminal, and ours. `label`: what --account says. */
export function inTerminals(
  ctx: AccountsContext,
  tool: AITool,
  label: string | undefined,
): readonly [SurfaceAnswer, SurfaceAnswer] {
  const chosen = chosenHere(ctx, tool, label);
  return [
    { surface: `terminal: ${commandOf(tool)}`, ...bareCommand(ctx, tool) },
    {
      surface: `tools run ${tool.id}`,
      here: true,
      ...chosen,
      change: `tools use ${tool.id} LABEL`,
    },
  ];
}

/** The account of the tool itself where the bare name starts that, and no shim of ours; null: it can't be told. */
export async function bareAccount(ctx: AccountsContext, tool: AITool): Promise<string | null | undefined> {
  const first = firstOnPath(ctx, tool);
  return first === undefined || first.isShim ? undefined : accountIn(ctx, tool, ctx.host.env).account;
}

/** The name that people type. */
export function commandOf(tool: AITool): string {
  return tool.executable?.names[0] ?? tool.id;
}

/** What our own choice would be; also what a shim of ours comes to. */
function chosenHere(ctx: AccountsContext, tool: AITool, label?: string): Verdict {
  try {
    const { account, because } = chooseAccount(ctx, tool.id, label);
    return { account: account.label, sure: true, because };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return { account: null, sure: true, because: `nothing would start: ${error.message}` };
  }
}

function bareCommand(ctx: AccountsContext, tool: AITool): Omit<SurfaceAnswer, 'surface'> {
  const { host } = ctx;
  const first = firstOnPath(ctx, tool);
  if (first?.isShim) {
    const chosen = chosenHere(ctx, tool);
    const because = `${first.path} is our shim: ${chosen.because}`;
    return { here: true, ...chosen, because, change: `tools use ${tool.id} LABEL` };
  }
  const change = `tools shim enable ${tool.id}`;
  if (first === undefined)
    return { here: false, account: null, sure: true, because: `${commandOf(tool)} is not on PATH`, change };
  const verdict = accountIn(ctx, tool, host.env);
  const asked = host.env[toolVariable(tool.id)] ?? host.env[everyToolVariable];
  const beside = asked && asked !== verdict.account ? ' (our own choice is not asked)' : '';
  const because = `${first.path} is the tool itself, and ${verdict.because}${beside}`;
  return { here: true, ...verdict, because, change };
}

/** What a shell starts when the bare name is typed. */
function firstOnPath(
  { host, paths }: AccountsContext,
  tool: AITool,
): { readonly path: string; readonly isShim: boolean } | undefined {
  const { found, rejected } = programsOf(host, paths, tool);
  const shims = rejected.filter(({ reason }) => reason === 'shim of ours');
  const hits = [
    ...found.map(({ path }) => ({ path, isShim: false })),
    ...shims.map(({ path }) => ({ path, isShim: true })),
  ];
  const folders = foldersOnPath(host);
  const placed = hits
    .map((hit) => ({ hit, at: folders.indexOf(host.path.dirname(hit.path)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return placed[0]?.hit;
}
