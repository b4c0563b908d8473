import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findStoredAccount,
  importAccount,
  listAccounts,
  readDefault,
  readLinks,
  removeAccount,
  renameAccount,
} from '../../src/accounts/index.ts';
import { changesAnything, importFromPeer, type PeerPlan, planPeerImport } from '../../src/peers/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { readSetting } from '../../src/settings/index.ts';
import { readJournal, writeJournal } from '../../src/state/index.ts';
import { planUndo, readHistory, undoChange } from '../../src/undo/index.ts';
import { killEverywhere } from '../accounts/store-lab.ts';
import { treeOf } from '../support/tree.ts';
import { claudeLogin, codexLogin, type PeerLab, peerLab, peerNamed } from './peer-lab.ts';
import { stores } from './stores.ts';

const all = { withMeanings: true };
const none = { withMeanings: false };

const labels = (ctx: AccountsContext) =>
  listAccounts(ctx).map(({ tool, account }) => `${tool}#${account?.label}`);
const standings = ({ accounts }: PeerPlan) =>
  accounts.map(({ tool, label, standing }) => `${standing} ${tool}#${label}`);

/** Everything of the user's, our folder aside. */
const theirs = ({ lab }: PeerLab) =>
  Object.fromEntries(Object.entries(treeOf(lab.home)).filter(([path]) => !/^ours\b/.test(path)));

describe('what would be made', () => {
  test('a label that is taken, here or by another of theirs, gets their name; what can be no label is made one', async () => {
    const lab = peerLab();
    await addAccount(lab.ctx, 'codex', 'writing');
    await addAccount(lab.ctx, 'codex', 'team-ccs');
    for (const name of ['writing', 'team', 'con'])
      lab.put(`.ccs/codex-instances/${name}/auth.json`, codexLogin(name));
    await addAccount(lab.ctx, 'codex', 'team');
    expect(standings(await lab.plan('ccs'))).toEqual([
      'take codex#con-ccs',
      'take codex#team-ccs-2',
      'take codex#writing-ccs',
    ]);
  });

  test('two that would have one label here are told apart', async () => {
    const lab = peerLab();
    for (const [id, displayName] of [
      ['A', 'Ä b'],
      ['B', 'Ä-b'],
      ['C', 'ä b'],
      ['D', '客户'],
      ['E', '…'],
    ] as const) {
      lab.put(`.orrery/accounts/codex/${id}/metadata.json`, { id, tool: 'codex', displayName });
      lab.put(`.orrery/accounts/codex/${id}/auth.json`, codexLogin(id));
    }
    expect(standings(await lab.plan('orrery'))).toEqual([
      'take codex#Ä-b',
      'take codex#Ä-b-orrery',
      'take codex#ä-b-orrery-2',
      'take codex#客户',
      'take codex#orrery',
    ]);
  });

  test('only those that are named, by their name or by ours, and one of them by another label', async () => {
    const lab = peerLab();
    stores.orrery?.used(lab);
    expect(standings(await lab.plan('orrery', { only: ['Jörg, private!'] }))).toEqual([
      'take claude#Jörg-private',
    ]);
    expect(standings(await lab.plan('orrery', { only: ['jörg-private', 'codex#writing'] }))).toHaveLength(2);
    expect(standings(await lab.plan('orrery', { tool: 'codex' }))).toEqual(['take codex#writing']);
    expect(standings(await lab.plan('orrery', { tool: 'codex', label: 'office' }))).toEqual([
      'take codex#office',
    ]);
    await expect(lab.plan('orrery', { only: ['nobody'] })).rejects.toMatchObject({
      code: 'IMPORT_NOT_KEPT',
      exit: 3,
      message: 'Orrery keeps no nobody; it keeps Jörg, private!, writing, writing.',
      hint: 'tools import --from orrery --dry-run',
    });
    await expect(lab.plan('orrery', { label: 'office' })).rejects.toMatchObject({
      code: 'IMPORT_ONE_LABEL',
      exit: 2,
    });
  });

  test('one live copy: the login that another account has is not taken unasked', async () => {
    const lab = peerLab();
    lab.put('.codex/auth.json', codexLogin('me'));
    lab.put('.ccs/codex-instances/me/auth.json', codexLogin('me'));
    lab.put('.ccs/codex-instances/other/auth.json', codexLogin('other'));
    const plan = await lab.plan('ccs');
    expect(plan.accounts.map(({ standing, why, command }) => ({ standing, why, command }))).toEqual([
      {
        standing: 'sameLogin',
        why: 'codex#system has the same login',
        command: `tools import codex --from "${lab.at('.ccs/codex-instances/me')}" -a me --yes`,
      },
      { standing: 'take', why: null, command: null },
    ]);
    const { accounts } = await importFromPeer(lab.ctx, plan, none);
    expect(accounts.map(({ label }) => label)).toEqual(['other']);
    expect(standings(await lab.plan('ccs', { only: ['me'] }))).toEqual(['take codex#me']);
  });

  test('one live copy: of two directories with one login the first is taken', async () => {
    const lab = peerLab();
    for (const name of ['$(touch x)', 'a', 'b'])
      lab.put(`.ccs/codex-instances/${name}/auth.json`, codexLogin(name === 'b' ? 'other' : 'me'));
    lab.put('.ccs/codex-instances/c/auth.json', codexLogin('me'));
    const plan = await lab.plan('ccs');
    expect(standings(plan)).toEqual([
      'take codex#touch-x',
      'sameLogin codex#a',
      'take codex#b',
      'sameLogin codex#c',
    ]);
    expect(plan.accounts[1]?.why).toBe('codex#touch-x has the same login');
    expect(standings(await lab.plan('ccs', { only: ['a', 'c'] }))).toEqual(['take codex#a', 'take codex#c']);
  });

  test('a command of a directory with a hostile name runs nothing of it', async () => {
    const lab = peerLab();
    lab.put('.codex/auth.json', codexLogin('me'));
    lab.put(".ccs/codex-instances/it's $(touch x)/auth.json", codexLogin('me'));
    const [account] = (await lab.plan('ccs')).accounts;
    const from = lab.at(".ccs/codex-instances/it'\\''s $(touch x)");
    expect(account?.command).toBe(`tools import codex --from '${from}' -a it-s-touch-x --yes`);
  });

  test('B017: a login that was emptied is no login, and that is said', async () => {
    const lab = peerLab();
    const { credentials } = claudeLogin('me');
    credentials.claudeAiOauth = { ...credentials.claudeAiOauth, accessToken: '', refreshToken: '' };
    lab.put('.claude-switch/accounts/me/.credentials.json', credentials);
    const [account] = (await lab.plan('claude-acc')).accounts;
    expect(account?.plan).toMatchObject({ login: 'none', problem: expect.stringContaining('an empty one') });
  });

  test('links to what others share are told, and who uses it now', async () => {
    const lab = peerLab({ processes: busy(process.pid) });
    stores.ccs?.used(lab);
    const account = (await lab.plan('ccs')).accounts.find(({ label }) => label === 'writing');
    expect(account?.plan).toMatchObject({
      links: [
        { name: 'commands', to: lab.at('.ccs/shared/commands') },
        { name: 'settings.json', to: lab.at('.ccs/shared/settings.json') },
      ],
      running: [process.pid],
    });
  });

  test('a directory that is none of the tool is refused, and the others are taken', async () => {
    const lab = peerLab();
    lab.put('.claude-switch/accounts/empty/notes.txt', '');
    lab.put('.claude-switch/accounts/writing/.claude.json', claudeLogin('writing').config);
    const plan = await lab.plan('claude-acc');
    expect(standings(plan)).toEqual(['refused claude#empty', 'take claude#writing']);
    expect(plan.accounts[0]?.why).toContain('nothing in');
  });

  test('a store with blanks in its way, reached through links, with a thousand accounts', async () => {
    const lab = peerLab({});
    const store = 'My Stores/ütf 客/.claude-switch';
    for (let number = 0; number < 1000; number++)
      mkdirSync(join(lab.at(store), 'accounts', `a${number}`, 'projects'), { recursive: true });
    symlinkSync(lab.at(store), lab.at('.claude-switch'));
    const plan = await lab.plan('claude-acc');
    expect(plan.accounts).toHaveLength(1000);
    expect(new Set(plan.accounts.map(({ label }) => label)).size).toBe(1000);
    expect(plan.accounts.every(({ standing }) => standing === 'take')).toBe(true);
  });

  test('twice as many accounts are twice as much to look at, also where all of them are here already', async () => {
    const looksWith = async (accounts: number): Promise<number> => {
      let looks = 0;
      const lab = peerLab();
      const counted = Object.entries(lab.ctx.host.files).map(([name, look]) => [
        name,
        (path: string, ...rest: unknown[]) => {
          if (path.endsWith('account.json')) looks += 1;
          return (look as (...args: unknown[]) => unknown)(path, ...rest);
        },
      ]);
      const names = Array.from({ length: accounts }, (_, at) => `one${at}`);
      for (const name of names) {
        lab.put(`.ccs/codex-instances/${name}/auth.json`, codexLogin(name));
        await importAccount(lab.ctx, lab.ctx.registry.tool('codex') as AITool, {
          from: lab.at(`.ccs/codex-instances/${name}`),
          label: name,
        });
      }
      looks = 0;
      const ctx = { ...lab.ctx, host: { ...lab.ctx.host, files: Object.fromEntries(counted) } };
      const { accounts: planned } = await planPeerImport(ctx, peerNamed('ccs'));
      expect(planned.every(({ standing }) => standing === 'there')).toBe(true);
      return looks;
    };
    const few = await looksWith(8);
    expect(few).toBeGreaterThan(0);
    expect(await looksWith(16)).toBe(2 * few);
  });

  test('what was imported, or made by hand since, is here already', async () => {
    const lab = peerLab();
    stores.cswap?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('cswap'), none);
    await renameAccount(lab.ctx, 'claude', 'acme', 'office');
    await addAccount(lab.ctx, 'claude', 'me@example.com');
    const plan = await lab.plan('cswap');
    expect(standings(plan)).toEqual([
      'there claude#me@example.com',
      'there claude#office',
      'key claude#key@example.com',
    ]);
    expect(plan.links.filter(({ why }) => why === null).map(({ label }) => label)).toEqual(['office']);
    expect(changesAnything(plan, none)).toBe(false);
    expect(changesAnything(plan, all)).toBe(true);
  });

  test('what was chosen here is not replaced', async () => {
    const lab = peerLab();
    stores.caam?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('caam'), all);
    const plan = await lab.plan('caam');
    expect(
      [...plan.links, ...plan.defaults, ...plan.aliases].map(({ tool, why }) => `${tool}: ${why}`),
    ).toEqual([
      'codex: it is linked to lab already',
      'claude: there is no account of it here yet',
      'codex: its default is lab already',
      'claude: its default is lab already',
      'codex: it means lab already',
      'claude: it means lab already',
    ]);
    expect(changesAnything(plan, all)).toBe(false);
  });
});

describe('importFromPeer', () => {
  test.each(Object.keys(stores))(
    'of %s makes what the plan says, and nothing of theirs is another',
    async (id) => {
      const lab = peerLab();
      stores[id]?.used(lab);
      const before = theirs(lab);
      const plan = await lab.plan(id);
      const done = await importFromPeer(lab.ctx, plan, all);
      expect(done.failed).toEqual([]);
      expect(labels(lab.ctx).sort()).toEqual(
        plan.accounts
          .filter(({ standing }) => standing === 'take')
          .map(({ tool, label }) => `${tool}#${label}`)
          .sort(),
      );
      for (const { home, sharing } of done.accounts) {
        expect(realpathSync(home).startsWith(lab.lab.home)).toBe(true);
        expect(sharing).toEqual({ on: false, except: [] });
      }
      expect(theirs(lab)).toEqual(before);
      expect(JSON.stringify(readJournal(lab.ctx.host, lab.ctx.paths))).not.toMatch(/sk-dummy|refresh/);
    },
  );

  test('links, the default and aliases mean the accounts that were made', async () => {
    const lab = peerLab();
    stores.caam?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('caam'), all);
    const { id } = findStoredAccount(lab.ctx, 'codex', 'lab', 'test');
    expect(readLinks(lab.ctx)[lab.at('project')]).toEqual({ codex: id });
    expect(readDefault(lab.ctx, 'codex')).toEqual({ state: 'account', id });
    expect(readSetting(lab.ctx, 'aliases.office.codex')).toBe('lab');
  });

  test('without being asked to, it takes no link, default or alias', async () => {
    const lab = peerLab();
    stores.caam?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('caam'), none);
    expect(readLinks(lab.ctx)).toEqual({});
    expect(readDefault(lab.ctx, 'codex')).toEqual({ state: 'none' });
  });

  test('what another import of the same made meanwhile is told, and no failure', async () => {
    const lab = peerLab();
    for (const name of ['a', 'b', 'c']) lab.put(`.ccs/codex-instances/${name}/auth.json`, codexLogin(name));
    const said: string[] = [];
    const ctx = { ...lab.ctx, tell: (line: string) => void said.push(line) };
    const [first, second] = [await lab.plan('ccs', { only: ['a', 'b'] }), await lab.plan('ccs')];
    await importFromPeer(ctx, first, none);
    const done = await importFromPeer(ctx, second, none);
    expect(done.failed).toEqual([]);
    expect(done.accounts.map(({ label }) => label)).toEqual(['c']);
    expect(said).toEqual(['codex#a was made meanwhile', 'codex#b was made meanwhile']);
    expect(labels(lab.ctx)).toHaveLength(3);
  });

  test('at once: each account is made once, and neither import fails', async () => {
    const lab = peerLab();
    for (let nth = 0; nth < 6; nth += 1)
      lab.put(`.ccs/codex-instances/a${nth}/auth.json`, codexLogin(`a${nth}`));
    const plans = [await lab.plan('ccs'), await lab.plan('ccs')];
    const done = await Promise.all(plans.map((plan) => importFromPeer(lab.ctx, plan, none)));
    expect(done.flatMap(({ failed }) => failed)).toEqual([]);
    expect(done.flatMap(({ accounts }) => accounts)).toHaveLength(6);
    expect(labels(lab.ctx)).toHaveLength(6);
  });

  test('one that fails is named, and the others are made', async () => {
    const lab = peerLab();
    stores.ccs?.used(lab);
    const plan = await lab.plan('ccs');
    await addAccount(lab.ctx, 'claude', 'writing');
    const { accounts, failed } = await importFromPeer(lab.ctx, plan, none);
    expect(accounts.map(({ tool, label }) => `${tool}#${label}`)).toEqual(['claude#Client_A', 'codex#team']);
    expect(failed.map(({ code }) => code)).toEqual(['LABEL_TAKEN']);
  });
});

describe('one command back out', () => {
  const taken = ['agents', 'aisw', 'caam', 'ccs', 'claude-acc', 'cswap', 'orrery'];

  test.each(taken)('after an import from %s everything is as it was', async (id) => {
    const lab = peerLab();
    stores[id]?.used(lab);
    const before = theirs(lab);
    const plan = await lab.plan(id);
    await importFromPeer(lab.ctx, plan, all);
    const foreseen = await planUndo(lab.ctx);
    const undone = await undoChange(lab.ctx);
    expect(undone).toMatchObject({ change: `import from ${id}`, outcome: 'undone', now: foreseen.now });
    expect(labels(lab.ctx)).toEqual([]);
    expect(readLinks(lab.ctx)).toEqual({});
    for (const { tool } of plan.defaults) expect(readDefault(lab.ctx, tool).state).not.toBe('account');
    for (const { alias, tool } of plan.aliases)
      expect(readSetting(lab.ctx, `aliases.${alias}.${tool}`)).toBeNull();
    expect(theirs(lab)).toEqual(before);
    await expect(undoChange(lab.ctx)).rejects.toMatchObject({ code: 'UNDO_NOTHING' });
  });

  test('and forward again', async () => {
    const lab = peerLab();
    stores.caam?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('caam'), all);
    const made = labels(lab.ctx);
    const { again } = await undoChange(lab.ctx);
    await undoChange(lab.ctx, again ?? '');
    expect(labels(lab.ctx)).toEqual(made);
    const { id } = findStoredAccount(lab.ctx, 'codex', 'lab', 'test');
    expect(readLinks(lab.ctx)[lab.at('project')]).toEqual({ codex: id });
  });

  test('what came after it has to be taken back first', async () => {
    const lab = peerLab();
    stores.ccs?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('ccs'), none);
    await renameAccount(lab.ctx, 'claude', 'writing', 'office');
    const whole = readHistory(lab.ctx).changes.find(({ record }) => record.verb === 'import from');
    await expect(undoChange(lab.ctx, whole?.record.id)).rejects.toMatchObject({
      code: 'UNDO_CHANGED_SINCE',
      message: expect.stringContaining('rename claude#writing came after it'),
    });
    await undoChange(lab.ctx);
    await undoChange(lab.ctx);
    expect(labels(lab.ctx)).toEqual([]);
  });

  test('so has what came after one that was cut off: it is no reason to leave that as it is', async () => {
    const lab = peerLab();
    stores.ccs?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('ccs'), none);
    await renameAccount(lab.ctx, 'claude', 'writing', 'office');
    const whole = readHistory(lab.ctx).changes.find(({ record }) => record.verb === 'import from');
    const file = join(lab.ctx.paths.journal, `${whole?.record.id}.json`);
    writeFileSync(
      file,
      JSON.stringify({ schemaVersion: 1, ...whole?.record, doneAt: null, process: undefined }),
    );
    await expect(undoChange(lab.ctx, whole?.record.id)).rejects.toMatchObject({ code: 'UNDO_CHANGED_SINCE' });
    await undoChange(lab.ctx);
    await undoChange(lab.ctx);
    expect(labels(lab.ctx)).toEqual([]);
  });

  test('so has what came after it and was cut off', async () => {
    const lab = peerLab();
    stores.ccs?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('ccs'), none);
    const { id } = findStoredAccount(lab.ctx, 'claude', 'writing', 'test');
    writeJournal(lab.ctx.host, lab.ctx.paths, {
      verb: 'rename',
      tool: 'claude',
      account: id,
      what: { label: 'writing', to: 'office' },
    });
    const whole = readHistory(lab.ctx).changes.find(({ record }) => record.verb === 'import from');
    await expect(undoChange(lab.ctx, whole?.record.id)).rejects.toMatchObject({
      code: 'UNDO_CHANGED_SINCE',
      message: expect.stringContaining('rename claude#writing came after it'),
    });
  });

  test('one that was removed by hand is no hindrance', async () => {
    const lab = peerLab();
    stores.ccs?.used(lab);
    await importFromPeer(lab.ctx, await lab.plan('ccs'), none);
    await removeAccount(lab.ctx, 'claude', 'writing');
    await undoChange(lab.ctx);
    await undoChange(lab.ctx);
    expect(labels(lab.ctx)).toEqual([]);
  });

  test('ended anywhere: what was made so far can be taken back, or the rest be made, and theirs is as it was', async () => {
    const peer = peerNamed('orrery');
    const store = (home: string) => join(home, '.orrery');
    const put = (home: string, path: string, content: object) => {
      mkdirSync(join(store(home), path, '..'), { recursive: true });
      writeFileSync(join(store(home), path), JSON.stringify(content));
    };
    const goOn = async (ctx: AccountsContext) =>
      importFromPeer(ctx, await planPeerImport(ctx, peer), { withMeanings: true });
    let turn = 0;
    const tried = await killEverywhere({
      before: async ({ host: { homeDir } }) => {
        put(homeDir, 'accounts/alpha/A/metadata.json', { id: 'A', tool: 'alpha', displayName: 'writing' });
        put(homeDir, 'workspaces/origin/workspace.json', { accounts: { alpha: 'A' } });
      },
      change: goOn,
      after: async (ctx, lab) => {
        const before = treeOf(store(lab.home));
        turn += 1;
        const isTakenBack = turn % 2 === 0 && readHistory(ctx).changes.length > 0;
        if (isTakenBack) await undoChange(ctx);
        else await goOn(ctx);
        expect(labels(ctx)).toEqual(isTakenBack ? [] : ['alpha#writing']);
        expect(readDefault(ctx, 'alpha').state === 'account').toBe(!isTakenBack);
        expect(treeOf(store(lab.home))).toEqual(before);
      },
    });
    expect(tried).toBeGreaterThan(15);
  }, 60_000);
});

describe('directories made by hand', () => {
  test('those beside the own directory of each tool, and no other', async () => {
    const lab = peerLab();
    lab.put('.claude-writing/.claude.json', claudeLogin('writing').config);
    lab.put('.claude_me/.credentials.json', claudeLogin('me').credentials);
    lab.put('.CODEX-Ä/auth.json', codexLogin('a'));
    lab.put('.codex-/auth.json', codexLogin('nameless'));
    lab.put('.codexwork/auth.json', codexLogin('no'));
    lab.put('.gemini-lab/.gemini/settings.json', {});
    lab.put('.config/opencode-lab/config/opencode.json', {});
    lab.put('.claude-switch/accounts/x/.claude.json', {});
    lab.put('.claude-notes', 'a file');
    lab.put('.claude/.claude.json', {});
    symlinkSync('nowhere', lab.at('.codex-gone'));
    symlinkSync(lab.at('.claude'), lab.at('.claude-link'));
    const plan = await lab.plan('homes');
    expect(plan.accounts.map(({ tool, label, standing }) => `${standing} ${tool}#${label}`)).toEqual([
      'there claude#system',
      'take claude#writing',
      'take claude#me',
      'take codex#Ä',
      'take gemini#lab',
      'take opencode#lab',
    ]);
  });

  test('on macOS (simulated), where the login may be in the keychain', async () => {
    const lab = peerLab({ platform: 'darwin' });
    lab.put('.claude-writing/.claude.json', claudeLogin('writing').config);
    const asked: string[] = [];
    const security = async (args: readonly string[]) => {
      asked.push(args.join(' '));
      return { code: 0, stdout: '' };
    };
    const plan = await planPeerImport({ ...lab.ctx, security }, peerNamed('homes'));
    expect(plan.accounts.map(({ label, plan: made }) => `${label}: ${made?.login}`)).toEqual([
      'writing: usable',
    ]);
    expect(asked.every((words) => !/-[gw]\b/.test(words))).toBe(true);
  });

  test('one that is an account already is said to be, and one that holds an account is none', async () => {
    const lab = peerLab();
    lab.put('.codex-writing/auth.json', codexLogin('writing'));
    await importAccount(lab.ctx, lab.ctx.registry.tool('codex') as AITool, {
      from: '~/.codex-writing',
      label: 'mine',
    });
    expect(standings(await lab.plan('homes'))).toEqual(['there codex#mine']);
  });
});

/** A table of processes in which one was given every directory that is asked for. */
function busy(pid: number): PeerLab['ctx']['host']['processes'] {
  const { processes } = peerLab().ctx.host;
  return { ...processes, knowing: () => [{ pid, argv: ['claude'] }] };
}
