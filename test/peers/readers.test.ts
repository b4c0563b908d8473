import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allPeers, type PeerPlan, planPeerImport } from '../../src/peers/index.ts';
import { treeOf } from '../support/tree.ts';
import { type PeerLab, peerLab, peerNamed, placesOn } from './peer-lab.ts';
import { stores } from './stores.ts';

/** What would be made, a line each; paths from the user's home. */
function told(lab: PeerLab, plan: PeerPlan): readonly string[] {
  const short = (text: string) => text.replaceAll(lab.lab.home, '~');
  return [
    ...plan.accounts.map(
      ({ tool, label, standing, where }) => `${standing} ${tool}#${label} ${short(where)}`,
    ),
    ...plan.links.map(
      ({ directory, tool, label, why }) => `link ${short(directory)} ${tool}#${label}: ${why}`,
    ),
    ...plan.defaults.map(({ tool, label, why }) => `default ${tool}#${label}: ${why}`),
    ...plan.aliases.map(({ alias, tool, label, why }) => `alias ${alias} ${tool}#${label}: ${why}`),
    ...plan.swaps.map((tool) => `swaps ${tool}`),
    ...plan.holds.map((tool) => `holds ${tool}`),
    ...plan.left.map((sentence) => `left: ${short(sentence)}`),
  ];
}

const notHere = 'there is no account of it here yet';

const expected: Readonly<Record<string, readonly [fresh: readonly string[], used: readonly string[]]>> = {
  caam: [
    ['login codex#writing ~/.local/share/caam/vault/codex/writing', 'swaps codex'],
    [
      'take claude#lab ~/.local/share/caam/profiles/claude/lab/home/.claude',
      'take codex#lab ~/.local/share/caam/profiles/codex/lab/codex_home',
      'take gemini#lab ~/.local/share/caam/profiles/gemini/lab/home',
      'login claude#me ~/.local/share/caam/vault/claude/me',
      'login codex#writing ~/.local/share/caam/vault/codex/writing',
      'link ~/project codex#lab: null',
      `link ~/project claude#null: ${notHere}`,
      'default codex#lab: null',
      'default claude#lab: null',
      'alias office codex#lab: null',
      'alias office claude#lab: null',
      'swaps claude',
      'swaps codex',
      'left: what it has of unheard-of, which is no tool that is known here',
      'left: ~/clients/* stands for many directories; a link is for one, and what lies in it',
    ],
  ],
  ccs: [
    ['take claude#writing ~/.ccs/instances/writing'],
    [
      'take claude#Client_A ~/.ccs/instances/client_a',
      'take claude#writing ~/.ccs/instances/writing',
      'take codex#team ~/.ccs/codex-instances/team',
      'key claude#glm ~/.ccs/glm.settings.json',
      'default claude#Client_A: null',
      'default codex#team: null',
    ],
  ],
  cswap: [
    ['login claude#me@example.com ~/.local/share/claude-swap/credentials', 'swaps claude'],
    [
      'login claude#me@example.com ~/.local/share/claude-swap/credentials',
      'take claude#acme ~/.local/share/claude-swap/sessions/2-me_example.com',
      'key claude#key@example.com ~/.local/share/claude-swap/credentials',
      'link ~/project claude#acme: null',
      'link ~/gone claude#acme: there is no such directory',
      `link ~/home claude#null: ${notHere}`,
      'swaps claude',
    ],
  ],
  'claude-acc': [
    ['take claude#writing ~/.claude-switch/accounts/writing'],
    [
      'take claude#me ~/.claude-switch/accounts/me',
      'take claude#writing ~/.claude-switch/accounts/writing',
      'link ~/project claude#writing: null',
      'link ~/project/own claude#system: null',
      'default claude#writing: null',
    ],
  ],
  orrery: [
    ['take codex#writing ~/.orrery/accounts/codex/0A1B'],
    [
      'take claude#Jörg-private ~/.orrery/accounts/claude/C1',
      'take codex#writing ~/.orrery/accounts/codex/X1',
      'take gemini#writing ~/.orrery/accounts/gemini-home/G1',
      'default claude#Jörg-private: null',
      'default codex#writing: null',
      'holds claude',
      "left: ~/.orrery/accounts/codex/broken/metadata.json, which belongs to Orrery, can't be understood: unexpected end of string, at offset 7; nothing was taken.",
    ],
  ],
  aisw: [
    ['take codex#writing ~/.aisw/profiles/codex/writing'],
    [
      'login claude#me ~/.aisw/profiles/claude/me',
      'key claude#keyed ~/.aisw/profiles/claude/keyed',
      'take codex#writing ~/.aisw/profiles/codex/writing',
      'login codex#ring ~/.aisw/profiles/codex/ring',
      'login gemini#g ~/.aisw/profiles/gemini/g',
      'link ~/clients codex#writing: null',
      `link ~/clients claude#null: ${notHere}`,
      'default codex#writing: null',
      `default claude#null: ${notHere}`,
      'alias acme codex#writing: null',
      `alias acme claude#null: ${notHere}`,
      'swaps claude',
      'left: what it has of antigravity, which is no tool that is known here',
      'left: the rule for the remotes github.com/acme/*: a link is for a directory',
    ],
  ],
  mat: [
    ['login codex#writing ~/.multi-account-tool/profiles/codex/writing'],
    [
      'login codex#writing ~/.multi-account-tool/profiles/codex/writing',
      'key qwen#ali ~/.multi-account-tool/profiles/qwen/ali',
      'swaps codex',
      'left: what it has of aider, which is no tool that is known here',
    ],
  ],
  'codex-auth': [
    ['login codex#me@example.com ~/.codex/accounts', 'swaps codex'],
    [
      'login codex#me ~/.codex/accounts',
      'login codex#Acme-Inc ~/.codex/accounts',
      'key codex#key@example.com ~/.codex/accounts',
      'swaps codex',
      'left: its background switching goes on until `codex-auth config auto disable`',
    ],
  ],
  agents: [
    [
      'take codex#0.171.0 ~/.agents/.history/versions/codex/0.171.0/home/.codex',
      'default codex#0.171.0: null',
    ],
    [
      'take claude#writing ~/.agents/.history/accounts/claude/id-1/.claude',
      'take codex#me ~/.agents/.history/accounts/codex/id-2/.codex',
      'take gemini#id-3 ~/.agents/.history/accounts/gemini/id-3/.gemini',
      'take claude#2.1.249 ~/.agents/.history/versions/claude/2.1.249/home/.claude',
      'there claude#system ~/.agents/.history/versions/claude/2.1.250/home/.claude',
      'default claude#system: null',
      'holds claude',
      'left: what it has of goose, which is no tool that is known here',
    ],
  ],
};

test('every peer has a store to be read in a test', () => {
  const ids = allPeers.map(({ id }) => id).filter((id) => id !== 'homes');
  expect(Object.keys(stores).sort()).toEqual([...ids].sort());
  expect(Object.keys(expected).sort()).toEqual([...ids].sort());
});

describe.each(Object.entries(expected))('%s', (id, [fresh, used]) => {
  test.each([
    ['fresh', fresh],
    ['used', used],
  ] as const)(
    'a store that is %s: what would be made of it, and not a byte of it is touched',
    async (state, lines) => {
      const lab = peerLab();
      stores[id]?.[state](lab);
      const before = treeOf(lab.lab.home);
      const plan = await lab.plan(id);
      expect(told(lab, plan)).toEqual(lines);
      expect(JSON.stringify(plan)).not.toContain('sk-dummy');
      expect(treeOf(lab.lab.home)).toEqual(before);
    },
  );

  test('without a store it says where it looked', async () => {
    const lab = peerLab();
    await expect(lab.plan(id)).rejects.toMatchObject({ code: 'PEER_NOT_HERE', exit: 3 });
  });

  test('a store with nothing in it has nothing', async () => {
    const lab = peerLab();
    for (const place of placesIn(lab, id)) lab.put(`${place}/x`, '');
    expect(await lab.plan(id)).toMatchObject({ accounts: [], links: [], defaults: [], aliases: [] });
  });
});

function placesIn(lab: PeerLab, id: string): readonly string[] {
  const peer = allPeers.find((each) => each.id === id);
  return (peer?.places(lab.ctx.host) ?? []).map((place) => place.slice(lab.lab.home.length + 1));
}

describe('where a store lies', () => {
  test.each([
    ['linux', 'cswap', {}, ['/home/me/.local/share/claude-swap', '/home/me/.claude-swap-backup']],
    ['linux', 'cswap', { XDG_DATA_HOME: '/data' }, ['/data/claude-swap', '/home/me/.claude-swap-backup']],
    [
      'linux',
      'cswap',
      { XDG_DATA_HOME: 'data' },
      ['/home/me/.local/share/claude-swap', '/home/me/.claude-swap-backup'],
    ],
    ['darwin', 'cswap', { XDG_DATA_HOME: '/data' }, ['/Users/me/.claude-swap-backup']],
    ['win32', 'cswap', {}, ['C:\\Users\\me\\.claude-swap-backup']],
    ['win32', 'caam', {}, ['C:\\Users\\me\\.local\\share\\caam']],
    ['linux', 'caam', { CAAM_HOME: '/c', XDG_DATA_HOME: '/d' }, ['/c/data', '/d/caam']],
    ['linux', 'ccs', { CCS_DIR: '/c/dir', CCS_HOME: '/c' }, ['/c/dir', '/c/.ccs', '/home/me/.ccs']],
    ['darwin', 'orrery', { ORRERY_HOME: '/o' }, ['/o', '/Users/me/.orrery']],
    ['win32', 'aisw', { AISW_HOME: 'D:\\aisw' }, ['D:\\aisw', 'C:\\Users\\me\\.aisw']],
    ['linux', 'codex-auth', { CODEX_HOME: '/x' }, ['/x/accounts', '/home/me/.codex/accounts']],
    ['win32', 'mat', {}, ['C:\\Users\\me\\.multi-account-tool']],
    ['darwin', 'claude-acc', {}, ['/Users/me/.claude-switch']],
    ['win32', 'agents', {}, ['C:\\Users\\me\\.agents\\.history']],
  ] as const)('on %s (simulated) that of %s with %j', (platform, id, env, places) => {
    expect(placesOn(platform, id, env)).toEqual(places);
  });

  test('a variable that we set for an outer run says nothing of it', async () => {
    const lab = peerLab({ env: {} });
    stores['codex-auth']?.fresh(lab);
    const inner = `${lab.ctx.paths.accounts}/codex/abcdefgh/home`;
    const ctx = { ...lab.ctx, host: { ...lab.ctx.host, env: { ...lab.ctx.host.env, CODEX_HOME: inner } } };
    lab.put(`${inner.slice(lab.lab.home.length + 1)}/accounts/registry.json`, '{');
    expect((await planPeerImport(ctx, peerNamed('codex-auth'))).store).toBe(lab.at('.codex/accounts'));
  });
});

describe('what is not understood is said, and nothing is taken', () => {
  const damages = [
    ['caam', '.caam/projects.json'],
    ['caam', '.config/caam/config.json'],
    ['ccs', '.ccs/config.yaml'],
    ['ccs', '.ccs/profiles.json'],
    ['ccs', '.ccs/codex-profiles.yaml'],
    ['cswap', '.local/share/claude-swap/sequence.json'],
    ['cswap', '.local/share/claude-swap/mappings.json'],
    ['orrery', '.orrery/workspaces/origin/workspace.json'],
    ['aisw', '.aisw/config.json'],
    ['aisw', '.aisw/workspaces.json'],
    ['mat', '.multi-account-tool/config.json'],
    ['codex-auth', '.codex/accounts/registry.json'],
    ['agents', '.agents/agents.yaml'],
  ] as const;

  test.each(damages)('%s with a damaged %s', async (id, file) => {
    for (const text of ['{"a": [1,', '[1, 2]', '\u0000', `{"x": "sk-dummy-${'x'.repeat(40)}`]) {
      const lab = peerLab();
      stores[id]?.used(lab);
      writeFileSync(lab.at(file), text);
      const error = await lab.plan(id).then(
        () => undefined,
        (thrown) => thrown,
      );
      expect(error, text).toMatchObject({ code: 'PEER_DAMAGED', exit: 1, data: { path: lab.at(file) } });
      expect(`${error.message}${error.hint}`).not.toContain('sk-dummy');
    }
  });

  test.each([
    ['cswap', '.local/share/claude-swap/sequence.json', { accounts: [] }],
    ['cswap', '.local/share/claude-swap/sequence.json', { accounts: { 1: { uuid: 'u' } } }],
    ['aisw', '.aisw/config.json', { version: 2, profiles: 'none' }],
    ['aisw', '.aisw/config.json', { profiles: {} }],
    ['codex-auth', '.codex/accounts/registry.json', { schema_version: 4 }],
    ['codex-auth', '.codex/accounts/registry.json', { schema_version: 4, accounts: ['x'] }],
    ['codex-auth', '.codex/accounts/registry.json', { schema_version: 4, accounts: [{ alias: 'x' }] }],
  ] as const)('%s with a %s that holds something else: %j', async (id, file, content) => {
    const lab = peerLab();
    stores[id]?.used(lab);
    lab.put(file, content);
    await expect(lab.plan(id)).rejects.toMatchObject({ code: 'PEER_DAMAGED', data: { path: lab.at(file) } });
  });

  test.each([
    ['caam', '.caam/projects.json', { version: 2 }],
    ['ccs', '.ccs/config.yaml', 'version: 14\n'],
    ['cswap', '.local/share/claude-swap/mappings.json', { schemaVersion: 2 }],
    ['aisw', '.aisw/config.json', { version: 3 }],
    ['aisw', '.aisw/workspaces.json', { version: 2 }],
    ['mat', '.multi-account-tool/config.json', { version: 2 }],
    ['codex-auth', '.codex/accounts/registry.json', { schema_version: 5, accounts: [] }],
  ] as const)('%s of a version that is not known: %s', async (id, file, content) => {
    const lab = peerLab();
    stores[id]?.used(lab);
    lab.put(file, content);
    await expect(lab.plan(id)).rejects.toMatchObject({ code: 'PEER_NEWER', exit: 1 });
  });

  test.each(damages)('%s with a %s that we may not read', async (id, file) => {
    const lab = peerLab();
    stores[id]?.used(lab);
    const { files } = lab.ctx.host;
    const readFile = (path: string) => {
      if (path === lab.at(file)) throw Object.assign(new Error('refused'), { code: 'EACCES' });
      return files.readFile(path);
    };
    const host = { ...lab.ctx.host, files: { ...files, readFile } };
    await expect(planPeerImport({ ...lab.ctx, host }, peerNamed(id))).rejects.toMatchObject({
      code: 'PEER_DAMAGED',
      message: expect.stringContaining("can't be read (EACCES)"),
    });
  });

  test('a name in a file leads out of no store, and one that can be no name stops nothing', async () => {
    const lab = peerLab();
    lab.put('elsewhere/.claude.json', {});
    const names = ['writing', '../../../elsewhere', '..', 'a\0b', 'a/b', '__proto__'];
    const profiles = names.map((name) => `${JSON.stringify(name)}:{"auth_method":"oauth"}`).join();
    lab.put('.aisw/config.json', `{"version":2,"profiles":{"claude":{${profiles}}}}`);
    const rules = [
      { path: '/a\0b', context: 'c' },
      { path: `/${'x'.repeat(5000)}`, context: 'c' },
    ];
    lab.put('.aisw/workspaces.json', { version: 1, path_rules: rules });
    const plan = await lab.plan('aisw');
    expect(plan.accounts.map(({ name, standing }) => `${standing} ${name}`)).toEqual([
      'refused writing',
      'refused __proto__',
    ]);
    expect(plan.left).toHaveLength(4);
  });

  test('a file that has grown without bound is not read', async () => {
    const lab = peerLab();
    lab.put('.aisw/config.json', 'x');
    const files = lab.ctx.host.files;
    const huge = {
      ...lab.ctx.host,
      files: {
        ...files,
        stat: (path: string) => {
          const stat = files.stat(path);
          return stat?.isFile() ? Object.assign(stat, { size: 2 ** 40 }) : stat;
        },
        readFile: () => {
          throw new Error('it was read');
        },
      },
    };
    await expect(planPeerImport({ ...lab.ctx, host: huge }, peerNamed('aisw'))).rejects.toMatchObject({
      code: 'PEER_DAMAGED',
      message: expect.stringContaining(`it has ${2 ** 40} bytes`),
    });
  });
});
