import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, environmentOf } from '../../src/accounts/index.ts';
import { parseDocument } from '../../src/formats/index.ts';
import { shellLines } from '../../src/process/index.ts';
import type { JsonValue } from '../../src/registry/index.ts';
import { type SnippetFormat, snippetFormats, snippetOf } from '../../src/surfaces/index.ts';
import { tempHome } from '../support/temp-home.ts';
import { said, surfaceWorld } from './surface-world.ts';

type World = ReturnType<typeof surfaceWorld>;

async function snippet(world: World, tool: string, label: string, format: SnippetFormat, reveal = false) {
  return snippetOf(world.ctx, world.tool(tool), world.account(tool, label), { format, reveal });
}

/** The piece as its reader takes it; with `//` comments, as JSONC has them. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests are about
const read = (text: string, format: 'jsonc' | 'toml'): any => parseDocument(text, format) as JsonValue;

describe('settings of an editor', () => {
  test.each(['codex', 'claude', 'gemini', 'opencode'])(
    'put into its file, they give terminals and extensions of %s the account',
    async (id) => {
      const world = surfaceWorld();
      await world.add(id, 'work');
      const { text, file } = await snippet(world, id, 'work', 'vscode');
      expect(text).toContain(`// Into ${file}.\n`);
      world.put('.config/Code/User/settings.json', text);
      expect(await said(world, id, 'VS Code: its terminal')).toMatchObject([{ account: 'work', sure: true }]);
      for (const { setting } of (world.tool(id).surfaces ?? []).flatMap(({ variables }) => variables ?? []))
        expect(await said(world, id, 'for VS Code'), setting).toMatchObject([{ account: 'work' }]);
    },
  );

  test('take away what would come before its login, and only what is there', async () => {
    const world = surfaceWorld({ env: { ANTHROPIC_AUTH_TOKEN: 'sk-dummy-0' } });
    await world.add('claude', 'work');
    const { text } = await snippet(world, 'claude', 'work', 'vscode');
    const settings = read(text, 'jsonc')['terminal.integrated.env.linux'];
    expect(settings).toMatchObject({ ANTHROPIC_AUTH_TOKEN: null, AI_TOOLS_ACCOUNT_CLAUDE: 'work' });
    expect(settings).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(text).not.toContain('sk-dummy');
  });

  test.each([
    ['darwin', 'terminal.integrated.env.osx'],
    ['linux', 'terminal.integrated.env.linux'],
  ] as const)('go where the editor looks on %s (simulated)', async (platform, name) => {
    const world = surfaceWorld({ platform, security: async () => ({ code: 44 }) });
    await world.add('codex', 'work');
    expect(read((await snippet(world, 'codex', 'work', 'vscode')).text, 'jsonc')).toHaveProperty([name]);
  });

  test('say of an extension without such a setting how to start the editor, and of one with its own login that', async () => {
    const world = surfaceWorld();
    await world.add('codex', 'work');
    await world.add('copilot', 'work');
    const codex = await snippet(world, 'codex', 'work', 'vscode');
    expect(codex.warnings.join()).toContain('tools exec codex -a work -- code .');
    const copilot = await snippet(world, 'copilot', 'work', 'vscode');
    expect(copilot.warnings.join()).toContain('GitHub Copilot in VS Code has a login of its own');
  });
});

describe('a container', () => {
  test('has the home, and what it shares, under the same path', async () => {
    const world = surfaceWorld();
    const work = await world.add('codex', 'work');
    const { text, warnings } = await snippet(world, 'codex', 'work', 'devcontainer');
    const shared = world.ctx.paths.sharedFolder('codex', 'default');
    expect(read(text, 'jsonc')).toEqual({
      mounts: [work.home, shared].map((path) => ({ type: 'bind', source: path, target: path })),
      remoteEnv: { CODEX_HOME: work.home },
    });
    expect(warnings.join()).toMatch(/renewed here and there at the same time/);
  });

  test('gets a key from the editor that starts it, not from the file', async () => {
    const world = surfaceWorld();
    await addAccount(world.ctx, 'codex', 'ci', { key: 'sk-dummy-CANARY-9f3' });
    const variable = 'CODEX_API_KEY';
    const { text, warnings } = await snippet(world, 'codex', 'ci', 'devcontainer');
    expect(read(text, 'jsonc').remoteEnv).toMatchObject({ [variable]: `\${localEnv:${variable}}` });
    expect(warnings.join()).toContain('tools exec codex -a ci -- code .');
    expect(warnings.join()).not.toContain('renewed');
  });

  test('sees no keychain (simulated: darwin)', async () => {
    const world = surfaceWorld({ platform: 'darwin', security: async () => ({ code: 44 }) });
    await world.add('claude', 'work');
    const { warnings } = await snippet(world, 'claude', 'work', 'devcontainer');
    expect(warnings.join()).toContain('a login in the keychain is not seen in a container');
  });

  test('has none of system, whose directory is the user’s', async () => {
    const world = surfaceWorld();
    const system = { kind: 'system', tool: 'codex', label: 'system' } as const;
    const piece = await snippetOf(world.ctx, world.tool('codex'), system, { format: 'devcontainer' });
    expect(read(piece.text, 'jsonc')).toEqual({ mounts: [], remoteEnv: {} });
    expect(piece.warnings.join()).toContain('is not mounted');
  });
});

describe('a directory', () => {
  test('by direnv: its file asks us, and bash is then in the account', async () => {
    const world = surfaceWorld();
    const work = await world.add('codex', 'work');
    const { text } = await snippet(world, 'codex', 'work', 'direnv');
    const lines = shellLines('bash', await environmentOf(world.ctx, world.tool('codex'), work));
    writeFileSync(join(world.home, 'lines'), lines);
    const script = `has() { command -v "$1" > /dev/null; }\ntools() { printf '%s\\n' "$*" > asked; cat lines; }\n${text}\nprintf %s "$CODEX_HOME"`;
    const home = execFileSync('bash', ['--norc', '-euc', script], { cwd: world.home, encoding: 'utf8' });
    expect(home).toBe(work.home);
    expect(world.read('asked')).toBe('env codex -a work --shell bash\n');
  });

  test('by mise: a table that sets, and takes away', async () => {
    const world = surfaceWorld({ env: { CODEX_API_KEY: 'sk-dummy-0' } });
    const work = await world.add('codex', 'work');
    const { text } = await snippet(world, 'codex', 'work', 'mise');
    expect(read(text, 'toml')).toEqual({
      env: {
        CODEX_HOME: work.home,
        AI_TOOLS_HOME: world.ctx.paths.root,
        AI_TOOLS_ACCOUNT_CODEX: 'work',
        CODEX_API_KEY: false,
      },
    });
  });

  test('by mise, with a key: a script that asks', async () => {
    const world = surfaceWorld();
    await addAccount(world.ctx, 'codex', 'ci', { keyFrom: 'env:CI_KEY' });
    const { text } = await snippet(world, 'codex', 'ci', 'mise');
    expect(read(text, 'toml')).toEqual({ env: { _: { source: '{{config_root}}/.ai-tools.env.sh' } } });
    expect(text).toContain('# eval "$(tools env codex -a ci --shell bash --reveal)"');
  });
});

describe('B107 a home whose name is code', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the reader's own
  const editors = '${env:PATH}';
  test.each([
    ['vscode', editors],
    ['devcontainer', editors],
    ['mise', '{{ exec(command="touch CAN") }}'],
    ['mise', '{% raw %}'],
    ['mise', '{#'],
  ] as const)('is in no piece for %s, which would act on it: %s', async (format, name) => {
    const world = surfaceWorld({}, join(tempHome(), name));
    await world.add('codex', 'work');
    await expect(snippet(world, 'codex', 'work', format)).rejects.toThrow(
      `can't be written down for ${format}`,
    );
  });

  test('is in one for whoever takes it as it is', async () => {
    const world = surfaceWorld({}, join(tempHome(), `{ $HOME $(x) ${editors}`));
    const work = await world.add('codex', 'work');
    expect(read((await snippet(world, 'codex', 'work', 'mise')).text, 'toml').env.CODEX_HOME).toBe(work.home);
    expect((await snippet(world, 'codex', 'work', 'direnv')).text).not.toContain('(x)');
  });
});

describe('a key', () => {
  test.each(snippetFormats)(
    'is in no piece for %s that was not asked for it; who keeps it is not asked',
    async (format) => {
      const world = surfaceWorld();
      world.fake('op', () => undefined, { unused: true });
      await addAccount(world.ctx, 'codex', 'held', { key: 'sk-dummy-CANARY-9f3' });
      await addAccount(world.ctx, 'codex', 'referred', { keyFrom: 'op://a/b/c' });
      for (const label of ['held', 'referred'])
        expect(JSON.stringify(await snippet(world, 'codex', label, format))).not.toContain('CANA');
    },
  );

  test.each(snippetFormats)(
    'is in a piece for %s that was asked for it, unless that can ask for it itself',
    async (format) => {
      const world = surfaceWorld();
      await addAccount(world.ctx, 'codex', 'held', { key: 'sk-dummy-CANARY-9f3' });
      const { text } = await snippet(world, 'codex', 'held', format, true);
      expect(text.includes('CANARY')).toBe(format === 'vscode' || format === 'devcontainer');
    },
  );

  test.each(['direnv', 'mise'] as const)(
    'is not even asked for by a piece for %s, which will ask itself',
    async (format) => {
      const world = surfaceWorld();
      world.fake('op', () => undefined, { unused: true });
      await addAccount(world.ctx, 'codex', 'referred', { keyFrom: 'op://a/b/c' });
      expect((await snippet(world, 'codex', 'referred', format, true)).text).toContain('--reveal');
    },
  );
});
