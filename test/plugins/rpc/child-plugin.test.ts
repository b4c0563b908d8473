import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../../src/platform/index.ts';
import { type ChildOptions, type ChildPlugin, childPlugin } from '../../../src/plugins/rpc/index.ts';
import { pidsOf, program, until } from '../../process/processes.ts';
import { bundleChild, Child } from '../../support/child-script.ts';
import { homeVariables, tempHome, testHost } from '../../support/temp-home.ts';

const programs = join(import.meta.dirname, 'programs');
const oddPlugin = join(programs, 'odd-plugin.sh');
const has = (name: string) => spawnSync(name, ['--version']).status === 0;

let home = '';
let host: Host;
const open: ChildPlugin[] = [];
beforeEach(() => {
  home = tempHome();
  host = testHost({ home });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.close()));
});

/** Nothing here ends because its time is up, but what says so. */
const patient = { readMs: 60_000, writeMs: 60_000, handshakeMs: 60_000, graceMs: 200 };

function plugin(
  file: string,
  args: readonly string[] = [],
  options: Partial<ChildOptions> = {},
): ChildPlugin {
  const child = childPlugin(host, file, { version: '1', args, limits: patient, ...options });
  open.push(child);
  return child;
}
const odd = (how: string, options: Partial<ChildOptions> = {}) => plugin(oddPlugin, [how, home], options);
const nobodyIsLeft = () =>
  until(
    () => pidsOf(home).length === 0,
    () => `the end of ${pidsOf(home)}`,
  );

describe('sound programs', () => {
  const acme = { id: 'acme', displayName: 'Acme' };

  test('one of sh', async () => {
    const child = odd('sound');
    expect((await child.describe()).descriptor).toEqual(acme);
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
    expect([child.state, child.problem, child.noise.lines]).toEqual(['ready', undefined, 0]);
  });

  test.runIf(has('python3'))('one of Python', async () => {
    const child = plugin('/usr/bin/env', ['python3', join(programs, 'plain_plugin.py')]);
    expect((await child.describe()).descriptor).toEqual({ id: 'acme', displayName: 'Acmé' });
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
  });

  test.runIf(has('cc'))('one of C, and 10,000 calls at once', async () => {
    const child = plugin(native());
    expect((await child.describe()).descriptor).toMatchObject(acme);
    const all = await Promise.all(Array.from({ length: 10_000 }, () => child.accountInfo('/h')));
    expect(all.filter((info) => info?.email === 'a@example.com')).toHaveLength(10_000);
  });

  test("one whose JSON-RPC is somebody else's, and 1,000 calls at once", async () => {
    const child = plugin(process.execPath, [join(import.meta.dirname, 'children', 'reference-plugin.mjs')]);
    expect((await child.describe()).descriptor).toEqual(acme);
    const all = await Promise.all(Array.from({ length: 1000 }, (_, n) => child.accountInfo(`/h${n}`)));
    expect(all.map((info) => info?.plan)).toEqual(Array.from({ length: 1000 }, (_, n) => `/h${n}`));
    await expect(child.credentialCopy('/a', '/b')).rejects.toMatchObject({
      code: 'PLUGIN_WRITE_ABORTED',
      message: expect.stringContaining('disk full'),
    });
    expect(child.state).toBe('ready');
  });

  test('it starts in the home of the user, with no more of the environment than any program needs', async () => {
    host = testHost({ home, cwd: '/', env: { ANTHROPIC_API_KEY: 'sk-dummy-1', CODEX_HOME: '/x' } });
    const own = '-e ^PWD= -e ^OLDPWD= -e ^SHLVL= -e ^_=';
    const file = program(home, 'tells', `#!/bin/sh\nenv | grep -v ${own} | sort > told\npwd >> told\n`);
    await expect(plugin(file).describe()).rejects.toThrow('exit code 0');
    expect(readFileSync(join(home, 'told'), 'utf8').trimEnd().split('\n')).toEqual([
      'AI_TOOLS_PLUGIN=1',
      `HOME=${home}`,
      `PATH=${process.env.PATH}`,
      home,
    ]);
  });

  test('its arguments are no words of a shell', async () => {
    const file = program(home, 'tells', '#!/bin/sh\necho "$@" >&2; exit 1');
    await expect(plugin(file, ['$(touch x)', '; touch x']).describe()).rejects.toThrow(
      'last words: $(touch x) ; touch x',
    );
  });
});

describe('absent', () => {
  test.each<[string, () => string, string]>([
    ['no file', () => join(home, 'nope'), 'its program is not there'],
    [
      'a file that may not be executed',
      () => program(home, 'x', '#!/bin/sh\n', 0o644),
      'it may not be executed',
    ],
    ['a folder', () => home, 'it may not be executed'],
    [
      'an interpreter that is not there',
      () => program(home, 'x', '#!/no/such\n'),
      'the interpreter that it names is not there',
    ],
    [
      'B088: one that has ended before the first call',
      () => program(home, 'x', '#!/bin/sh\nexit 0\n'),
      'it ended with exit code 0',
    ],
    [
      'B088: one that has killed itself',
      () => program(home, 'x', '#!/bin/sh\nkill -9 $$\n'),
      'it was ended by SIGKILL',
    ],
    [
      'one that prints and ends',
      () => program(home, 'x', '#!/bin/sh\necho usage: x\n'),
      'having written 1 line of output that is no protocol, the first "usage: x"',
    ],
  ])('%s', async (_name, file, why) => {
    const child = plugin(file());
    await expect(child.describe()).rejects.toMatchObject({
      code: 'PLUGIN_ABSENT',
      message: expect.stringContaining(why),
      hint: expect.stringContaining('tools plugin check'),
    });
    expect(child.state).toBe('absent');
    expect(await child.accountInfo('/h')).toBeUndefined();
  });

  test('one that never says anything is ended, when its time is up', async () => {
    const child = odd('mute', { limits: { ...patient, handshakeMs: 300 } });
    await expect(child.describe()).rejects.toThrow('it did not answer within 300 ms');
    expect(child.state).toBe('absent');
    await nobodyIsLeft();
  });
});

describe('B088: one that dies in a call', () => {
  test.each([
    ['exit', 'it ended with exit code 3'],
    ['killed', 'it was ended by SIGKILL'],
    ['shut', 'it closed its output and goes on'],
    ['half', 'it ended with exit code 1, having written 1 line of output that is no protocol'],
    ['words', 'it ended with exit code 1; its last words: out of luck'],
  ])('%s: the call ends, with the reason; the next one starts it again', async (how, why) => {
    const child = odd(how);
    await child.describe();
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem?.message).toContain(`${oddPlugin} gave no answer to tool/accountInfo: ${why}`);
    expect(child.state).toBe('unreachable');
    expect((await child.describe()).descriptor).toMatchObject({ id: 'acme' });
    expect(child.state).toBe('ready');
    await child.close();
    expect(pidsOf(home)).toEqual([]);
  });

  test('killed by somebody between two calls', async () => {
    const child = odd('sound');
    await child.describe();
    for (const pid of pidsOf(home)) process.kill(pid, 'SIGKILL');
    await until(() => child.state === 'unreachable', 'its loss');
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
  });
});

describe('one that misbehaves', () => {
  test('B089: 2 MB on stderr, then it answers', async () => {
    const child = odd('stderr');
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
  });

  test('B087: a line of text, then it answers', async () => {
    const child = odd('noise');
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
    expect(child.noise).toEqual({ lines: 1, first: 'hello' });
  });

  test('B087: nothing but text, without an end', async () => {
    const child = odd('stdout');
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem?.message).toContain(
      'it wrote 21 lines of output that are no protocol, the first "this is no protocol"',
    );
    await nobodyIsLeft();
  });

  test('it answers too late: that answer is nobody’s, and it is ended', async () => {
    const child = odd('late', { limits: { ...patient, readMs: 100 } });
    await child.describe();
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem?.message).toContain('it did not answer within 100 ms');
    await nobodyIsLeft();
  });

  test('it answers twice', async () => {
    const child = odd('twice');
    expect(await child.accountInfo('/h')).toEqual({ email: 'once@example.com' });
    expect(await child.accountInfo('/h')).toEqual({ email: 'once@example.com' });
    expect(child.noise.lines).toBe(0);
  });

  test('it answers with a string for an id', async () => {
    const child = odd('string');
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem?.message).toContain('it answered id "3" where 3 was asked');
    expect(child.state).toBe('ready');
  });
});

describe('the process that has it', () => {
  let bundle = '';
  beforeAll(async () => {
    bundle = await bundleChild(join(import.meta.dirname, 'children', 'plugin-host.ts'));
  });
  const hosting = (how: string, file: string, ...args: string[]) =>
    new Child(process.execPath, ['--expose-gc', bundle, how, file, ...args], {
      cwd: home,
      env: homeVariables(home) as NodeJS.ProcessEnv,
    });
  const described = '{"id":"acme","displayName":"Acme"}\n';

  test.each(['sound', 'parent', 'deaf'])(
    'B092: ends though nobody closed it (%s), and nothing is left',
    async (how) => {
      const { code, stdout, stderr } = await hosting('describe', oddPlugin, how, home).ended;
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: described, stderr: '' });
      await nobodyIsLeft();
    },
  );

  test.each([
    ['exit', 'unreachable', 'exit code 3'],
    ['killed', 'unreachable', 'SIGKILL'],
    ['shut', 'unreachable', 'closed its output'],
    ['deaf', 'ready', undefined],
  ])('B088: %s leaves no trace of ours on stderr, and nothing behind', async (how, state, why) => {
    const { code, stdout, stderr } = await hosting('close', oddPlugin, how, home).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const told = JSON.parse(stdout.slice(described.length));
    expect(told.state).toBe(state);
    if (why) expect(told.problem).toContain(why);
    expect(pidsOf(home)).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'B092: ended by %s, it takes all of it along',
    async (signal) => {
      const child = hosting('wait', oddPlugin, 'deaf', home);
      await child.prints('acme');
      child.process.kill(signal);
      expect(await child.ended).toMatchObject({ signal });
      await nobodyIsLeft();
    },
  );

  test('B092: ended by SIGKILL, a plugin sees the end of its stdin', async () => {
    const child = hosting('wait', oddPlugin, 'sound', home);
    await child.prints('acme');
    child.process.kill('SIGKILL');
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    await nobodyIsLeft();
  });

  const megabytes = 200;
  const answer = `echo '{"jsonrpc":"2.0","id":1,"result":"after all"}'; read -r line`;
  test.each<[string, string, number]>([
    ['one line without an end', `head -c ${megabytes}000000 /dev/zero | tr '\\0' x; echo`, 1],
    ['stderr', `head -c ${megabytes}000000 /dev/zero | tr '\\0' x >&2`, 0],
    [
      'messages of a kilobyte that ask for nothing',
      `yes "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"log\\",\\"params\\":[\\"$(head -c 1000 /dev/zero | tr '\\0' x)\\"]}" | head -n ${megabytes}000`,
      0,
    ],
  ])('holds no more of 200 MB than it needs: %s', async (_name, flood, noise) => {
    const file = program(home, 'flood', `#!/bin/sh\nread -r line\n${flood}\n${answer}\n`);
    const { code, stdout } = await hosting('flood', file).ended;
    expect(code).toBe(0);
    const held = JSON.parse(stdout);
    expect(held).toMatchObject({ result: 'after all', noise });
    expect(held.peakMb).toBeLessThan(120);
    expect(held.heapMb).toBeLessThan(20);
  });
});

function native(): string {
  const file = join(home, 'native-plugin');
  const source = join(home, 'native-plugin.c');
  copyFileSync(join(programs, 'native-plugin.c'), source);
  execFileSync('cc', ['-O2', '-o', file, source]);
  return file;
}
