import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textsBelow, treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';
import { type Copying, wirePlugin } from '../wire-plugin.ts';

/** Windows starts no script of sh. */
const posix = describe.skipIf(process.platform === 'win32');

posix('plugins that are programs', () => {
  test('lists, states and the tools of ten of them start none', async () => {
    const world = cliWorld();
    const plugins = Array.from({ length: 10 }, (_, at) => wirePlugin(world, `wired-${at}`));
    for (const { path } of plugins)
      expect(await world.run(['plugin', 'link', path, '--yes'])).toMatchObject({ code: 0 });
    await world.run('account add wired-3 work');
    const starts = () => plugins.map((plugin) => plugin.starts());
    const before = starts();
    expect(Math.min(...before)).toBeGreaterThan(0);
    const { stdout } = await world.run('tools');
    for (const [at] of plugins.entries()) expect(stdout).toContain(`The wired-${at}`);
    for (const line of [
      'list',
      'list --json',
      'tools --json',
      'status wired-3',
      'plugin list',
      'info wired-3',
    ])
      expect((await world.run(line)).code, line).toBe(0);
    expect(starts()).toEqual(before);
  });

  test('a list starts none of ten that say who an account is, wherever their tools were; a state asks its own', async () => {
    const world = cliWorld();
    const info = `answer '{"email":"me@example.com"}'`;
    const plugins = Array.from({ length: 10 }, (_, at) => wirePlugin(world, `wired-${at}`, { info }));
    for (const [at, { path }] of plugins.entries()) {
      await world.run(['plugin', 'link', path, '--yes']);
      if (at % 2 === 0) world.put(`.wired-${at}/sessions/1`, '');
    }
    await world.run('account add wired-3 work');
    const starts = () => plugins.map((plugin) => plugin.starts());
    const before = starts();
    for (const line of ['list', 'list --json', 'list wired-3', 'tools', 'plugin list', 'info wired-4'])
      expect((await world.run(line)).code, line).toBe(0);
    expect(starts()).toEqual(before);
    const status = await world.json('status wired-3#work');
    expect(JSON.stringify(status)).toContain('me@example.com');
    // Its tool was never used: nobody is logged in there.
    await world.run('status wired-5');
    expect(starts()).toEqual(before.map((times, at) => (at === 3 ? times + 1 : times)));
  });

  test.each([
    ['before its first frame', { before: "printf 'hello\\033[31m\\n'" }, 'a line "hello\\x1b[31m"'],
    ['between two frames', { after: 'echo hello' }, '"hello"'],
  ])(
    'B087: one that writes a line of text %s works, and is named, its first bytes escaped',
    async (_when, how, why) => {
      const world = cliWorld();
      const [good, noisy] = [wirePlugin(world, 'good'), wirePlugin(world, 'noisy', how)];
      await world.run(['plugin', 'link', good.path, '--yes']);
      const linked = await world.run(['plugin', 'link', noisy.path, '--yes']);
      expect(linked.stderr).toContain('non-protocol output');
      const starts = noisy.starts();
      for (const line of ['list', 'tools']) {
        const { code, stdout, stderr } = await world.run(line);
        expect(code).toBe(0);
        expect(stderr).toContain('the plugin noisy wrote non-protocol output to stdout: ');
        expect(stderr).toContain(why);
        expect(stderr + stdout).not.toContain('\u001b');
        if (line === 'tools')
          for (const name of ['The good', 'The noisy', 'codex']) expect(stdout).toContain(name);
      }
      expect(noisy.starts()).toBe(starts);
      expect(await world.run('plugin doctor')).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^PLUGIN_NOISY\t.*plugin noisy/),
      });
    },
  );

  test('B087: what is only written when it is asked who an account is, is told by whoever asked', async () => {
    const world = cliWorld();
    const { path } = wirePlugin(world, 'noisy', { info: `echo hello; answer '{"email":"me@example.com"}'` });
    await world.run(['plugin', 'link', path, '--yes']);
    await world.run('account add noisy work');
    expect((await world.run('list')).stderr).toBe('');
    const { stdout, stderr } = await world.run('status noisy#work');
    expect(stdout).toContain('me@example.com');
    expect(stderr).toContain('the plugin noisy wrote non-protocol output to stdout: a line "hello"');
    const quiet = wirePlugin(world, 'quiet', { info: `answer '{"email":"me@example.com"}'` });
    await world.run(['plugin', 'link', quiet.path, '--yes']);
    await world.run('account add quiet work');
    expect((await world.run('status quiet#work')).stderr).toBe('');
  });

  test.each([
    ['exits', 'exit 3', 'it ended with exit code 3'],
    ['closes its output and stays', 'exec >&-; exec sleep 300', 'it closed its output and goes on'],
    ['kills itself', 'kill -9 $$', 'it was ended by SIGKILL'],
  ])(
    'B088: one that %s when it is asked is named, with the reason, once; all else works',
    async (_how, info, why) => {
      const world = cliWorld();
      const [bad, good] = [
        wirePlugin(world, 'bad', { info }),
        wirePlugin(world, 'good', { info: `answer '{"email":"me@example.com"}'` }),
      ];
      for (const { path } of [bad, good]) await world.run(['plugin', 'link', path, '--yes']);
      for (const account of ['bad one', 'bad two', 'good one']) await world.run(`account add ${account}`);
      const { code, stdout, stderr } = await world.run('status');
      expect(code).toBe(0);
      expect(stdout).toContain('me@example.com');
      expect(stderr.match(/the plugin bad gave no answer to tool\/accountInfo: (?:[^.]|\.\.)*/g)).toEqual([
        `the plugin bad gave no answer to tool/accountInfo: ${why}`,
      ]);
      expect(stderr).not.toMatch(/EPIPE|unhandled|node:/i);
    },
  );

  test('one that announces more than was agreed to is used as before, and says so where plugins are looked at, until it is enabled anew', async () => {
    const world = cliWorld();
    const { path } = wirePlugin(world, 'acme');
    await world.run(['plugin', 'link', path, '--yes']);
    wirePlugin(world, 'acme', { info: `answer '{"email":"me@example.com"}'` });
    expect((await world.run('tools')).stdout).toContain('acme');
    const says =
      'announces more than was agreed to, and is not used for that: account:info. tools plugin enable acme';
    for (const line of ['plugin list', 'plugin info acme']) {
      const { code, stderr } = await world.run(line);
      expect([line, code, stderr]).toEqual([line, 0, expect.stringContaining(says)]);
    }
    expect((await world.run('list')).stderr).not.toContain('announces');
    expect((await world.json('plugin doctor acme')).findings).toMatchObject([{ code: 'PLUGIN_ASKS_MORE' }]);
    const codes = async () =>
      (await world.json('doctor')).findings.map(({ code, hint }: Record<string, string>) => [code, hint]);
    expect(await codes()).toContainEqual(['PLUGINS_UNSOUND', 'tools plugin doctor']);
    await world.run('plugin enable acme --yes');
    expect((await world.run('plugin info acme')).stderr).toBe('');
    expect((await world.json('plugin doctor acme')).findings).toEqual([]);
    expect((await codes()).flat()).not.toContain('PLUGINS_UNSOUND');
  });

  test('one that is gone or changed costs only itself, and is told', async () => {
    const world = cliWorld();
    const [good, bad] = [wirePlugin(world, 'good'), wirePlugin(world, 'bad')];
    for (const { path } of [good, bad]) await world.run(['plugin', 'link', path, '--yes']);
    world.put('wire/bad', '#!/bin/sh\nexit 7\n');
    chmodSync(bad.path, 0o755);
    const { code, stdout, stderr } = await world.run('tools');
    expect(code).toBe(0);
    expect(stdout).toContain('The good');
    expect(stdout).not.toContain('The bad');
    expect(stderr).toContain(bad.path);
    const found = await world.run('plugin doctor bad');
    expect(found.code).toBe(1);
  });
});

posix('a new login of a tool that a program brings', () => {
  /** Logged in with one token, and about to be with another. */
  async function loggedIn(copying: Copying): Promise<{ world: CliWorld; home: string }> {
    const world = cliWorld();
    const { path } = wirePlugin(world, 'acme', { copying });
    const linked = await world.run(['plugin', 'link', path, '--yes']);
    expect(linked.stderr).toContain('moves the fresh login of its own tool into the home of an account');
    const saves = (token: string) =>
      world.put('bin/acme', `#!/bin/sh\nmkdir -p "$ACME_HOME"; printf ${token} > "$ACME_HOME/token"\n`);
    chmodSync(saves('old'), 0o755);
    expect(await world.run('login acme -a work')).toMatchObject({ code: 0 });
    saves('new');
    return { world, home: await world.homeOf('acme', 'work') };
  }
  const tokenIn = (home: string) => readFileSync(join(home, 'token'), 'utf8');

  test('is carried by it, and lies in one place', async () => {
    const { world, home } = await loggedIn('copies');
    expect(await world.run('login acme -a work')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('renewed'),
    });
    expect(tokenIn(home)).toBe('new');
    expect(textsBelow(world.root).match(/new(?!l)/g)).toHaveLength(1);
  });

  test.each<[Copying, string]>([
    ['refuses', 'old'],
    ['dies', 'old'],
    ['lies', 'old'],
    ['copies and dies', 'new'],
  ])('promise 5: is never told as done when the program %s', async (copying, left) => {
    const { world, home } = await loggedIn(copying);
    const before = treeOf(home);
    const { code, stderr } = await world.run('login acme -a work');
    expect(code).toBe(7);
    expect(stderr).toContain('the plugin "acme" did not carry the new login of acme#work into its home');
    expect(stderr).toContain('tools login acme -a work');
    expect(tokenIn(home)).toBe(left);
    if (left === 'old') expect(treeOf(home)).toEqual(before);
    const [entry = ''] = readdirSync(join(world.root, 'trash'));
    expect(textsBelow(join(world.root, 'trash', entry, 'content'))).toContain('new');
    const { id } = (await world.json('list acme')).accounts[0];
    expect(
      readdirSync(join(world.root, 'accounts/acme', id)).filter((name) => /^home-|renewal\.json/.test(name)),
    ).toEqual([]);
  });
});

posix('who logged in, where only a program says it', () => {
  /** It says what lies in the file `who`; without one, it fails. */
  async function saying(who: string): Promise<CliWorld> {
    const world = cliWorld();
    const file = world.put('who', who);
    const info = `[ -s '${file}' ] || exit 3; answer "$(cat '${file}')"`;
    const { path } = wirePlugin(world, 'acme', { info, copying: 'copies' });
    await world.run(['plugin', 'link', path, '--yes']);
    chmodSync(
      world.put('bin/acme', '#!/bin/sh\nmkdir -p "$ACME_HOME"; echo new > "$ACME_HOME/token"\n'),
      0o755,
    );
    return world;
  }
  const said = (name: string) => JSON.stringify({ email: `${name}@example.com`, accountId: name });
  const listed = async (world: CliWorld, label: string) =>
    (await world.json('list acme')).accounts.find((each: { label: string }) => each.label === label)
      ?.identity;

  test('is recorded by the login: lists name them, and ask nobody', async () => {
    const world = await saying(said('me'));
    const { code, stderr } = await world.run('login acme -a work');
    expect([code, stderr]).toEqual([0, expect.stringContaining('me@example.com')]);
    world.put('who', '');
    expect(await listed(world, 'work')).toMatchObject({
      subject: 'me',
      email: 'me@example.com',
      toldBy: 'acme',
    });
    expect((await world.run('list')).stdout).toContain('me@example.com');
  });

  test('is unknown where the program fails, which costs the login nothing', async () => {
    const world = await saying('');
    expect((await world.run('login acme -a work')).code).toBe(0);
    expect(await listed(world, 'work')).toBeNull();
  });

  test('is taken over with a directory that is imported', async () => {
    const world = await saying(said('me'));
    world.put('elsewhere/token', 'old');
    const from = `${world.home}/elsewhere`;
    const { code, stderr } = await world.run(['import', 'acme', '--from', from, '-a', 'work', '--yes']);
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(await listed(world, 'work')).toMatchObject({ subject: 'me' });
  });

  test('is guarded: a renewal by the same person goes through, and by somebody else is refused', async () => {
    const world = await saying(said('me'));
    await world.run('login acme -a work');
    expect((await world.run('login acme -a work')).code).toBe(0);
    expect(await listed(world, 'work')).toMatchObject({ subject: 'me' });
    world.put('who', said('other'));
    const { code, stderr } = await world.run('login acme -a work');
    expect(code).not.toBe(0);
    expect(stderr).toContain('other@example.com');
    expect(await listed(world, 'work')).toMatchObject({ subject: 'me' });
    const second = await world.run('login acme -a other');
    expect(second.code).toBe(0);
    world.put('who', said('me'));
    expect((await world.run('login acme -a third')).stderr).toContain('acme#work');
    expect(await listed(world, 'third')).toBeUndefined();
  });

  test('is no longer known after a renewal at which the program failed, which is nobody else for that', async () => {
    const world = await saying(said('me'));
    await world.run('login acme -a work');
    world.put('who', '');
    expect((await world.run('login acme -a work')).code).toBe(0);
    expect(await listed(world, 'work')).toBeNull();
  });
});
