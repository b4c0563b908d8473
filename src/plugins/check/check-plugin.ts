import { ToolsError } from '../../errors/index.ts';
import { expandHome, type Host } from '../../platform/index.ts';
import { pluginIdProblem } from '../manifest/index.ts';
import { type CheckBook, checkBook } from './check-book.ts';
import { checkDescriptorData } from './check-descriptor-data.ts';
import type { CheckOptions } from './check-options.ts';
import { checkPackage } from './check-package.ts';
import { checkProgram } from './check-program.ts';
import type { CheckReport } from './check-report.ts';
import { heedSignals } from './heed-signals.ts';
import { type PluginContext, programContext } from './plugin-context.ts';
import { makeSandbox } from './sandbox.ts';
import { isFields } from './wire-message.ts';

/**
 * Looks whether a plugin keeps the rules: a folder with a manifest, or a program that speaks the wire. Its code runs,
 * in processes of its own whose home and environment are made for this and gone afterwards. Nothing is remembered.
 * @throws ToolsError WRITE_FAILED, REMOVE_FAILED, where there is no room for that home. What is wrong with the plugin
 *   is in the report.
 */
export async function checkPlugin(
  host: Host,
  reference: string,
  options: CheckOptions,
): Promise<CheckReport> {
  const book = checkBook();
  const sandbox = makeSandbox(host);
  const ctx: PluginContext = { book, sandbox, options };
  const signals = heedSignals(sandbox.remove);
  try {
    const about = await lookAt(ctx, host, reference);
    // What was killed beside us is nothing to report.
    if (signals.isGivenUp()) await new Promise<never>(() => {});
    return book.close({ reference, ...about });
  } finally {
    signals.undo();
    sandbox.remove();
  }
}

type About = Pick<CheckReport, 'id' | 'kinds'>;

async function lookAt(ctx: PluginContext, host: Host, reference: string): Promise<About> {
  const path = host.path.resolve(host.cwd, expandHome(host, reference));
  const kind = kindOf(host, path);
  if (kind === undefined) {
    ctx.book.fail('package/found', 'there is neither a folder nor a program');
    return { id: null, kinds: [] };
  }
  ctx.book.pass('package/found');
  return kind === 'folder' ? checkPackage(ctx, host, path) : checkBareProgram(ctx, path);
}

function kindOf(host: Host, path: string): 'folder' | 'program' | undefined {
  try {
    const stat = host.files.stat(path);
    if (stat?.isDirectory()) return 'folder';
    return stat?.isFile() ? 'program' : undefined;
  } catch {
    // A part of the path is no folder, or is closed to us.
    return undefined;
  }
}

/** Its id is that of the tool which it describes. */
async function checkBareProgram(ctx: PluginContext, file: string): Promise<About> {
  const { book, options } = ctx;
  const { descriptor } = await checkProgram(programContext(ctx, file, options.args ?? []));
  if (descriptor === undefined) return { id: null, kinds: ['program'] };
  const id = isFields(descriptor) && typeof descriptor.id === 'string' ? descriptor.id : null;
  if (id !== null) noteId(book, id);
  await checkDescriptorData({ ...ctx, builtIns: options.builtIns }, descriptor);
  return { id, kinds: ['program'] };
}

function noteId(book: CheckBook, id: string): void {
  const problem = pluginIdProblem(id);
  if (problem === undefined) book.pass('package/id');
  else
    book.fail(
      'package/id',
      new ToolsError('PLUGIN_ID_REFUSED', { id: id.slice(0, 128), reason: problem }).message,
    );
}
