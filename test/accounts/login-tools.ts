import { AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';

/** Shaped like a tool whose home is one variable and whose login is one whole file. */
const codexLike: ToolDescriptor = {
  id: 'codex',
  displayName: 'Codex CLI',
  executable: { names: ['codex'] },
  configDirEnvVar: 'CODEX_HOME',
  authLoginCommand: ['codex', 'login'],
  relocation: {
    shape: 'variable',
    own: { CODEX_HOME: '{home}' },
    isolation: 'complete',
    settings: [{ file: 'config.toml', pointer: '/features/daemon_auto_start', format: 'toml', value: false }],
  },
  login: [
    { file: 'auth.json', pointer: '', format: 'json', usable: ['/OPENAI_API_KEY', '/tokens/access_token'] },
  ],
  daemons: [
    {
      what: 'app-server',
      pidFile: 'app-server-daemon/daemon.pid',
      stopArgv: ['codex', 'app-server', 'daemon', 'stop'],
      updaterPidFile: 'app-server-daemon/daemon-updater.pid',
    },
  ],
  commands: {
    login: ['codex', 'login'],
    loginWithApiKey: ['codex', 'login', '--with-api-key'],
    logout: ['codex', 'logout'],
  },
  environment: { outranks: ['CODEX_API_KEY', 'OPENAI_API_KEY'], apiKey: ['OPENAI_API_KEY'] },
  identity: [
    {
      file: 'auth.json',
      format: 'json',
      subject: { pointer: '/tokens/account_id' },
      email: { pointer: '/tokens/id_token', jwt: '/email' },
      key: { pointer: '/OPENAI_API_KEY' },
    },
  ],
};

/** Shaped like a tool whose login is spread over keys of two files that hold other things as well. */
const claudeLike: ToolDescriptor = {
  id: 'claude',
  displayName: 'Claude Code',
  executable: { names: ['claude'] },
  configDirEnvVar: 'CLAUDE_CONFIG_DIR',
  relocation: {
    shape: 'variable',
    own: { CLAUDE_CONFIG_DIR: '{home}' },
    borrowed: { ANTHROPIC_CONFIG_DIR: '{home}/anthropic' },
    isolation: 'partial',
    reason: 'it is a test',
    settings: [
      {
        file: 'settings.json',
        pointer: '/claudeMdExcludes',
        format: 'json',
        value: ['{userHome}/.claude/CLAUDE.md'],
      },
    ],
    system: { files: { '.claude.json': '{userHome}/.claude.json' } },
    leaks: [
      {
        what: 'a token in the settings of the user’s home',
        access: 'read',
        effect: 'identity',
        probe: {
          path: '{userHome}/.claude/settings.json',
          format: 'json',
          keys: ['/env/ANTHROPIC_AUTH_TOKEN'],
          when: 'cwdIsUserHome',
        },
        action: 'refuse',
      },
    ],
  },
  login: [
    {
      file: '.credentials.json',
      pointer: '/claudeAiOauth',
      format: 'json',
      usable: ['/claudeAiOauth/accessToken'],
    },
    { file: '.credentials.json', pointer: '/organizationUuid', format: 'json' },
    { file: '.claude.json', pointer: '/oauthAccount', format: 'json' },
  ],
  commands: { login: ['claude', 'auth', 'login'], logout: ['claude', 'auth', 'logout'] },
  environment: {
    outranks: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    apiKey: ['ANTHROPIC_API_KEY'],
    sessionMarkers: ['CLAUDECODE'],
  },
  identity: [
    {
      file: '.credentials.json',
      format: 'json',
      organization: { pointer: '/organizationUuid' },
      plan: { pointer: '/claudeAiOauth/subscriptionType' },
    },
    {
      file: '.claude.json',
      format: 'json',
      subject: { pointer: '/oauthAccount/accountUuid' },
      organization: { pointer: '/oauthAccount/organizationUuid' },
      organizationName: { pointer: '/oauthAccount/organizationName' },
      email: { pointer: '/oauthAccount/emailAddress' },
    },
  ],
  live: [{ directory: 'sessions', files: '*.json', pointer: '/pid' }],
  keychain: [
    {
      platform: 'darwin',
      service: 'Claude Code-credentials-{sha256:home:8}',
      account: '{user}',
      systemService: 'Claude Code-credentials',
    },
  ],
};

/** Nothing is known of it but a variable that it is said to read. */
const fooTool: ToolDescriptor = { id: 'foo', displayName: 'Foo', configDirEnvVar: 'FOO_CONFIG_DIR' };

/** Searches `.env` files on its way up. */
const geminiLike: ToolDescriptor = {
  id: 'gemini',
  displayName: 'Gemini CLI',
  relocation: {
    shape: 'parent',
    own: { GEMINI_CLI_HOME: '{home}' },
    configDir: '.gemini',
    isolation: 'partial',
    reason: 'it is a test',
    leaks: [
      {
        what: 'a key on the way up',
        access: 'read',
        effect: 'identity',
        probe: { path: '{ancestors}/.gemini/.env', format: 'dotenv', keys: ['GEMINI_API_KEY'] },
        action: 'refuse',
      },
      {
        what: 'a key on the way up that a login with Google beats',
        access: 'read',
        effect: 'identity',
        probe: {
          path: '{ancestors}/.gemini/.env',
          format: 'dotenv',
          keys: ['GOOGLE_API_KEY'],
          unless: { file: 'settings.json', pointer: '/security/auth/selectedType', equals: 'oauth-personal' },
        },
        action: 'refuse',
      },
      {
        what: 'a key of another tool',
        access: 'read',
        effect: 'identity',
        probe: {
          path: '{userHome}/.env',
          format: 'dotenv',
          keys: ['OPENAI_API_KEY'],
          unless: { file: '.env' },
        },
        action: 'refuse',
      },
    ],
  },
  login: [
    { file: 'oauth_creds.json', pointer: '', format: 'json', usable: ['/refresh_token'] },
    { file: 'gemini-credentials.json', pointer: '', format: 'binary' },
    { file: 'settings.json', pointer: '/security/auth/selectedType', format: 'jsonc' },
  ],
  environment: {
    outranks: ['GEMINI_API_KEY'],
    apiKey: ['GEMINI_API_KEY'],
    set: { GEMINI_FORCE_FILE_STORAGE: 'true' },
  },
};

/** Uses directories that others use too. */
const opencodeLike: ToolDescriptor = {
  id: 'opencode',
  displayName: 'opencode',
  relocation: {
    shape: 'set',
    borrowed: { XDG_DATA_HOME: '{home}' },
    configDir: 'opencode',
    isolation: 'complete',
    system: { roots: { config: '{xdgData}/opencode' } },
  },
  login: [{ file: 'auth.json', pointer: '', format: 'json', usable: ['/*/key'] }],
};

export function testRegistry(): AIToolRegistry {
  const registry = new AIToolRegistry();
  for (const tool of [codexLike, claudeLike, fooTool, geminiLike, opencodeLike])
    registry.register(tool, { owner: 'test' });
  return registry;
}
