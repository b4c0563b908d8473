import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { validateConfig } from '../config/index.ts';
import { neededPermissions, type Permission } from '../contract/index.ts';
import { moduleLimits } from '../loader/index.ts';
import {
  compatibilityProblem,
  type ManifestProblem,
  type PluginPackage,
  readPluginPackage,
} from '../manifest/index.ts';
import { wirePermissions } from '../rpc/index.ts';
import type { CheckBook } from './check-book.ts';
import { checkCompleteness } from './check-completeness.ts';
import { checkDescriptorData } from './check-descriptor-data.ts';
import { checkModule } from './check-module.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkProgram } from './check-program.ts';
import type { CheckReport } from './check-report.ts';
import { type PluginContext, programContext } from './plugin-context.ts';
import { safeSentence } from './shown.ts';

/** A folder with a manifest: what stands in it, then the code that it names. */
export async function checkPackage(
  ctx: PluginContext,
  host: Host,
  folder: string,
): Promise<Pick<CheckReport, 'id' | 'kinds'>> {
  const { book } = ctx;
  const plugin = readManifest(book, host, folder);
  if (plugin === undefined) return { id: null, kinds: [] };
  const { manifest, descriptors } = plugin;
  noteCompatibility(ctx, plugin);
  checkCompleteness(book, host, plugin);
  const { said, ...used } = await runCode(ctx, plugin);
  const all = [...descriptors, ...said];
  for (const descriptor of all)
    await checkDescriptorData({ ...ctx, builtIns: ctx.options.builtIns }, descriptor);
  checkPermissions(book, manifest.permissions ?? [], used);
  const kinds = [
    ...(descriptors.length > 0 ? ['data' as const] : []),
    ...(plugin.entryFile === undefined ? [] : ['module' as const]),
    ...(plugin.programFile === undefined ? [] : ['program' as const]),
  ];
  return { id: manifest.id, kinds };
}

function readManifest(book: CheckBook, host: Host, folder: string): PluginPackage | undefined {
  try {
    const plugin = readPluginPackage(host, folder);
    book.pass('package/manifest');
    book.pass('package/id');
    return plugin;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    if (error.code === 'PLUGIN_INCOMPATIBLE') book.fail('package/compatible', safeSentence(error.message));
    else noteManifest(book, error);
    return undefined;
  }
}

function noteManifest(book: CheckBook, error: ToolsError): void {
  const { problems } = error.data as { readonly problems?: readonly ManifestProblem[] };
  if (problems === undefined) book.fail('package/manifest', safeSentence(error.message));
  else
    for (const { file = 'package.json', path, problem } of problems)
      book.fail(
        path === '/tools/id' ? 'package/id' : 'package/manifest',
        safeSentence(path === '' ? `${file} ${problem}` : `${file}: ${path} ${problem}`),
      );
}

function noteCompatibility({ book, options }: PluginContext, plugin: PluginPackage): void {
  const problem = compatibilityProblem(plugin, options);
  if (problem === undefined) book.pass('package/compatible');
  else book.fail('package/compatible', safeSentence(problem.message));
}

interface Ran {
  readonly said: readonly unknown[];
  readonly permissions: readonly Permission[];
  /** Its module was set up, its program described its tool. */
  readonly hasRun: boolean;
}

async function runCode(ctx: PluginContext, plugin: PluginPackage): Promise<Ran> {
  const inProcess = await runModule(ctx, plugin);
  const behindWire = await runProgram(ctx, plugin);
  return {
    said: [...inProcess.said, ...behindWire.said],
    permissions: [...inProcess.permissions, ...behindWire.permissions],
    hasRun: inProcess.hasRun && behindWire.hasRun,
  };
}

const nothing: Ran = { said: [], permissions: [], hasRun: true };

async function runModule(
  ctx: PluginContext,
  { entryFile, version, manifest, configSchema }: PluginPackage,
): Promise<Ran> {
  if (entryFile === undefined) return nothing;
  // As for a user who has set nothing.
  const config = configSchema ? validateConfig(configSchema, {}).values : {};
  const module = { entryFile, version, id: manifest.id, config };
  const { descriptors, permissions, isSetUp } = await checkModule(
    { ...ctx, setupMs: ctx.options.patienceMs ?? moduleLimits.setupMs },
    module,
  );
  return { said: descriptors, permissions: [neededPermissions.entry, ...permissions], hasRun: isSetUp };
}

async function runProgram(ctx: PluginContext, { programFile }: PluginPackage): Promise<Ran> {
  if (programFile === undefined) return nothing;
  const { descriptor, capabilities } = await checkProgram(programContext(ctx, programFile, []));
  return {
    said: descriptor === undefined ? [] : [descriptor],
    permissions: [neededPermissions.program, ...wirePermissions(capabilities)],
    hasRun: descriptor !== undefined,
  };
}
