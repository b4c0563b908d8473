import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordFolder } from '../../../src/accounts/fast/launch-record.ts';
import {
  type AccountsContext,
  addAccount,
  launch,
  planLaunch,
  removeAccount,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { shareAccount } from '../../../src/accounts/share-account.ts';
import { pathNote, readRoot, type SharedRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { liveFolder } from '../../../src/accounts/store/process-marks.ts';
import { basesFolder } from '../../../src/accounts/sync/file-base.ts';
import { dirtyFolder, markDirty } from '../../../src/accounts/sync/mark-dirty.ts';
import { type Host, nodeFileSystem } from '../../../src/platform/index.ts';
import { type AITool, knownTools } from '../../../src/registry/index.ts';
import { withLock } from '../../../src/state/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { runCli } from '../../support/run-cli.ts';
import { type LoginWorld, loginWorld } from '../login-world.ts';

const registry = knownTools(builtInTools);
const codex = registry.tool('codex') as AITool;

interface Sharers {
  readonly world: LoginWorld;
  readonly ctx: AccountsContext;
  readonly work: StoredAccount;
  readonly other: StoredAccount;
  readonly root: SharedRoot;
}

/** Two accounts of the built-in Codex on one root, both launched before; a launch adds what it is told to. */
async function sharers(): Promise<Sharers> {
  const world = loginWorld();
  world.fake('codex', ({ argv, env, write }) => {
    const [key] = argv;
    if (key !== undefined) write(`${env.CODEX_HOME}/config.toml`, `model = "${key}"\n`);
  });
  const ctx = { ...world.ctx, registry };
  const work = await addAccount(ctx, 'codex', 'work');
  const other = await addAccount(ctx, 'codex', 'other', { sharing: { wanted: 'share' } });
  for (const account of [work, other]) expect(await run(ctx, account)).toBe(0);
  return { world, ctx, work, other, root: readRoot(ctx, 'codex', 'default') as SharedRoot };
}

async function run(ctx: AccountsContext, account: StoredAccount, ...args: string[]): Promise<number> {
  return launch(ctx, await planLaunch(ctx, codex, account, { args }));
}

const linksIn = (home: string): readonly string[] =>
  readdirSync(home).filter((name) => lstatSync(join(home, name)).isSymbolicLink());

test('a launch that was planned before its account left the others makes it no part of them again', async () => {
  const { ctx, work, root } = await sharers();
  const plan = await planLaunch(ctx, codex, work, { args: ['mine'] });
  await shareAccount(ctx, codex, work, { kind: 'off' });
  expect(await launch(ctx, plan)).toBe(0);
  expect(linksIn(work.home)).toEqual([]);
  const shared = join(root.folder, 'config.toml');
  expect(existsSync(shared) ? nodeFileSystem.readFile(shared).toString() : '').not.toContain('mine');
});

test('one that was planned before its account joined the others does so after all', async () => {
  const { ctx, work, root } = await sharers();
  const { account } = await shareAccount(ctx, codex, work, { kind: 'off' });
  const plan = await planLaunch(ctx, codex, account, { args: ['mine'] });
  await shareAccount(ctx, codex, account, { kind: 'on' });
  expect(await launch(ctx, plan)).toBe(0);
  expect(nodeFileSystem.readFile(join(root.folder, 'config.toml')).toString()).toContain('mine');
});

describe('on a disk so full that no mark can be written', () => {
  const full = (ctx: AccountsContext, told: string[] = []): AccountsContext => {
    const faulty = faultyFiles(ctx.host.files);
    faulty.failWhere((method, path) => method === 'writeNew' && /\/(?:live|dirty)\//.test(path), 'ENOSPC');
    return { ...ctx, host: { ...ctx.host, files: faulty.files }, tell: (line) => told.push(line) };
  };

  test('what shares does not start: the merge would not know of it', async () => {
    const { ctx, work } = await sharers();
    await expect(run(full(ctx), work, 'mine')).rejects.toMatchObject({ code: 'WRITE_FAILED', exit: 7 });
    expect(nodeFileSystem.readFile(join(work.home, 'config.toml')).toString()).not.toContain('mine');
  });

  test('what shares nothing starts, and that is told', async () => {
    const { ctx, work } = await sharers();
    const { account } = await shareAccount(ctx, codex, work, { kind: 'off' });
    const told: string[] = [];
    expect(await run(full(ctx, told), account, 'mine')).toBe(0);
    expect(told.join()).toContain('codex#work starts without a mark that it runs');
    expect(nodeFileSystem.readFile(join(account.home, 'config.toml')).toString()).toContain('mine');
  });
});

describe('what is merely stale stops no launch, and is told:', () => {
  const refused: readonly (readonly [string, (sharers: Sharers) => AccountsContext['host']['files']])[] = [
    [
      'the root can’t be written',
      ({ root }) => {
        const faulty = faultyFiles(nodeFileSystem);
        faulty.failWhere((_method, path) => path.startsWith(`${root.folder}/`), 'EROFS');
        return faulty.files;
      },
    ],
    [
      'who is to be synced can’t be listed',
      ({ root }) => ({
        ...nodeFileSystem,
        readdir: (path) =>
          path === join(root.folder, '.root/dirty') ? denied() : nodeFileSystem.readdir(path),
      }),
    ],
    [
      'another account can’t be looked at',
      ({ ctx, other, root }) => {
        writeLiveMark(ctx, other);
        markDirty(ctx, root, other);
        const live = join(dirname(other.home), 'live');
        return {
          ...nodeFileSystem,
          readdir: (path) => (path === live ? denied() : nodeFileSystem.readdir(path)),
        };
      },
    ],
    [
      'what lies in the place of a link can’t be moved',
      ({ work }) => {
        madeReal(work, 'memories');
        const faulty = faultyFiles(nodeFileSystem);
        faulty.failWhere((_method, path) => path.includes('memories'), 'EACCES');
        return faulty.files;
      },
    ],
  ];

  test.each(refused)('%s', async (_case, filesOf) => {
    const all = await sharers();
    const { world, ctx, work, other } = all;
    await run(ctx, other, 'theirs');
    world.told.length = 0;
    const files = filesOf(all);
    expect(await run({ ...ctx, host: { ...ctx.host, files } }, work)).toBe(0);
    expect(world.told.length).toBeGreaterThan(0);
    expect(await run(ctx, work)).toBe(0);
    expect(world.told.join('\n')).not.toContain('internal');
  });

  test('a link to itself, in what is to be moved to the others and in the place of a link', async () => {
    const { ctx, work, root } = await sharers();
    madeReal(work, 'memories');
    symlinkSync('round', join(work.home, 'memories/round'));
    unlinkSync(join(work.home, 'sessions'));
    symlinkSync('sessions', join(work.home, 'sessions'));
    expect(await run(ctx, work)).toBe(0);
    expect(linksIn(work.home)).toEqual(expect.arrayContaining(['memories', 'sessions']));
    expect(readdirSync(join(root.folder, 'memories')).sort()).toEqual(['own.md', 'round']);
  });

  function madeReal({ home }: StoredAccount, name: string): void {
    unlinkSync(join(home, name));
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, 'own.md'), 'own');
  }

  function denied(): never {
    throw Object.assign(new Error('denied'), { code: 'EACCES' });
  }
});

test('an account is not removed while another process keeps what it changed from the others', async () => {
  const { ctx, work, root } = await sharers();
  writeFileSync(join(work.home, 'config.toml'), 'model = "late"\n');
  const removal = await withLock(ctx.host, pathNote(ctx.host, root, 'config.toml'), 'it', () =>
    removeAccount(ctx, 'codex', 'work').then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  expect(removal).toMatchObject({ code: 'NOT_PUSHED' });
  expect(existsSync(work.home)).toBe(true);
  await removeAccount(ctx, 'codex', 'work');
  expect(nodeFileSystem.readFile(join(root.folder, 'config.toml')).toString()).toContain('late');
});

test('what a start was making when it died is swept by a later one, wherever it lay', async () => {
  const { ctx, work, root } = await sharers();
  const { host } = ctx;
  const start = (at: Host, ...args: string[]) =>
    runCli(['run', 'codex', '-a', 'work', '--', ...args], { host: at });
  expect(await start(host)).toMatchObject({ code: 0 });
  const folders = [
    dirtyFolder(host, root),
    liveFolder(ctx, work),
    basesFolder(ctx, work, root.id),
    recordFolder(ctx, 'codex', work.id),
  ];
  const litter = folders.map((folder) => join(folder, '.half.abcdefgh.tmp'));
  for (const file of litter) {
    expect(existsSync(dirname(file)), file).toBe(true);
    writeFileSync(file, '');
  }
  expect(await start(host, 'first')).toMatchObject({ code: 0 });
  expect(litter.filter((file) => !existsSync(file))).toEqual([]);
  const later = { ...host, now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) };
  expect(await start(later, 'second')).toMatchObject({ code: 0 });
  // What has just changed is not recorded.
  expect(await start(later)).toMatchObject({ code: 0 });
  expect(litter.filter(existsSync)).toEqual([]);
});
