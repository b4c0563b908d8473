import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathsIn } from '../../src/accounts/home/home-paths.ts';
import { identityIn } from '../../src/accounts/home/identity.ts';
import { noExtensions } from '../../src/accounts/index.ts';
import { probeLeaks } from '../../src/accounts/launch/leak-probe.ts';
import { registry } from '../../src/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

type Files = Readonly<Record<string, string>>;

const key = 'OPENAI_API_KEY=sk-dummy';
const provider = '{"provider":{"mock":{"options":{"apiKey":"sk-dummy"}}}} // mine';
const token = '{"env":{"ANTHROPIC_AUTH_TOKEN":"sk-dummy"}}';

test.each<[sentence: string, tool: string, files: Files, stoppedBy: string | undefined, cwd?: string]>([
  [
    'claude: settings of the user’s home count when started there',
    'claude',
    { '.claude/settings.json': token },
    '.claude/settings.json',
    '.',
  ],
  [
    'claude: local settings too',
    'claude',
    { '.claude/settings.local.json': token },
    '.claude/settings.local.json',
    '.',
  ],
  ['claude: they do not count below it', 'claude', { '.claude/settings.json': token }, undefined],
  [
    'claude: a login of ant is closed',
    'claude',
    { '.config/anthropic/credentials/default.json': '{"access_token":"sk-dummy"}' },
    undefined,
  ],
  [
    'gemini: .gemini/.env above the project',
    'gemini',
    { '.gemini/.env': 'GEMINI_API_KEY=sk-dummy' },
    '.gemini/.env',
  ],
  [
    'gemini: .gemini/.env of the project',
    'gemini',
    { 'work/p/.gemini/.env': 'GOOGLE_API_KEY=sk-dummy' },
    'work/p/.gemini/.env',
  ],
  [
    'gemini: no key is used by a login with Google',
    'gemini',
    {
      '.gemini/.env': 'GEMINI_API_KEY=sk-dummy',
      'account/.gemini/settings.json': '{"security":{"auth":{"selectedType":"oauth-personal"}}}',
    },
    undefined,
  ],
  [
    'gemini: .env above the project is closed by a setting',
    'gemini',
    { 'work/.env': 'GEMINI_API_KEY=sk-dummy' },
    undefined,
  ],
  ['qwen: the system account’s .env', 'qwen', { '.qwen/.env': key }, '.qwen/.env'],
  ['qwen: the .env of the user’s home', 'qwen', { '.env': key }, '.env'],
  [
    'qwen: the account’s own .env is stronger than both',
    'qwen',
    { '.qwen/.env': key, '.env': key, 'account/.env': key },
    undefined,
  ],
  [
    'qwen: the account’s settings are not',
    'qwen',
    { '.qwen/.env': key, 'account/settings.json': '{"env":{"OPENAI_API_KEY":"sk-dummy"}}' },
    '.qwen/.env',
  ],
  [
    'qwen: a project’s .qwen/.env is stronger than the account’s .env',
    'qwen',
    { 'work/.qwen/.env': key, 'account/.env': key },
    'work/.qwen/.env',
  ],
  ['qwen: a project’s .env is closed by a setting', 'qwen', { 'work/.env': key }, undefined],
  ['copilot: the login of gh is closed', 'copilot', { '.config/gh/hosts.yml': 'github.com:' }, undefined],
  [
    'opencode: a provider’s key in the user’s settings',
    'opencode',
    { '.config/opencode/opencode.jsonc': provider },
    '.config/opencode/opencode.jsonc',
  ],
  [
    'opencode: a provider’s key in ~/.opencode',
    'opencode',
    { '.opencode/opencode.json': provider },
    '.opencode/opencode.json',
  ],
  [
    'opencode: a provider’s key in the project',
    'opencode',
    { 'work/opencode.json': provider },
    'work/opencode.json',
  ],
  [
    'opencode: settings without a key',
    'opencode',
    { '.config/opencode/opencode.json': '{"model":"x"}' },
    undefined,
  ],
])('law 7: %s', (_, id, files, stoppedBy, cwd = 'work/p') => {
  const home = worldOf(files);
  const stop = () => probeLeaks(contextOf(home), toolOf(id), situationOf(home, id, cwd));
  if (stoppedBy === undefined) expect(stop).not.toThrow();
  else
    expect(stop).toThrow(
      expect.objectContaining({
        code: 'LEAK_FOUND',
        data: expect.objectContaining({ path: join(home, stoppedBy) }),
      }),
    );
});

const organisation = { organizationUuid: 'org-1' };
const account = {
  accountUuid: 'user-1',
  emailAddress: 'a@x',
  organizationUuid: 'org-1',
  organizationName: 'Org',
};
const claims = {
  email: 'a@x',
  'https://api.openai.com/auth': { chatgpt_user_id: 'u', chatgpt_account_id: 'o', chatgpt_plan_type: 'plus' },
};
const jwt = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

test.each<[sentence: string, tool: string, files: Files, identity: object | null, conflict?: string]>([
  [
    'claude: both files',
    'claude',
    {
      '.credentials.json': JSON.stringify(organisation),
      '.claude.json': JSON.stringify({ oauthAccount: account }),
    },
    { subject: 'user-1', organization: 'org-1', email: 'a@x' },
  ],
  [
    'claude: two organisations',
    'claude',
    {
      '.credentials.json': '{"organizationUuid":"org-2"}',
      '.claude.json': JSON.stringify({ oauthAccount: account }),
    },
    {},
    'organization',
  ],
  [
    'codex: the claims of its token',
    'codex',
    { 'auth.json': JSON.stringify({ tokens: { id_token: jwt, account_id: 'o' } }) },
    { subject: 'u', organization: 'o', email: 'a@x', plan: 'plus' },
  ],
  [
    'codex: a key',
    'codex',
    { 'auth.json': '{"OPENAI_API_KEY":"sk-dummy"}' },
    { keyFingerprint: expect.any(String) },
  ],
  [
    'codex: another account beside its token',
    'codex',
    { 'auth.json': JSON.stringify({ tokens: { id_token: jwt, account_id: 'p' } }) },
    {},
    'organization',
  ],
  [
    'gemini: the active address',
    'gemini',
    { '.gemini/google_accounts.json': '{"active":"a@x","old":[]}' },
    { email: 'a@x' },
  ],
  [
    'copilot: the last user, with the host',
    'copilot',
    { 'config.json': '// User settings\n{"lastLoggedInUser":{"host":"https://github.com","login":"me"}}' },
    { subject: 'me', organization: 'https://github.com' },
  ],
  [
    'opencode: one provider',
    'opencode',
    { 'data/opencode/auth.json': '{"openai":{"type":"api","key":"sk-dummy"}}' },
    { keyFingerprint: expect.any(String) },
  ],
  [
    'opencode: two providers are nobody’s name',
    'opencode',
    { 'data/opencode/auth.json': '{"a":{"type":"api","key":"sk-1"},"b":{"type":"api","key":"sk-2"}}' },
    null,
  ],
  [
    'qwen: a key in its settings',
    'qwen',
    { 'settings.json': '{"env":{"OPENAI_API_KEY":"sk-dummy"}}' },
    { keyFingerprint: expect.any(String) },
  ],
])('who an account is: %s', (_, id, files, identity, conflict) => {
  const home = worldOf(files);
  const host = testHost({ home });
  const reading = identityIn(host, toolOf(id), pathsIn(host, toolOf(id), home), 'salt');
  if (identity === null) expect(reading.identity).toBeNull();
  else expect(reading.identity).toMatchObject(identity);
  expect(reading.conflict?.field).toBe(conflict);
});

function worldOf(files: Files): string {
  const home = tempHome();
  mkdirSync(join(home, 'work/p'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

function contextOf(home: string) {
  const host = testHost({ home });
  return { host, paths: appPaths(host), registry, extensions: noExtensions, tell: () => {} };
}

function situationOf(home: string, id: string, cwd: string) {
  const paths = pathsIn(testHost({ home }), toolOf(id), join(home, 'account'));
  return { account: { tool: id, label: 'work' }, paths, hasLogin: true, given: [], cwd: join(home, cwd) };
}

function toolOf(id: string) {
  const tool = registry.tool(id);
  if (!tool) throw new Error(`no ${id}`);
  return tool;
}
