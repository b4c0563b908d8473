import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { launch, loginAccount, planLaunch, type StoredAccount } from '../../../src/accounts/index.ts';
import { claimLoginJournal, readLoginJournal } from '../../../src/accounts/login/login-journal.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { listTrash } from '../../../src/state/index.ts';
import { Died, faultyFiles } from '../../support/faulty-files.ts';
import { tempHome } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { extensionsOf } from '../extensions-of.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

type Copy = (from: string, to: string) => Promise<void>;

const copying: Copy = async (from, to) => cpSync(join(from, 'token'), join(to, 'token'));

/** What a program plugin brings: a tool of which no descriptor says what its login is. */
const carriedBy = (copy: Copy) => extensionsOf({ credentialCopy: [{ tool: 'foo', copy }] });

const savesToken = (token: string) =>
  new Function(
    'world',
    `world.write(world.env.FOO_CONFIG_DIR + '/token', ${JSON.stringify(token)});`,
  ) as never;

const start = async (world: LoginWorld, account: StoredAccount) =>
  launch(world.ctx, await planLaunch(world.ctx, world.tool('foo'), account));
const renew = (world: LoginWorld) => loginAccount(world.ctx, world.tool('foo'), 'work');

interface Given {
  readonly world: LoginWorld;
  readonly account: StoredAccount;
}

/** Logged in with one token, and about to be with another. */
async function loggedIn(world: LoginWorld): Promise<Given> {
  const foo = world.fake('foo', savesToken('old'));
  const { account } = await renew(world);
  writeFileSync(join(account.home, 'history'), 'mine');
  foo.will(savesToken('new'));
  return { world, account };
}

const tokenOf = ({ world, account }: Given) => world.read(join(account.home, 'token'));
const leftOf = ({ world, account }: Given) =>
  readdirSync(world.ctx.paths.accountFolder('foo', account.id)).filter((name) =>
    /^(home-|renewal\.json)/.test(name),
  );
const trashOf = ({ ctx, read }: LoginWorld) =>
  listTrash(ctx.host, ctx.paths).map(({ content }) => content && read(join(content, 'token')));

describe('a new login of a tool whose plugin carries it', () => {
  test('is carried between the tool’s own directories, takes effect, and lies in one place', async () => {
    const carried: string[][] = [];
    const extensions = carriedBy(async (from, to) => {
      carried.push([from, to]);
      await copying(from, to);
    });
    const given = await loggedIn(loginWorld({ extensions }));
    const { renewed } = await renew(given.world);
    expect(renewed).toBe(true);
    expect(tokenOf(given)).toBe('new');
    expect(given.world.read(join(given.account.home, 'history'))).toBe('mine');
    expect(carried).toEqual([[expect.stringMatching(/home-[a-z0-9]+$/), given.account.home]]);
    expect(leftOf(given)).toEqual([]);
    expect(trashOf(given.world)).toEqual([]);
  });

  test('of another tool is none of its business', async () => {
    const extensions = extensionsOf({ credentialCopy: [{ tool: 'bar', copy: copying }] });
    const given = await loggedIn(loginWorld({ extensions }));
    expect(await rejectionOf(renew(given.world))).toMatchObject({ code: 'LOGIN_NOT_RENEWABLE' });
  });

  test.each<[string, Copy, string]>([
    ['refuses', async () => Promise.reject(new Error('the vault is shut.')), 'the vault is shut'],
    [
      'is away',
      async () => {
        throw new Error('it gave no answer');
      },
      'it gave no answer',
    ],
  ])('promise 5: when it %s the old one is as it was, and the new one is not lost', async (_, copy, why) => {
    const given = await loggedIn(loginWorld({ extensions: carriedBy(copy) }));
    const before = treeOf(given.account.home);
    const error = await rejectionOf(renew(given.world));
    expect(error).toMatchObject({
      code: 'LOGIN_NOT_CARRIED',
      exit: 7,
      hint: 'tools login foo -a work',
      data: { plugin: 'acme', why },
    });
    expect(treeOf(given.account.home)).toEqual(before);
    expect(given.world.account('foo', 'work')).toEqual(given.account);
    expect(trashOf(given.world)).toEqual(['new']);
    expect((error as Error).message).toContain(given.world.ctx.paths.trash);
    expect(leftOf(given)).toEqual([]);
  });

  test('is not asked for at all where a login fails', async () => {
    const asked: string[] = [];
    const given = await loggedIn(
      loginWorld({ extensions: carriedBy(async (from) => void asked.push(from)) }),
    );
    given.world.fake('foo', () => 3);
    await rejectionOf(renew(given.world));
    expect(asked).toEqual([]);
    expect(tokenOf(given)).toBe('old');
    expect(leftOf(given)).toEqual([]);
  });

  test('nobody starts in the home while it is carried', async () => {
    const started: unknown[] = [];
    const world: LoginWorld = loginWorld({
      extensions: carriedBy(async (from, to) => {
        const account = world.account('foo', 'work');
        started.push(await rejectionOf(start(world, account)));
        await copying(from, to);
      }),
    });
    const given = await loggedIn(world);
    await renew(world);
    expect(started).toMatchObject([{ code: 'LOGIN_UNDER_WAY', exit: 5 }]);
    expect(tokenOf(given)).toBe('new');
  });
});

describe('a new login of a tool of which nobody knows what it is', () => {
  test('is refused before it begins: it would be lost', async () => {
    const given = await loggedIn(loginWorld());
    const before = treeOf(given.account.home);
    expect(await rejectionOf(renew(given.world))).toMatchObject({
      code: 'LOGIN_NOT_RENEWABLE',
      exit: 1,
      hint: 'tools run foo -a work',
    });
    expect(treeOf(given.account.home)).toEqual(before);
    expect(leftOf(given)).toEqual([]);
  });
});

describe('we are killed while it is carried', () => {
  let given: Given;
  beforeEach(async () => {
    given = await loggedIn(loginWorld({ extensions: carriedBy(copying) }));
  });

  test('the next start says so, and the new one lies in the trash', async () => {
    const { world, account } = given;
    const fresh = join(world.ctx.paths.accountFolder('foo', account.id), 'home-abcd');
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(join(fresh, 'token'), 'new');
    claimLoginJournal(world.ctx, account, {
      schemaVersion: 1,
      process: { ...world.ctx.host.processes.self, pid: 999_999_999 },
      startedAt: '2026-01-01T00:00:00.000Z',
      fresh,
      phase: 'copy',
      steps: [],
    });
    world.fake('foo', () => 0);
    await start(world, account);
    expect(world.told.join('\n')).toMatch(/a login of foo#work was cut off while a plugin carried it/);
    expect(trashOf(world)).toEqual(['new']);
    expect(readLoginJournal(world.ctx, account)).toBeUndefined();
    expect(tokenOf(given)).toBe('old');
  });
});

test('whichever step of it fails or is our last, one login is in the home, whole, and no new one is gone', async () => {
  let deaths = 0;
  for (let step = 1; ; step += 1) {
    const faulty = faultyFiles(nodeFileSystem);
    const home = tempHome();
    const first = await loggedIn(loginWorld({ files: faulty.files, extensions: carriedBy(copying) }, home));
    faulty.dieAt(step, step % 2 === 0 ? 'after' : 'before');
    const ended = await renew(first.world).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(ended instanceof Died)) break;
    deaths += 1;
    const { processes } = first.world.ctx.host;
    const world = first.world.as({
      files: nodeFileSystem,
      extensions: extensionsOf({}),
      processes: {
        self: { ...processes.self, startedAt: 'later' },
        markOf: (pid) => processes.markOf(pid),
        startTimeOf: () => undefined,
        stateOf: ({ startedAt }) => (startedAt === 'later' ? 'alive' : 'dead'),
        knows: processes.knows,
        knowing: processes.knowing,
        runningFrom: processes.runningFrom,
        parent: processes.parent,
        end: processes.end,
      },
    });
    world.fake('foo', () => 0);
    await start(world, world.account('foo', 'work'));
    const token = tokenOf({ world, account: first.account });
    expect(['old', 'new'], `${step}: ${faulty.steps.at(-1)}`).toContain(token);
    expect(existsSync(join(first.account.home, 'history'))).toBe(true);
    expect(leftOf({ world, account: first.account })).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(5);
});
