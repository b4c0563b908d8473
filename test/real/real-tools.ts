import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modelPort } from './lab.ts';
import type { ProgramId } from './programs.ts';

/** How a real program is spoken to in the lab. */
export interface RealTool {
  readonly id: ProgramId;
  /** Leads it to the model server; it stays in the environment of a launch. */
  readonly env: Readonly<Record<string, string>>;
  /** Which command gives an account its key on stdin. Default: `placeLogin` does, or it needs none. */
  readonly keyed?: 'account add' | 'login';
  /** The variable that says where the home is. */
  readonly variable: string;
  /** Settings and a login that lie in the home before the first launch. */
  readonly prepare?: (home: string, key: string) => void;
  readonly prompt: (text: string) => readonly string[];
  /** Undefined: sessions lie in a database that names logins, and are each account's own. */
  readonly resume?: (session: string, text: string) => readonly string[];
  readonly sessionOf: (stdout: string) => string | undefined;
  /** Of one path each, relative to the home: what a person writes there reaches the prompt. */
  readonly memory: string;
  readonly skills: string;
  readonly command?: { readonly path: string; readonly text: string; readonly argv: readonly string[] };
  /** Adds a setting by the tool's own command, and shows it. Undefined: it has none that writes into the home. */
  readonly servers?: { readonly add: (name: string) => readonly string[]; readonly list: readonly string[] };
  /** What is enough where no session is shared. Default: a prompt. */
  readonly start?: readonly string[];
  /** Below the shared root: a folder that holds a file of each session. */
  readonly sessions?: string;
  /** The file that holds the login, relative to the home. Undefined: our own, outside the home. */
  readonly login?: string;
  /** It sends the account's own key to the model server, not one of the provider's. */
  readonly sendsKey: boolean;
}

const base = `http://127.0.0.1:${modelPort}`;
const found = (pattern: RegExp) => (stdout: string) => pattern.exec(stdout)?.[1];
const json = /"session_?id" ?: ?"([^"]+)"/iu;

export const realTools: Readonly<Record<ProgramId, RealTool>> = {
  claude: {
    id: 'claude',
    env: { ANTHROPIC_BASE_URL: base },
    variable: 'CLAUDE_CONFIG_DIR',
    login: '.credentials.json',
    prepare: (home, key) =>
      place(home, '.credentials.json', {
        claudeAiOauth: {
          accessToken: key,
          refreshToken: 'dummy',
          expiresAt: 9_999_999_999_999,
          scopes: ['user:inference', 'user:profile'],
        },
      }),
    prompt: (text) => ['-p', text, '--output-format', 'json'],
    resume: (session, text) => ['-p', text, '--output-format', 'json', '--resume', session],
    sessionOf: found(json),
    memory: 'CLAUDE.md',
    skills: 'skills',
    command: { path: 'commands/hello.md', text: 'MARK-OF-COMMAND', argv: ['-p', '/hello'] },
    servers: { add: (name) => ['mcp', 'add', '-s', 'user', name, '--', 'true'], list: ['mcp', 'list'] },
    sessions: 'projects',
    sendsKey: true,
  },
  codex: {
    id: 'codex',
    env: {},
    keyed: 'login',
    variable: 'CODEX_HOME',
    login: 'auth.json',
    prepare: (home) => {
      const file = join(home, 'config.toml');
      const text = readFileSync(file, 'utf8');
      // Who comes later has it from the others.
      if (!text.includes('model_provider'))
        writeFileSync(file, `model_provider = "mock"\n${text}${codexProvider}`);
    },
    prompt: (text) => ['exec', '--skip-git-repo-check', '--json', text],
    resume: (session, text) => ['exec', 'resume', '--skip-git-repo-check', '--json', session, text],
    sessionOf: found(/"thread_id":"([^"]+)"/u),
    memory: 'AGENTS.md',
    skills: 'skills',
    servers: { add: (name) => ['mcp', 'add', name, '--', 'true'], list: ['mcp', 'list'] },
    sessions: 'sessions',
    sendsKey: true,
  },
  copilot: {
    id: 'copilot',
    env: { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${base}/v1`, COPILOT_MODEL: 'm' },
    variable: 'COPILOT_HOME',
    login: 'config.json',
    prepare: (home, key) => {
      const user = { host: 'https://github.com', login: `user-${key.slice(-4)}` };
      const authTokens = { [`https://github.com:${user.login}:github`]: { token: `gho_${key}` } };
      place(home, 'config.json', { loggedInUsers: [user], lastLoggedInUser: user, authTokens });
    },
    prompt: (text) => ['-p', text, '--allow-all-tools', '--output-format', 'json'],
    resume: (session, text) => [
      `--resume=${session}`,
      '-p',
      text,
      '--allow-all-tools',
      '--output-format',
      'json',
    ],
    sessionOf: found(json),
    memory: 'copilot-instructions.md',
    skills: 'skills',
    servers: { add: (name) => ['mcp', 'add', name, '--', 'true'], list: ['mcp', 'list'] },
    sessions: 'session-state',
    sendsKey: false,
  },
  gemini: {
    id: 'gemini',
    env: { GOOGLE_GEMINI_BASE_URL: base, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    keyed: 'account add',
    variable: 'GEMINI_CLI_HOME',
    prompt: (text) => ['-p', text, '-o', 'json', '-m', 'gemini-2.5-flash'],
    resume: (session, text) => ['-r', session, '-p', text, '-o', 'json', '-m', 'gemini-2.5-flash'],
    sessionOf: found(json),
    memory: '.gemini/GEMINI.md',
    skills: '.gemini/skills',
    command: {
      path: '.gemini/commands/hello.toml',
      text: 'prompt = "MARK-OF-COMMAND"',
      argv: ['-p', '/hello', '-m', 'gemini-2.5-flash'],
    },
    servers: { add: (name) => ['mcp', 'add', '-s', 'user', name, 'true'], list: ['mcp', 'list'] },
    sessions: '.gemini/tmp',
    sendsKey: true,
  },
  opencode: {
    id: 'opencode',
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' },
    variable: 'XDG_DATA_HOME',
    login: 'data/opencode/auth.json',
    // The address of a provider is its account's own.
    prepare: (home, key) => {
      place(home, 'data/opencode/auth.json', { mock: { type: 'api', key } });
      place(home, 'config/opencode.json', { model: 'mock/m', provider: { mock: openCodeProvider } });
    },
    prompt: (text) => ['run', text, '--format', 'json'],
    sessionOf: found(json),
    start: ['session', 'list'],
    memory: 'config/AGENTS.md',
    skills: 'config/skills',
    command: {
      path: 'config/commands/hello.md',
      text: 'MARK-OF-COMMAND',
      argv: ['run', '--command', 'hello', '--format', 'json'],
    },
    sendsKey: true,
  },
  qwen: {
    id: 'qwen',
    env: { OPENAI_BASE_URL: `${base}/v1`, OPENAI_MODEL: 'm' },
    keyed: 'account add',
    variable: 'QWEN_HOME',
    prompt: (text) => [text, '-o', 'json'],
    resume: (session, text) => ['-r', session, text, '-o', 'json'],
    sessionOf: found(json),
    memory: 'QWEN.md',
    skills: 'skills',
    command: { path: 'commands/hello.md', text: 'MARK-OF-COMMAND', argv: ['/hello', '-o', 'json'] },
    servers: { add: (name) => ['mcp', 'add', '-s', 'user', name, 'true'], list: ['mcp', 'list'] },
    sessions: 'projects',
    sendsKey: true,
  },
};

const codexProvider = `
[model_providers.mock]
name = "mock"
base_url = "${base}/v1"
wire_api = "responses"
requires_openai_auth = true
`;

const openCodeProvider = {
  npm: '@ai-sdk/openai-compatible',
  name: 'mock',
  options: { baseURL: `${base}/v1` },
  models: { m: { name: 'm' } },
};

function place(home: string, path: string, value: object): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  chmodSync(file, 0o600);
}
