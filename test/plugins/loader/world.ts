import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appPaths, type Host } from '../../../src/platform/index.ts';
import { enablePlugin, linkPlugin, type PluginsContext, planEnable } from '../../../src/plugins/index.ts';
import { knownTools, type ToolDescriptor } from '../../../src/registry/index.ts';
import { testHost } from '../../support/temp-home.ts';

/** The tool that the release of these tests brings. */
const ownTool: ToolDescriptor = { id: 'own-tool', displayName: 'Own' };

/** A computer with a home of its own, and what plugins are asked with; what is said lands in `told`. */
export function world(given: Partial<Host> = {}): PluginsContext & { readonly told: string[] } {
  const host = testHost(given);
  const told: string[] = [];
  return {
    host,
    paths: appPaths(host),
    version: '1.0.0',
    builtIns: knownTools([ownTool]),
    tell: (line) => void told.push(line),
    told,
  };
}

export interface PluginOnDisk {
  readonly id?: string;
  readonly permissions?: readonly string[];
  readonly descriptors?: readonly object[];
  /** The text of its module: a body for `setup(api)`, or a whole file where it says `export`. */
  readonly module?: string;
  /** The text of its program: a script for Node. */
  readonly program?: string;
  readonly manifest?: object;
}

/** A plugin in a folder of the home; returns the folder. */
export function pluginIn(
  { host }: Pick<PluginsContext, 'host'>,
  { id = 'acme', permissions = [], descriptors, module, program, manifest = {} }: PluginOnDisk,
): string {
  const folder = join(host.homeDir, 'plugins-of-mine', id);
  const codes = [
    ...(module === undefined ? [] : ['code:in-process']),
    ...(program === undefined ? [] : ['code:child-process']),
  ];
  put(
    join(folder, 'package.json'),
    JSON.stringify({
      name: `tools-plugin-${id}`,
      version: '1.0.0',
      type: 'module',
      tools: {
        manifestVersion: 1,
        apiVersion: '1.0',
        id,
        publisher: { id: 'acme', name: 'Acme' },
        display: { name: `Plugin ${id}` },
        permissions: [...codes, ...permissions],
        ...(descriptors && { descriptors }),
        ...(module !== undefined && { entry: './plugin.js' }),
        ...(program !== undefined && { program: './program.mjs' }),
        ...manifest,
      },
    }),
  );
  if (module !== undefined) put(join(folder, 'plugin.js'), moduleText(id, module));
  if (program !== undefined) putProgram(join(folder, 'program.mjs'), program);
  return folder;
}

export function moduleText(id: string, body: string): string {
  if (body.includes('export default')) return body;
  return `export default { id: '${id}', version: '1.0.0', apiVersion: '1.0', async setup(api) {\n${body}\n} };\n`;
}

export function putProgram(file: string, text: string): void {
  put(file, `#!${process.execPath}\n${text}`);
  chmodSync(file, 0o755);
}

/**
 * A program that brings a tool, and leaves a line in `<itself>.log` for each start and each call.
 */
export function programText(tool: object, more = ''): string {
  return `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const log = (line) => appendFileSync(process.argv[1] + '.log', line + '\\n');
log('start');
const tool = ${JSON.stringify(tool)};
const eight = { id: tool.id, displayName: tool.displayName, configDirectoryName: '.' + tool.id, configDirEnvVar: null,
  authLoginCommand: null, installCommand: null, sessionSubdirectories: [], ansiColor: '' };
const answers = {
  initialize: () => ({ protocolVersion: '1', capabilities: { 'tool/describe': true, 'tool/descriptor': true, 'tool/accountInfo': true, 'tool/credentialCopy': true } }),
  'tool/describe': () => eight,
  'tool/descriptor': () => tool,
  'tool/accountInfo': ({ configDir }) => ({ email: 'who@' + configDir.length, plan: 'pro' }),
  'tool/credentialCopy': () => ({ copied: true }),
};
${more}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  log(method);
  const answer = answers[method];
  if (id === undefined) return;
  console.log(JSON.stringify(answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: method } }));
}).on('close', () => process.exit());
`;
}

/** What a program was asked, by its file. */
export function asked(file: string): readonly string[] {
  try {
    return readFileSync(`${file}.log`, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A plugin that is linked and enabled. */
export async function enabled(ctx: PluginsContext, plugin: PluginOnDisk): Promise<string> {
  const folder = pluginIn(ctx, plugin);
  await linkPlugin(ctx, folder);
  await enable(ctx, plugin.id ?? 'acme');
  return folder;
}

export async function enable(ctx: PluginsContext, id: string) {
  return enablePlugin(ctx, id, await planEnable(ctx, id));
}
