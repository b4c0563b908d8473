import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { liveProcesses } from '../../src/accounts/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { age, clearMarks, type ShimWorld, settle, shimWorld } from './shim-world.ts';

/** As people type it: PATH leads to the shim. */
const bare = 'codex';

/** One account, and starts of it behind us. `acting`: the tool is a script that does what the file $ACT says. */
async function started({ acting = false } = {}): Promise<ShimWorld> {
  const world = shimWorld();
  if (acting) {
    writeFileSync(join(world.bin, 'codex'), '#!/bin/sh\n[ -z "$ACT" ] || . "$ACT"\n', { mode: 0o755 });
    age(join(world.bin, 'codex'));
  }
  await world.cli(['account', 'add', 'codex', 'work']);
  await world.cli(['use', 'codex', 'work', '--global']);
  await world.cli(['shim', 'enable', 'codex']);
  for (const _ of [1, 2]) {
    await settle();
    await world.cli(['run', 'codex', '--', '/dev/null']);
  }
  clearMarks(world);
  return world;
}

/** Those that are here, each under the name by which it is sh. */
function shellsHere({ home }: ShimWorld): readonly string[] {
  return ['dash', 'bash', 'zsh', 'busybox', 'ksh', 'mksh', 'yash'].flatMap((name) => {
    const found = spawnSync('which', [name]).stdout.toString().trim();
    if (found === '') return [];
    const folder = join(home, 'shells', name);
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, 'sh'))) symlinkSync(found, join(folder, 'sh'));
    return [join(folder, 'sh')];
  });
}

describe('a shim', async () => {
  const world = await started();

  it('starts no process but the tool', () => {
    const log = join(world.home, 'strace');
    const { error } = spawnSync('strace', ['-f', '-o', log, '-e', 'trace=process', bare, '/dev/null'], {
      env: { ...world.env },
      cwd: world.home,
    });
    if (error) return expect(error).toMatchObject({ code: 'ENOENT' });
    const calls = readFileSync(log, 'utf8');
    expect(calls).not.toMatch(/fork|clone/);
    expect(calls.match(/ execve\("[^"]*"/g)).toEqual([
      ` execve("${join(world.shims, 'codex')}"`,
      ` execve("${join(world.bin, 'codex')}"`,
    ]);
  });

  it('promise 7, B065 carries every argument as it is, bytes that are not UTF-8 too', () => {
    const args = [
      '--',
      '-p',
      'a  b',
      '',
      '--help',
      '*',
      '\n',
      '$(touch CAN)',
      '`x`',
      "it's",
      '"',
      '\\',
      '-',
      '~',
    ];
    expect(world.start({ args })).toMatchObject({ by: 'shim', argv: { length: 3 + args.length } });
    const given = world.start({ args });
    expect(given.by === 'shim' && given.argv.slice(3)).toEqual(args);
    expect(existsSync(join(world.home, 'CAN'))).toBe(false);
    const bytes = spawnSync('sh', ['-c', `exec codex /proc/self/cmdline "$(printf '\\377\\200')"`], {
      env: { ...world.env },
    });
    expect(bytes.stdout.includes(Buffer.from([0, 255, 128, 0]))).toBe(true);
  });

  it('B064 reads nothing of what is on stdin', () => {
    const input = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 256));
    const { stdout } = spawnSync(bare, { env: { ...world.env }, input, maxBuffer: 2e6 });
    expect(stdout.equals(input)).toBe(true);
  });

  it('is understood by every POSIX shell, and means the same in each', async () => {
    const plan = await world.plan();
    for (const shell of shellsHere(world)) {
      const { by, env, stderr } = { env: {}, ...world.start({ shell }) };
      expect(['shim', 'program'], shell).toContain(by);
      if (by === 'shim') expect(stderr, shell).toBe('');
      if (by === 'shim') {
        // What these shells always count and know.
        const {
          SHLVL: _level,
          _,
          PWD: _pwd,
          OLDPWD: _old,
          LOGNAME: _name,
          ...rest
        } = env as Record<string, string>;
        const { PWD: _wanted, ...wanted } = plan.state === 'starts' ? plan.env : {};
        expect(rest, shell).toEqual(wanted);
      }
      clearMarks(world);
    }
    expect(world.start({ shell: '/bin/dash' }).by).toBe('shim');
    expect(world.start({ shell: '/bin/bash' }).by).toBe('shim');
  });

  it('heeds no function that bash was given under the name of a builtin', () => {
    const names = ['test', '[', 'cd', 'command', 'read', 'printf'];
    const env = Object.fromEntries(
      names.map((name) => [`BASH_FUNC_${name}%%`, '() {  touch CAN; return 0; }']),
    );
    const bash = shellsHere(world).find((path) => path.includes('bash'));
    expect(world.start({ shell: bash ?? '', env }).by).toBe('shim');
    // A label that leads to the account, and is not its own: what says no is a builtin, too.
    const labels = join(world.root, 'labels', 'codex');
    copyFileSync(join(labels, 'work'), join(labels, 'other'));
    const asked = { ...env, 'BASH_FUNC_false%%': '() {  :; }', AI_TOOLS_ACCOUNT_CODEX: 'other' };
    expect(world.start({ shell: bash ?? '', env: asked }).by).toBe('program');
    rmSync(join(labels, 'other'));
    expect(existsSync(join(world.home, 'CAN'))).toBe(false);
  });

  it('means the same, and hands on no name of its own, whatever options bash was given from outside', async () => {
    const plan = await world.plan();
    const wanted = plan.state === 'starts' ? plan.env.CODEX_HOME : '';
    const bash = shellsHere(world).find((path) => path.includes('bash'));
    for (const SHELLOPTS of ['allexport', 'keyword', 'nounset', 'errexit', 'noglob', 'noclobber', 'posix']) {
      const started = world.start({ shell: bash ?? '', env: { SHELLOPTS } });
      const env = started.by === 'nobody' ? {} : started.env;
      expect(
        Object.keys(env).filter((name) => name.startsWith('__at_')),
        SHELLOPTS,
      ).toEqual([]);
      expect(started.by === 'shim' ? env.CODEX_HOME : wanted, SHELLOPTS).toBe(wanted);
      expect(env.SHELLOPTS, SHELLOPTS).toBeDefined();
      clearMarks(world);
    }
  });

  it('B052 B053 leaves it to run where a variable would beat the login, and remembers what the user had', () => {
    expect(world.start({ env: { OPENAI_API_KEY: 'sk-dummy-1' } }).by).toBe('program');
    expect(world.start({ env: { CODEX_HOME: '/outer', CLAUDE_CONFIG_DIR: '/outer2' } }).by).toBe('program');
    const outer = world.start({ env: { CODEX_HOME: '/outer' } });
    expect(outer.by === 'shim' && JSON.parse(outer.env.AI_TOOLS_ENV ?? '').CODEX_HOME[1]).toBe('/outer');
    const nested = world.start({ env: outer.by === 'nobody' ? {} : outer.env });
    expect(nested.by).toBe('program');
  });
});

describe('a shim whose tool acts', async () => {
  const world = await started({ acting: true });
  const act = (text: string) => {
    const file = join(world.home, 'act');
    writeFileSync(file, `${text}\n`);
    return { ...world.env, ACT: file };
  };

  it('B061 ends as the tool ends, by code or by signal', () => {
    for (const [text, status, signal] of [
      ['exit 42', 42, null],
      ['kill -TERM $$', null, 'SIGTERM'],
      ['kill -KILL $$', null, 'SIGKILL'],
      ['kill -INT $$', null, 'SIGINT'],
    ] as const) {
      const ended = spawnSync(bare, { env: act(text) });
      expect([ended.status, ended.signal], text).toEqual([status, signal]);
    }
  });

  it('B062 is the tool once it runs: whatever is sent to it reaches the tool, and nothing waits beside it', () => {
    const { pid, stdout } = spawnSync(bare, { env: act('echo $$') });
    expect(stdout.toString()).toBe(`${pid}\n`);
  });

  it('hands on the open files, the mask and the limits that it was given, and no other', () => {
    const env = act(
      'cd /proc/$$/fd; for fd in *; do [ ! -e $fd ] || echo $fd; done; umask; ulimit -n; ulimit -c',
    );
    for (const before of ['', 'umask 077;', 'ulimit -n 200;']) {
      for (const streams of ['', '<&-', '2>&-', '<&- 2>&-', '5</dev/null']) {
        const of = (file: string) =>
          spawnSync('sh', ['-c', `${before} exec ${file} ${streams}`], {
            env,
            cwd: world.home,
          }).stdout.toString();
        expect(of('codex'), `${before} ${streams}`).toBe(of(join(world.bin, 'codex')));
      }
    }
  });

  it('marks who runs as run does: alive while it runs, dead then, and since when', async () => {
    const ctx = { host: world.host(), paths: appPaths(world.host()) } as never;
    const [id = ''] = readdirSync(join(world.root, 'accounts', 'codex')).filter(
      (name) => !name.startsWith('.'),
    );
    const account = { tool: 'codex', id, label: 'work' };
    const before = Date.now();
    const child = spawn(bare, { env: act('read line'), stdio: ['pipe', 'ignore', 'ignore'] });
    await new Promise((done) => setTimeout(done, 500));
    const [live] = liveProcesses(ctx, account).filter(({ pid }) => pid === child.pid);
    expect(live).toMatchObject({ unknown: false, machine: world.host().processes.self.machine });
    expect(Math.abs(Date.parse(live?.since ?? '') - before)).toBeLessThan(2000);
    const dirty = join(world.root, 'installations', 'codex', 'default', 'shared', '.root', 'dirty');
    expect(readdirSync(dirty).some((name) => name.startsWith(`${id}.`) && name.length === 17)).toBe(true);
    child.stdin?.end('\n');
    await new Promise((done) => child.on('close', done));
    expect(liveProcesses(ctx, account).filter(({ pid }) => pid === child.pid)).toEqual([]);
  });

  it('starts nothing by itself where something may not be read that run would read', () => {
    // Root may read everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const own = (uid: number) => spawnSync('chown', ['-R', `${uid}:${uid}`, dirname(world.home)]);
    if ('uid' in user) own(user.uid);
    const says = () => spawnSync(bare, { env: act('echo direct'), ...user }).stdout.toString();
    expect(says()).toBe('direct\n');
    const file = join(world.root, 'defaults', 'codex');
    chmodSync(file, 0);
    expect(says()).not.toContain('direct');
    chmodSync(file, 0o600);
    expect(says()).toBe('direct\n');
    if ('uid' in user) own(0);
    clearMarks(world);
  });

  it('leaves nothing that doctor or an audit would name, whatever mode its user gives to files', async () => {
    for (const mask of ['000', '022', '077']) {
      const { status } = spawnSync('sh', ['-c', `umask ${mask}; exec codex`], { env: act('exit 7') });
      expect(status).toBe(7);
    }
    await world.cli(['doctor', 'codex']);
    await world.cli(['audit', 'codex']);
  });

  it('has left nothing wrong behind when it is killed at any moment', async () => {
    for (let at = 1; at < 60; at += 7) {
      const inject = `--inject=openat,newfstatat,write:signal=KILL:when=${at * 3}`;
      const killed = spawnSync('strace', ['-o', '/dev/null', inject, bare], { env: act('exit 7') });
      if (killed.error) return expect(killed.error).toMatchObject({ code: 'ENOENT' });
    }
    expect(spawnSync(bare, { env: act('exit 7') }).status).toBe(7);
    await world.cli(['run', 'codex', '--', '/dev/null']);
    await world.cli(['doctor', 'codex']);
  });
});

describe('what a shell can’t do like our program', () => {
  it('is left to the quick way: a key is given by it, and nothing is made anew at every start', async () => {
    const world = shimWorld();
    await world.cli(['account', 'add', 'gemini', 'keyed', '--with-api-key'], { stdin: 'AIza-dummy-0000\n' });
    await world.cli(['use', 'gemini', 'keyed', '--global']);
    await world.cli(['shim', 'enable', 'gemini']);
    const wish = () => {
      const started = world.start({ tool: 'gemini' });
      return started.by === 'program' && started.env.AI_TOOLS_SHIM;
    };
    expect(wish()).toBe('renew');
    for (const _ of [1, 2]) {
      await settle();
      await world.cli(['run', 'gemini', '--', '/dev/null']);
    }
    expect(wish()).toBe('none');
  });
});

describe('B082 a shim never comes to itself', async () => {
  const world = await started();
  const copies = join(world.home, 'copies');
  mkdirSync(copies);
  copyFileSync(join(world.shims, 'codex'), join(copies, 'codex'));
  symlinkSync(world.shims, join(world.home, 'link'));
  const everywhere = [world.shims, join(world.home, 'link'), copies, world.shims].join(':');

  it('with a link to its folder and a copy of it before the tool, the tool runs once, and the shims stay on its PATH', () => {
    const PATH = `${everywhere}:${world.bin}:/usr/bin:/bin`;
    expect(world.start({ env: { PATH } })).toMatchObject({ by: 'shim', env: { PATH } });
    for (const file of [join(copies, 'codex'), join(world.home, 'link', 'codex')])
      expect(world.start({ env: { PATH }, file })).toMatchObject({ by: 'shim', env: { PATH } });
  });

  it('where the tool is nowhere, our program is asked, and says so', () => {
    const PATH = `${everywhere}:/usr/bin:/bin`;
    expect(world.start({ env: { PATH } })).toMatchObject({ by: 'program', env: { AI_TOOLS_SHIM: 'renew' } });
  });

  it('what our program starts under the same name is refused', () => {
    const { by, code, stderr } = world.start({ env: { AI_TOOLS_SHIM: 'renew' } });
    expect({ by, code }).toEqual({ by: 'nobody', code: 126 });
    expect(stderr).toContain('LAUNCH_LOOP');
  });

  it('without our program the one on PATH is asked, never a shim of that name, and never for ever', () => {
    const away = join(world.home, 'away');
    renameSync(join(world.home, 'our-script'), away);
    try {
      const none = world.start({ env: { PATH: `${everywhere}:/usr/bin:/bin` } });
      expect(none).toMatchObject({ by: 'nobody', code: 127 });
      expect(none.stderr).toContain('SHIM_STALE');
      copyFileSync(join(world.shims, 'codex'), join(copies, 'tools'));
      expect(world.start({ env: { PATH: `${everywhere}:/usr/bin:/bin` } }).code).toBe(127);
      const script = join(world.home, 'user', 'tools');
      mkdirSync(join(world.home, 'user'));
      writeFileSync(script, '#!/bin/sh\necho once >> "$HOME/starts"\ncodex "$@"\n');
      chmodSync(script, 0o755);
      const PATH = `${everywhere}:${join(world.home, 'user')}:/usr/bin:/bin`;
      const looped = world.start({ env: { PATH } });
      expect(looped.stderr).toContain('LAUNCH_LOOP');
      expect(readFileSync(join(world.home, 'starts'), 'utf8')).toBe('once\n');
    } finally {
      renameSync(away, join(world.home, 'our-script'));
      rmSync(join(copies, 'tools'), { force: true });
    }
  });
});
