import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ToolsError } from '../../../src/errors/index.ts';
import type { Host } from '../../../src/platform/index.ts';
import type { PluginCommand, ToolPlugin } from '../../../src/plugin.ts';
import { extensionPoints, neededPermissions } from '../../../src/plugins/contract/index.ts';
import { readPluginPackage } from '../../../src/plugins/manifest/index.ts';
import {
  makePlugin,
  type PluginWish,
  pluginLanguages,
  type TemplateKind,
  type TemplateLanguage,
} from '../../../src/plugins/new/index.ts';
import { childPlugin } from '../../../src/plugins/rpc/index.ts';
import { checkDescriptor, knownTools } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { hasPython, talkTo } from './talk-to.ts';

const builtIns = knownTools(builtInTools);
const kinds: readonly (readonly [TemplateKind, TemplateLanguage])[] = [
  ['data', 'js'],
  ['module', 'js'],
  ...pluginLanguages.map((language) => ['program', language] as const),
];
const startable = pluginLanguages.filter((language) => language !== 'python' || hasPython);
/** Ids that a plugin may have, and that are hard on whatever they are written into. */
const ids = ['acme', 'Acme.9', '9lives', 'ld', 'x+y_z-', 'ünï', '日本', 'a'.repeat(100)];

describe('a new plugin', () => {
  test.each(kinds)(
    'of kind %s (%s) has a manifest that is taken as it is, whatever its id',
    async (kind, language) => {
      for (const id of ids) {
        const host = testHost();
        const folder = join(host.homeDir, 'made');
        const { files } = await makePlugin(host, builtIns, { folder, id, kind, language });
        const made = readPluginPackage(host, folder, { id });
        expect(made.manifest.permissions ?? []).toEqual(permissionsOf(kind, language));
        for (const descriptor of made.descriptors) {
          expect(checkDescriptor(descriptor)).toEqual([]);
          expect(descriptor.executable).toMatchObject({ versionArgs: ['--version'], versionFrom: 'output' });
        }
        expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).keywords).toEqual([
          'tools-plugin',
        ]);
        expect(readdirSync(folder).sort()).toEqual([...files].sort());
        expect(statSync(folder).mode & 0o777).toBe(0o755);
      }
    },
  );

  test('as a module has a command that works', async () => {
    const plugin = await moduleOf('acme');
    expect(plugin).toMatchObject({ id: 'acme', version: '0.1.0', apiVersion: '1.0' });
    const commands: PluginCommand[] = [];
    await plugin.setup({
      commands: { register: (command: PluginCommand) => commands.push(command) },
    } as never);
    const printed: string[] = [];
    const call = { args: ['you'], cwd: '/', print: (line: string) => printed.push(line) };
    expect(await commands[0]?.run({ ...call, signal: AbortSignal.timeout(10_000) })).toBe(0);
    expect(printed).toEqual(['hello you']);
  });

  test.each(ids)('as a module is a module whatever its id: %s', async (id) => {
    expect((await moduleOf(id)).id).toBe(id);
  });

  describe.each(startable)('as a program in %s', (language) => {
    test.each(ids)('describes its tool, whatever its id: %s', async (id) => {
      const replies = await talkTo(await programOf(id, language), [
        '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
        '{"jsonrpc":"2.0","id":2,"method":"tool/describe"}',
        '{"jsonrpc":"2.0","id":3,"method":"tool/descriptor","params":{}}',
      ]);
      expect(replies.map((reply) => reply.id)).toEqual([1, 2, 3]);
      const [initialized, described, descriptor] = replies.map(
        (reply) => reply.result as Record<string, unknown>,
      );
      expect(initialized).toMatchObject({
        protocolVersion: '1',
        capabilities: { 'tool/describe': true, 'tool/descriptor': true },
      });
      expect(described).toEqual({
        id,
        displayName: descriptor?.displayName,
        configDirectoryName: `.${id}`,
        configDirEnvVar: descriptor?.configDirEnvVar,
        authLoginCommand: null,
        installCommand: null,
        sessionSubdirectories: ['sessions'],
        ansiColor: '',
      });
      expect(checkDescriptor(descriptor)).toEqual([]);
    });

    test('is understood, and understands whatever is said to it at the start', async () => {
      const plugin = childPlugin(testHost(), await programOf('acme', language), { version: '0.1.0' });
      const { descriptor } = await plugin.describe();
      await plugin.close();
      expect(descriptor).toMatchObject({ id: 'acme', displayName: 'Acme' });
    });

    test('passes over what is no call, and answers what comes after it', async () => {
      const noise = [
        '',
        'hello {',
        '{"jsonrpc":"2.0","method":"note"}',
        '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1,"reason":"timeout"}}',
        '{"jsonrpc":"2.0","id":"1","method":"initialize"}',
        '{"jsonrpc":"2.0","id":1.5,"method":"initialize"}',
        '{"jsonrpc":"2.0","id":null,"method":"initialize"}',
        '{"jsonrpc":"2.0","id":1,"method":"initi',
        '{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}',
      ];
      const replies = await talkTo(await programOf('acme', language), [
        ...noise,
        '{"method": "no/such", "jsonrpc": "2.0", "id": 7}',
        '{"method": "tool/describe", "id": 8, "jsonrpc": "2.0"}',
      ]);
      expect(replies.map((reply) => [reply.id, reply.error?.code ?? reply.result?.id])).toEqual([
        [7, -32601],
        [8, 'acme'],
      ]);
    });

    test('ends in silence when nobody reads it any more', async () => {
      expect(
        await talkTo(
          await programOf('acme', language),
          ['{"jsonrpc":"2.0","id":1,"method":"initialize"}'],
          'gone',
        ),
      ).toEqual([]);
    });
  });

  test.each(startable.filter((language) => language !== 'sh'))(
    'as a program in %s says who an account is',
    async (language) => {
      const home = tempHome();
      writeFileSync(join(home, 'auth.json'), '{"email":"me@example.com","plan":"pro","token":"sk-dummy-1"}');
      const damaged = tempHome();
      writeFileSync(join(damaged, 'auth.json'), '["');
      const dirs = [home, damaged, join(home, 'missing')];
      const replies = await talkTo(
        await programOf('acme', language),
        dirs.map((configDir, id) =>
          JSON.stringify({ jsonrpc: '2.0', id, method: 'tool/accountInfo', params: { configDir } }),
        ),
      );
      expect(replies.map((reply) => reply.result)).toEqual([
        { email: 'me@example.com', plan: 'pro' },
        {},
        {},
      ]);
    },
  );
});

describe('nothing is made, and nothing that is there is touched', () => {
  const wish = (folder: string, id = 'acme'): PluginWish => ({ folder, id, kind: 'data', language: 'js' });

  test('where a folder has something in it', async () => {
    const host = testHost();
    const folder = join(host.homeDir, 'taken');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), 'mine');
    await expect(makePlugin(host, builtIns, wish(folder))).rejects.toMatchObject({
      code: 'PLUGIN_FOLDER_TAKEN',
    });
    expect(readdirSync(folder)).toEqual(['mine']);
  });

  test('where a file is', async () => {
    const host = testHost();
    const folder = join(host.homeDir, 'taken');
    writeFileSync(folder, 'mine');
    await expect(makePlugin(host, builtIns, wish(folder))).rejects.toMatchObject({
      code: 'PLUGIN_FOLDER_TAKEN',
    });
    expect(readFileSync(folder, 'utf8')).toBe('mine');
  });

  test.each([
    ['PLUGIN_TOOL_TAKEN', builtInTools[0]?.id ?? ''],
    ['PLUGIN_ID_REFUSED', '../../evil'],
    ['PLUGIN_ID_REFUSED', '/tmp/evil'],
    ['PLUGIN_ID_REFUSED', 'a/b'],
    ['PLUGIN_ID_REFUSED', '.'],
    ['PLUGIN_ID_REFUSED', ''],
    ['PLUGIN_ID_REFUSED', "o'neil"],
    ['PLUGIN_ID_REFUSED', '$&'],
    ['PLUGIN_ID_REFUSED', '`id`'],
  ])('B101: with %s, of the id "%s"', async (code, id) => {
    const host = testHost();
    await expect(makePlugin(host, builtIns, wish(join(host.homeDir, 'new'), id))).rejects.toMatchObject({
      code,
    });
    expect(readdirSync(host.homeDir)).toEqual([]);
  });

  test('where the disk fails at any step; once the folder is in its place, it is whole', async () => {
    const failures = await failAtEachStep(({ homeDir }) => join(homeDir, 'new'), []);
    expect(failures).toEqual(['WRITE_FAILED', 'WRITE_UNSURE']);
  });

  test('where the disk fails at any step of filling an empty folder', async () => {
    expect(await failAtEachStep(({ homeDir }) => homeDir, [])).toEqual(['WRITE_FAILED']);
  });

  /** The codes of what failed; what lay in the home afterwards must be `before`, or the whole plugin. */
  async function failAtEachStep(folderIn: (host: Host) => string, before: readonly string[]) {
    const failures = new Set<string>();
    for (let step = 1; ; step += 1) {
      const host = testHost();
      const faulty = faultyFiles(host.files);
      faulty.failAt(step, 'EIO');
      const folder = folderIn(host);
      const failure = await makePlugin({ ...host, files: faulty.files }, builtIns, wish(folder)).catch(
        (error) => error,
      );
      if (!(failure instanceof Error)) return [...failures];
      const { code } = failure as ToolsError;
      failures.add(code);
      expect([step, readdirSync(host.homeDir)]).toEqual([step, code === 'WRITE_UNSURE' ? ['new'] : before]);
      if (code === 'WRITE_UNSURE') expect(readdirSync(folder).sort()).toEqual(['package.json', 'tool.json']);
    }
  }
});

test('an empty folder is filled, and stays the folder that somebody may be in; the folders above a new one are made', async () => {
  const host = testHost();
  const folder = join(host.homeDir, 'a', 'b');
  mkdirSync(folder, { recursive: true });
  const { ino } = statSync(folder);
  await makePlugin(host, builtIns, { folder, id: 'acme', kind: 'data', language: 'js' });
  expect(statSync(folder).ino).toBe(ino);
  await makePlugin(host, builtIns, {
    folder: join(folder, 'c', 'd'),
    id: 'acme',
    kind: 'data',
    language: 'js',
  });
  expect(readdirSync(join(folder, 'c', 'd')).sort()).toEqual(['package.json', 'tool.json']);
});

function permissionsOf(kind: TemplateKind, language: TemplateLanguage): readonly string[] {
  const { entry, program, commands } = neededPermissions;
  if (kind === 'data') return [];
  if (kind === 'module') return [entry, commands];
  return language === 'sh' ? [program] : [program, extensionPoints.accountInfo.permission];
}

async function moduleOf(id: string): Promise<ToolPlugin> {
  const host = testHost();
  const folder = join(host.homeDir, 'made');
  await makePlugin(host, builtIns, { folder, id, kind: 'module', language: 'js' });
  const { entryFile = '' } = readPluginPackage(host, folder);
  return (await import(/* @vite-ignore */ pathToFileURL(entryFile).href)).default;
}

async function programOf(id: string, language: TemplateLanguage): Promise<string> {
  const host = testHost();
  const folder = join(host.homeDir, 'made');
  await makePlugin(host, builtIns, { folder, id, kind: 'program', language });
  return readPluginPackage(host, folder).programFile ?? '';
}
