import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { codexLogin } from '../../accounts/login-world.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;
const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);

beforeEach(async () => {
  world = cliWorld();
  for (const label of ['work', 'home']) await world.run(`account add codex ${label} --share`, { registry });
});

describe('audit', () => {
  test('all is proven: exit 0', async () => {
    expect(await world.run('audit codex --json', { registry })).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await world.run('audit', { registry });
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe('oneStore\tproven\tno credential lies in two stores\t');
  });

  test('a login in two accounts: exit 1, the place of each, the next command, and never the token', async () => {
    const paths = [];
    for (const label of ['home', 'work']) {
      const path = join(await world.homeOf('codex', label), 'auth.json');
      paths.push(world.put(path.slice(world.home.length), codexLogin('user-1', 'sk-dummy-CANARY-1')));
    }
    const { code, stdout, stderr } = await world.run('audit codex --account work --json', { registry });
    expect(code).toBe(1);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ schemaVersion: 1, clean: false, unknown: [], limits: expect.any(Array) });
    expect(answer.proofs[0]).toMatchObject({
      name: 'oneStore',
      verdict: 'found',
      findings: [{ code: 'CREDENTIAL_IN_TWO_STORES', hint: 'tools login codex -a work' }],
    });
    for (const path of paths) expect(answer.proofs[0].findings[0].message).toContain(path);
    const people = await world.run('audit codex', { registry, tty: true });
    expect(people).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('✗ no credential lies in two stores'),
    });
    expect(stdout + stderr + people.stdout + people.stderr).not.toContain('CANARY');
  });

  test('NOT PROVEN is no clean bill: exit 1', async () => {
    world.put(join(await world.homeOf('codex', 'work'), 'auth.json').slice(world.home.length), '{');
    const { code, stdout } = await world.run('audit', { registry, tty: true });
    expect(code).toBe(1);
    expect(stdout).toContain('? NOT PROVEN: no credential lies in two stores');
  });

  test('unknown paths are listed with their rule, and are no fault', async () => {
    const path = join(await world.homeOf('codex', 'work'), 'no\u001bvel');
    world.put(path.slice(world.home.length), 'CANARY');
    world.put(join(await world.homeOf('codex', 'work'), 'novel').slice(world.home.length), 'CANARY');
    const { code, stdout } = await world.run('audit codex -a work', { registry });
    expect(code).toBe(0);
    expect(stdout).toContain('unknown\tcodex#work\tno\\x1bvel\t\n');
    expect(stdout).toContain(
      'unknown\tcodex#work\tnovel\t{"path":"novel","class":"identity","kind":"file"}\n',
    );
    expect(stdout).not.toContain('CANARY');
  });

  test.each([
    ['an account that is not there', 'audit codex -a gone', 3],
    ['a tool that is not there', 'audit nope', 3],
    ['an account of no tool', 'audit -a work', 2],
  ])('%s', async (_what, line, code) => {
    expect(await world.run(line, { registry })).toMatchObject({ code, stdout: '' });
  });

  test('the login of the tool’s own directory can be asked about', async () => {
    expect((await world.run('audit codex -a system', { registry })).code).toBe(0);
  });
});
