import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../support/tree.ts';
import { type Lab, type LabOptions, type LabResult, lab, modelPort } from './lab.ts';
import { unknownConditions, unlisted, unseen } from './leaks.ts';
import { installed } from './programs.ts';

const tokens = { work: 'sk-ant-oat01-dummy-work', personal: 'sk-ant-oat01-dummy-personal' } as const;
const foreign = 'sk-dummy-foreign';

describe('claude, the real one', () => {
  test('B052: the token on the wire is the chosen account’s, whatever lies around', async () => {
    const world = await withTwoAccounts();
    const env = {
      ANTHROPIC_API_KEY: foreign,
      ANTHROPIC_AUTH_TOKEN: foreign,
      CLAUDE_CODE_OAUTH_TOKEN: foreign,
    };
    for (const label of ['work', 'personal'] as const) {
      const ran = await prompt(world, label, { env });
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
      expect(credentials(ran)).toEqual([`Bearer ${tokens[label]}`]);
      expect(ran.stderr).toContain('ANTHROPIC_AUTH_TOKEN');
      expect(ran.stderr).not.toContain(foreign);
    }
  });

  test('an account without a login does not borrow the one of ~/.config/anthropic', async () => {
    const world = await withTwoAccounts();
    await world.tools(['account', 'add', 'claude', 'fresh']);
    const ran = await prompt(world, 'fresh');
    expect(ran.code).not.toBe(0);
    expect(credentials(ran)).toEqual([]);
  });

  test('an account that holds a key sends that key', async () => {
    const world = await withTwoAccounts();
    const added = await world.tools(['account', 'add', 'claude', 'keyed', '--with-api-key'], {
      input: 'sk-dummy-keyed-0001\n',
    });
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const ran = await prompt(world, 'keyed');
    expect(credentials(ran)).toEqual(['sk-dummy-keyed-0001']);
  });

  test('what it touches outside its home is exactly what its descriptor lists', async () => {
    const world = await withTwoAccounts();
    const home = await homeOf(world, 'work');
    const inProject = await prompt(world, 'work', { trace: true });
    writeFileSync(join(home, '.claude.json'), withServer(readFileSync(join(home, '.claude.json'), 'utf8')));
    const withMcp = await prompt(world, 'work', { trace: true });
    const atHome = await prompt(world, 'personal', { trace: true, cwd: world.home });
    const made = ["the working directory is the user's home", 'an MCP server'];
    const runs = { world, runs: [inProject, withMcp, atHome], made };
    expect(unlisted('claude', runs)).toEqual([]);
    expect(unseen('claude', runs)).toEqual([]);
    expect(unknownConditions('claude', runs)).toEqual([]);
    expect(Object.keys(treeOf(join(home, 'projects'))).some((path) => path.endsWith('.jsonl'))).toBe(true);
  });

  test('the user’s own directory has the same bytes after, and its memory does not reach an account', async () => {
    const world = await withTwoAccounts();
    const before = treeOf(join(world.home, '.claude'));
    const ran = await prompt(world, 'work');
    expect(ran.requests.map(({ body }) => body).join()).not.toContain('MARK-OF-THE-USER');
    expect(treeOf(join(world.home, '.claude'))).toEqual(before);
  });

  test('law 7: a token in the settings of the user’s home stops a launch from there', async () => {
    const world = await withTwoAccounts();
    writeFileSync(
      join(world.home, '.claude/settings.json'),
      JSON.stringify({ env: { ANTHROPIC_AUTH_TOKEN: foreign } }),
    );
    const ran = await prompt(world, 'work', { cwd: world.home });
    expect(ran).toMatchObject({ code: 4, requests: [] });
    expect(ran.stderr).toContain(join(world.home, '.claude/settings.json'));
    expect(ran.stderr).not.toContain(foreign);
  });
});

function prompt(world: Lab, label: string, options: LabOptions = {}): Promise<LabResult> {
  const argv = ['run', 'claude', '-a', label, '--keep-env', 'ANTHROPIC_BASE_URL', '--', '-p', 'hi'];
  return world.tools(argv, {
    ...options,
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}`, ...options.env },
  });
}

/** A home full of other people's logins, and two accounts that are logged in with tokens of their own. */
async function withTwoAccounts(): Promise<Lab> {
  const world = lab([installed('claude')]);
  const files = {
    '.claude/CLAUDE.md': 'MARK-OF-THE-USER',
    '.claude/rules/rule.md': 'MARK-OF-THE-USER',
    '.claude/commands/mine.md': 'MARK-OF-THE-USER',
    '.claude/agents/mine.md': 'MARK-OF-THE-USER',
    '.claude/skills/mine/SKILL.md': 'MARK-OF-THE-USER',
    '.claude/settings.json': '{"theme":"light"}',
    '.claude/settings.local.json': '{"theme":"light"}',
    'CLAUDE.md': 'notes',
    'AGENTS.md': 'notes',
    '.config/anthropic/configs/default.json': '{"authentication":{"type":"user_oauth","client_id":"cid"}}',
    '.config/anthropic/credentials/default.json': `{"access_token":"${foreign}","expires_at":9999999999}`,
    '.gemini/.env': `GEMINI_API_KEY=${foreign}\n`,
    '.config/git/config': '[core]\n\tpager = cat\n',
    '.gitconfig': '[user]\n\tname = me\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.home, path)), { recursive: true });
    writeFileSync(join(world.home, path), text);
  }
  for (const label of ['work', 'personal'] as const) {
    const added = await world.tools(['account', 'add', 'claude', label]);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const login = {
      accessToken: tokens[label],
      refreshToken: 'dummy',
      expiresAt: 9_999_999_999_999,
      scopes: ['user:inference', 'user:profile'],
    };
    const file = join(await homeOf(world, label), '.credentials.json');
    writeFileSync(file, JSON.stringify({ claudeAiOauth: login }), { mode: 0o600 });
  }
  return world;
}

async function homeOf(world: Lab, label: string): Promise<string> {
  const { stdout } = await world.tools(['env', 'claude', '-a', label, '--shell', 'json']);
  return JSON.parse(stdout).set.CLAUDE_CONFIG_DIR;
}

function withServer(text: string): string {
  return JSON.stringify({
    ...JSON.parse(text),
    mcpServers: { quiet: { type: 'stdio', command: 'true', args: [] } },
  });
}

function credentials({ requests }: LabResult): readonly (string | undefined)[] {
  return [
    ...new Set(
      requests.filter(({ path }) => path.includes('/messages')).map((r) => r.authorization ?? r.apiKey),
    ),
  ];
}
