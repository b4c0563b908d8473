import { wireMethods } from '../contract/index.ts';
import type { RunningPlugin } from './plugin-program.ts';
import { lookAt, type ProgramContext, type ReadyPlugin, replyWords } from './program-context.ts';
import { safeSentence, shown } from './shown.ts';
import { changedPaths, treeOf } from './tree-of.ts';
import { isFields, type Reply } from './wire-message.ts';

/** Calls about accounts, of a plugin that announced them, and about accounts that hold nothing. */
export async function checkAccountCalls(
  ctx: ProgramContext,
  ready: ReadyPlugin,
  capabilities: readonly string[],
): Promise<void> {
  if (capabilities.includes(wireMethods.accountInfo)) {
    await lookAt(ctx, ready, ['account/empty', 'account/reads'], (plugin) => askOfEmpty(ctx, plugin));
    await lookAt(ctx, ready, ['account/missing'], (plugin) => askOfMissing(ctx, plugin));
  }
  if (capabilities.includes(wireMethods.credentialCopy))
    await lookAt(ctx, ready, ['account/copy'], (plugin) => copyNothing(ctx, plugin));
}

async function askOfEmpty({ book, sandbox, patience }: ProgramContext, plugin: RunningPlugin): Promise<void> {
  const configDir = sandbox.folderOf('empty');
  const before = treeOf(sandbox.host, configDir);
  const reply = await plugin.ask(wireMethods.accountInfo, { configDir }, patience.call);
  const problem = infoProblem(reply);
  if (problem === undefined) book.pass('account/empty');
  else book.fail('account/empty', safeSentence(problem));
  for (const path of changedPaths(before, treeOf(sandbox.host, configDir)))
    book.fail('account/reads', safeSentence(`it wrote ${path}`));
  book.pass('account/reads');
}

async function askOfMissing(
  { book, sandbox, patience }: ProgramContext,
  plugin: RunningPlugin,
): Promise<void> {
  const configDir = sandbox.host.path.join(sandbox.folder, 'missing');
  const problem = infoProblem(await plugin.ask(wireMethods.accountInfo, { configDir }, patience.call));
  if (problem !== undefined) book.fail('account/missing', safeSentence(problem));
  if (sandbox.host.files.lstat(configDir)) book.fail('account/missing', 'it made the directory');
  book.pass('account/missing');
}

function infoProblem(reply: Reply): string | undefined {
  if (reply.kind === 'none') return reply.why;
  if (reply.kind === 'error') return undefined;
  if (!isFields(reply.result)) return `it answered ${shown(reply.result)}, and no object`;
  const odd = Object.entries(reply.result).find(([, value]) => typeof value !== 'string');
  return odd && `${shown(odd[0])} is ${shown(odd[1])}: what is known is a text, what is unknown is left out`;
}

async function copyNothing(
  { book, sandbox, patience }: ProgramContext,
  plugin: RunningPlugin,
): Promise<void> {
  const from = sandbox.host.path.join(sandbox.folder, 'missing');
  const to = sandbox.folderOf('copied-to');
  const reply = await plugin.ask(wireMethods.credentialCopy, { from, to }, patience.call);
  if (reply.kind === 'none') book.fail('account/copy', safeSentence(replyWords(reply)));
  else if (reply.kind === 'result' && (!isFields(reply.result) || reply.result.copied !== false))
    book.fail('account/copy', `it answered ${shown(reply.result)} for a directory that is not there`);
  else book.pass('account/copy');
}
