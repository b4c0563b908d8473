import { addAccount, prepareAccount } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { type Host, isInside } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { accountsContext } from './accounts-context.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence } from './shown.ts';
import { treeOf } from './tree-of.ts';

/** Makes an account of the tool in the sandbox, for real, as `account add` and a launch would. */
export async function checkHome({ book, sandbox }: DescriptorContext, tool: AITool): Promise<void> {
  const { host } = sandbox;
  const fail = (what: string) => book.fail('descriptor/home', safeSentence(`${tool.id}: ${what}`));
  const ctx = accountsContext(host, tool);
  try {
    const account = await addAccount(ctx, tool.id, 'check');
    const ready = await prepareAccount(ctx, tool, account);
    if (ready.kind === 'system') return;
    for (const link of linksOut(host, ready.home, sandbox.folder)) fail(`${link} leads out of our folder`);
    book.pass('descriptor/home');
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    if (error.code === 'TOOL_NOT_ISOLATABLE') book.skip('descriptor/home', safeSentence(error.message));
    else fail(error.message);
  }
}

function linksOut(host: Host, home: string, folder: string): readonly string[] {
  return [...treeOf(host, home)]
    .filter(([, kind]) => kind === 'link')
    .map(([path]) => path)
    .filter((path) => !isInside(host.path, folder, realOrItself(host, host.path.join(home, path))));
}

function realOrItself(host: Host, path: string): string {
  try {
    return host.files.realpath(path);
  } catch {
    // It leads to what the tool has yet to make.
    return host.path.resolve(host.path.dirname(path), host.files.readlink(path));
  }
}
