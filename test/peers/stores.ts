import { claudeLogin, codexLogin, type PeerLab } from './peer-lab.ts';

/**
 * Stores of other account managers, made by hand after what their public sources write: the layout, never a file of
 * theirs. `fresh` is a store right after the first account, `used` one that has been lived with.
 */
type Store = (lab: PeerLab) => void;

export const stores: Readonly<Record<string, { readonly fresh: Store; readonly used: Store }>> = {
  // github.com/Dicklesworthstone/coding_agent_account_manager, 0.1.9: authfile.go, profile.go, project/store.go,
  // config.go; projects.json version 1.
  caam: {
    fresh: (lab) => lab.put('.local/share/caam/vault/codex/writing/auth.json', codexLogin('writing')),
    used: (lab) => {
      const data = '.local/share/caam';
      lab.put(`${data}/vault/codex/writing/auth.json`, codexLogin('writing'));
      lab.put(`${data}/vault/codex/_original/auth.json`, codexLogin('me'));
      lab.put(`${data}/vault/claude/me/.credentials.json`, claudeLogin('me').credentials);
      lab.put(`${data}/vault/unheard-of/x/auth.json`, {});
      for (const [provider, name] of [
        ['codex', 'lab'],
        ['claude', 'lab'],
        ['gemini', 'lab'],
      ] as const)
        lab.put(`${data}/profiles/${provider}/${name}/profile.json`, {
          name,
          provider,
          auth_mode: 'oauth',
          account_label: `${name}@example.com`,
        });
      lab.put(`${data}/profiles/codex/lab/codex_home/auth.json`, codexLogin('lab'));
      lab.put(`${data}/profiles/claude/lab/home/.claude/.credentials.json`, claudeLogin('lab').credentials);
      lab.put(`${data}/profiles/claude/lab/home/.claude.json`, claudeLogin('lab').config);
      lab.put(`${data}/profiles/gemini/lab/home/.gemini/settings.json`, {});
      // A directory that it was cut off while making.
      lab.put(`${data}/profiles/codex/half/codex_home/config.toml`, '');
      lab.put('project/x', '');
      lab.put('.caam/projects.json', {
        version: 1,
        associations: {
          [lab.at('project')]: { codex: 'lab', claude: 'me' },
          [`${lab.at('clients')}/*`]: { codex: 'writing' },
        },
        defaults: { codex: 'lab' },
      });
      lab.put('.config/caam/config.json', {
        default_profiles: { claude: 'lab' },
        workspaces: { office: { codex: 'lab', claude: 'lab' } },
      });
    },
  },
  // github.com/kaitranntt/ccs 7: instance-manager.ts, profile-registry.ts (profiles.json 2.0.0), unified-config.ts
  // (config.yaml 13), docs/codex-auth.md and codex-profile-registry.ts (codex-profiles.yaml).
  ccs: {
    fresh: (lab) => {
      lab.put('.ccs/profiles.json', {
        version: '2.0.0',
        profiles: { writing: { type: 'account', created: '2026-01-01T00:00:00.000Z', last_used: null } },
        default: null,
      });
      lab.put('.ccs/instances/writing/.claude.json', claudeLogin('writing').config);
    },
    used: (lab) => {
      lab.put(
        '.ccs/config.yaml',
        '# CCS Unified Configuration\nversion: 13\n\ndefault: "Client_A"\n\naccounts:\n  writing:\n    created: "2026-01-01T00:00:00.000Z"\n    last_used: null\n  Client_A:\n    created: "2026-01-01T00:00:00.000Z"\n    last_used: null\nprofiles:\n  glm:\n    type: api\n    settings: "~/.ccs/glm.settings.json"\n',
      );
      lab.put('.ccs/profiles.json', { version: '2.0.0', profiles: {}, default: 'writing' });
      lab.put('.ccs/glm.settings.json', { env: { ANTHROPIC_AUTH_TOKEN: 'sk-dummy-glm' } });
      for (const name of ['writing', 'client_a']) {
        lab.put(`.ccs/instances/${name}/.claude.json`, claudeLogin(name).config);
        lab.put(`.ccs/instances/${name}/.credentials.json`, claudeLogin(name).credentials);
      }
      lab.put('.claude/settings.json', {});
      lab.put('.claude/commands/a.md', '');
      lab.link('.ccs/shared/settings.json', lab.at('.claude/settings.json'));
      lab.link('.ccs/shared/commands', lab.at('.claude/commands'));
      for (const entry of ['settings.json', 'commands'])
        lab.link(`.ccs/instances/writing/${entry}`, lab.at(`.ccs/shared/${entry}`));
      lab.put('.ccs/instances/.locks/writing', '');
      lab.put(
        '.ccs/codex-profiles.yaml',
        'version: 1\ndefault: team\nprofiles:\n  team:\n    type: codex\n    created: 2026-05-01T00:00:00.000Z\n    last_used: null\n',
      );
      lab.put('.ccs/codex-instances/team/auth.json', codexLogin('team'));
      lab.put('.codex/config.toml', '');
      lab.link('.ccs/codex-instances/team/config.toml', lab.at('.codex/config.toml'));
    },
  },
  // github.com/realiti4/claude-swap 0.26.0b1: paths.py, switcher.py (sequence.json), session.py, mappings.py
  // (schemaVersion 1).
  cswap: {
    fresh: (lab) =>
      lab.put('.local/share/claude-swap/sequence.json', {
        activeAccountNumber: 1,
        lastUpdated: '2026-08-01T00:00:00Z',
        sequence: [1],
        accounts: { 1: { email: 'me@example.com', uuid: 'u', added: '2026-08-01T00:00:00Z' } },
      }),
    used: (lab) => {
      const data = '.local/share/claude-swap';
      const org = { organizationUuid: 'org', organizationName: 'Acme' };
      lab.put(`${data}/sequence.json`, {
        activeAccountNumber: 1,
        sequence: [1, 2, 3],
        accounts: {
          1: { email: 'me@example.com', uuid: 'u', organizationUuid: '', organizationName: '' },
          2: { email: 'me@example.com', uuid: 'u', ...org, alias: 'acme' },
          3: { email: 'key@example.com', uuid: '', kind: 'api_key', disabled: true },
        },
      });
      lab.put(`${data}/credentials/.creds-1-me@example.com.enc`, 'sk-dummy');
      lab.put(`${data}/sessions/2-me_example.com/.credentials.json`, claudeLogin('acme').credentials);
      lab.put(`${data}/sessions/2-me_example.com/.claude.json`, claudeLogin('acme').config);
      lab.put(`${data}/sessions/.2-me_example.com.cswap-stale-credentials`, '');
      lab.put('project/x', '');
      lab.put(`${data}/mappings.json`, {
        schemaVersion: 1,
        mappings: {
          [lab.at('project')]: { email: 'me@example.com', organizationUuid: 'org', added: 'then' },
          [lab.at('gone')]: { email: 'me@example.com', organizationUuid: 'org', added: 'then' },
          [lab.at('home')]: { email: 'me@example.com', organizationUuid: '', added: 'then' },
        },
      });
    },
  },
  // github.com/Nemo-Illusionist/claude-code-account-switcher 0.10.1: config.rs, resolve.rs, commands/link.rs.
  'claude-acc': {
    fresh: (lab) => {
      lab.put('.claude-switch/config', 'default=\n');
      lab.put('.claude-switch/links', '');
      lab.put('.claude-switch/accounts/writing/.claude.json', claudeLogin('writing').config);
    },
    used: (lab) => {
      lab.put('.claude-switch/config', 'default=writing\n');
      lab.put('project/own/x', '');
      lab.put(
        '.claude-switch/links',
        `${lab.at('project')}=writing\n${lab.at('project/own')}=default\n\nodd line\n`,
      );
      for (const name of ['writing', 'me']) {
        lab.put(`.claude-switch/accounts/${name}/.claude.json`, claudeLogin(name).config);
        lab.put(`.claude-switch/accounts/${name}/.credentials.json`, claudeLogin(name).credentials);
      }
      lab.put('.claude/ide/1.lock', '');
      lab.link('.claude-switch/accounts/writing/ide', lab.at('.claude/ide'));
    },
  },
  // github.com/OffskyLab/Orrery 3.5.3: Account.swift, AccountStore.swift, Workspace.swift, AccountDirLinker.swift,
  // GeminiAdapter.swift.
  orrery: {
    fresh: (lab) => {
      lab.put('.orrery/accounts/codex/0A1B/metadata.json', {
        createdAt: '2026-08-01T00:00:00Z',
        displayName: 'writing',
        id: '0A1B',
        tool: 'codex',
      });
      lab.put('.orrery/accounts/codex/0A1B/auth.json', codexLogin('writing'));
    },
    used: (lab) => {
      const about = (id: string, tool: string, displayName: string, more = {}) =>
        lab.put(`.orrery/accounts/${tool}/${id}/metadata.json`, { id, tool, displayName, ...more });
      about('C1', 'claude', 'Jörg, private!', {
        email: 'joerg@example.com',
        plan: 'max',
        workspace: 'origin',
      });
      lab.put('.orrery/accounts/claude/C1/.claude.json', claudeLogin('joerg').config);
      lab.put('.orrery/accounts/claude/C1/.credentials.json', claudeLogin('joerg').credentials);
      lab.put('.orrery/workspaces/origin/claude/projects/x/a.jsonl', '');
      lab.link('.orrery/accounts/claude/C1/projects', lab.at('.orrery/workspaces/origin/claude/projects'));
      // It has put a link in the place of the tool's own directory.
      lab.link('.claude', lab.at('.orrery/workspaces/origin/claude'));
      about('G1', 'gemini', 'writing');
      lab.put('.orrery/accounts/gemini/G1/settings.json', {});
      lab.link('.orrery/accounts/gemini-home/G1/.gemini', '../../gemini/G1');
      about('X1', 'codex', 'writing');
      lab.put('.orrery/accounts/codex/X1/auth.json', codexLogin('writing'));
      lab.put('.orrery/accounts/codex/broken/metadata.json', '{"id": "bro');
      lab.put('.orrery/workspaces/origin/workspace.json', {
        id: 'origin',
        name: 'origin',
        accounts: { claude: 'C1', codex: 'X1' },
      });
    },
  },
  // github.com/burakdede/aisw 0.3.8: config.rs (version 2), profile.rs, workspace.rs (version 1).
  aisw: {
    fresh: (lab) => {
      lab.put('.aisw/config.json', {
        version: 2,
        active: { claude: null, codex: null, gemini: null },
        profiles: {
          codex: {
            writing: { added_at: 'then', auth_method: 'o_auth', credential_backend: 'file', label: null },
          },
        },
        contexts: {},
        settings: { backup_on_switch: true, max_backups: 10 },
      });
      lab.put('.aisw/profiles/codex/writing/auth.json', codexLogin('writing'));
    },
    used: (lab) => {
      const profile = (auth_method = 'o_auth', credential_backend = 'file') => ({
        auth_method,
        credential_backend,
      });
      lab.put('.aisw/config.json', {
        version: 2,
        active: { claude: 'me', codex: null },
        profiles: {
          claude: { me: profile(), keyed: profile('api_key') },
          codex: { writing: profile(), ring: profile('o_auth', 'system_keyring') },
          gemini: { g: profile() },
          antigravity: { a: profile() },
        },
        contexts: { acme: { profiles: { codex: 'writing', claude: 'me' } } },
        settings: { claude: { state_mode: 'shared' }, codex: { state_mode: 'isolated' } },
      });
      lab.put('.aisw/profiles/claude/me/.credentials.json', claudeLogin('me').credentials);
      lab.put('.aisw/profiles/codex/writing/auth.json', codexLogin('writing'));
      lab.put('.aisw/profiles/gemini/g/oauth_creds.json', {});
      lab.put('clients/acme/x', '');
      lab.put('.aisw/workspaces.json', {
        version: 1,
        guard_mode: 'warn',
        default_context: 'acme',
        path_rules: [{ path: lab.at('clients'), context: 'acme' }],
        git_remote_rules: [{ pattern: 'github.com/acme/*', context: 'acme' }],
      });
    },
  },
  // github.com/ictechgy/multi-account-tool, main of 2026-07: paths.ts, profile-store.ts, config.ts (version 1),
  // cli-defs.ts.
  mat: {
    fresh: (lab) => {
      lab.put('.multi-account-tool/config.json', { version: 1, active: {} });
      lab.put('.multi-account-tool/profiles/codex/writing/meta.json', { name: 'writing', cli: 'codex' });
      lab.put('.multi-account-tool/profiles/codex/writing/auth.json', codexLogin('writing'));
    },
    used: (lab) => {
      lab.put('.multi-account-tool/config.json', { version: 1, active: { codex: 'writing', aider: 'x' } });
      lab.put('.multi-account-tool/profiles/codex/writing/meta.json', {
        name: 'writing',
        cli: 'codex',
        label: 'Work',
      });
      lab.put('.multi-account-tool/profiles/codex/writing/auth.json', codexLogin('writing'));
      lab.put('.multi-account-tool/profiles/qwen/ali/meta.json', { name: 'ali', cli: 'qwen' });
      lab.put('.multi-account-tool/profiles/qwen/ali/qwen-settings.json', {});
      lab.put('.multi-account-tool/profiles/aider/x/aider.yml', 'openai-api-key: sk-dummy\n');
    },
  },
  // github.com/Loongphy/codex-auth, main of 2026-09: registry/common.zig, storage_parse.zig, schema-migration.md.
  'codex-auth': {
    fresh: (lab) =>
      lab.put('.codex/accounts/registry.json', {
        schema_version: 3,
        active_account_key: 'u::org-1',
        auto_switch: { enabled: false },
        accounts: [
          {
            account_key: 'u::org-1',
            email: 'me@example.com',
            alias: '',
            account_name: null,
            auth_mode: 'chatgpt',
          },
        ],
      }),
    used: (lab) => {
      lab.put('.codex/auth.json', codexLogin('me'));
      lab.put('.codex/accounts/registry.json', {
        schema_version: 4,
        active_account_key: 'u::org-1',
        auto_switch: { enabled: true, threshold_5h_percent: 10 },
        api: { usage: true },
        accounts: [
          {
            account_key: 'u::org-1',
            email: 'me@example.com',
            alias: 'me',
            account_name: null,
            auth_mode: 'chatgpt',
          },
          {
            account_key: 'u::org-2',
            email: 'me@example.com',
            alias: '',
            account_name: 'Acme Inc',
            auth_mode: 'chatgpt',
          },
          { account_key: 'k', email: 'key@example.com', alias: '', account_name: null, auth_mode: 'apikey' },
        ],
      });
    },
  },
  // github.com/phnx-labs/agi-cli 1.22.104: state.ts, installations/store.ts, accounts/slots.ts, account-registry.ts.
  agents: {
    fresh: (lab) => {
      lab.put('.agents/agents.yaml', '# made by agents-cli\nagents:\n  codex: 0.171.0\n');
      lab.put('.agents/.history/versions/codex/0.171.0/home/.codex/auth.json', codexLogin('writing'));
    },
    used: (lab) => {
      lab.put(
        '.agents/agents.yaml',
        'agents:\n  claude: 2.1.250\naccounts:\n  native:\n    id-1:\n      id: id-1\n      name: writing\n      agent: claude\n',
      );
      lab.put(
        '.agents/devices/laptop/agents.yaml',
        'accounts:\n  native:\n    id-2:\n      id: id-2\n      name: me\n      agent: codex\n',
      );
      const history = '.agents/.history';
      for (const version of ['2.1.250', '2.1.249']) {
        lab.put(
          `${history}/versions/claude/${version}/home/.claude/.claude.json`,
          claudeLogin(version).config,
        );
        lab.put(
          `${history}/versions/claude/${version}/home/.claude/.credentials.json`,
          claudeLogin(version).credentials,
        );
      }
      // It has put a link in the place of the tool's own directory.
      lab.link('.claude', lab.at(`${history}/versions/claude/2.1.250/home/.claude`));
      lab.put(`${history}/accounts/claude/id-1/.claude/.claude.json`, claudeLogin('writing').config);
      lab.put(`${history}/accounts/codex/id-2/.codex/auth.json`, codexLogin('me'));
      lab.put(`${history}/accounts/gemini/id-3/.gemini/settings.json`, {});
      lab.put(`${history}/accounts/goose/id-4/.config/goose/config.yaml`, '');
    },
  },
};
