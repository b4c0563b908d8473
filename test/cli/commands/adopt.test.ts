import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { stampedTree, tool, usedDirectory } from '../../accounts/adopt/adopt-lab.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

const { supportsSetup: _setup, coloredTag: _tag, ...descriptor } = tool;
const registry = new AIToolRegistry();
registry.register(descriptor);

function used(): { world: CliWorld; own: string; run: (line: string) => ReturnType<CliWorld['run']> } {
  const world = cliWorld();
  const lab = {
    home: world.home,
    put: (folder: string, path: string, text: string) =>
      world.put(join(folder, path).slice(world.home.length), text),
  };
  const own = usedDirectory(lab);
  return { world, own, run: (line) => world.run(line, { registry }) };
}

describe('tools adopt', () => {
  test('shows what it would do, does it, and takes it back to the byte', async () => {
    const { own, run, world } = used();
    const before = stampedTree(own);
    const dry = await run('adopt demo --dry-run --set-retention');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain(`move  ${join(own, 'sessions')}: 5 files`);
    expect(dry.stdout).toContain(`set   /cleanupDays to 36500 in ${join(own, 'settings.json')}`);
    expect(stampedTree(own)).toEqual(before);
    const done = await run('adopt demo --set-retention --yes');
    expect(done).toMatchObject({ code: 0, stdout: '' });
    expect(done.stderr).toContain('the way back: tools adopt demo --undo');
    expect(lstatSync(join(own, 'sessions')).isSymbolicLink()).toBe(true);
    const undone = await run('adopt demo --undo --yes');
    expect(undone).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("demo's own again: commands, locks"),
    });
    expect(stampedTree(own)).toEqual(before);
    expect(world.root).toContain('ai-tools');
  });

  test('without a terminal and without --yes it names what is missing, and does nothing', async () => {
    const { own, run } = used();
    const before = stampedTree(own);
    for (const line of ['adopt demo', 'adopt demo --set-retention'])
      expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(stampedTree(own)).toEqual(before);
    await run('adopt demo --yes');
    expect(await run('adopt demo --undo')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(lstatSync(join(own, 'commands')).isSymbolicLink()).toBe(true);
  });

  test('--yes alone agrees to no change of settings: what the tool deletes from stays, and that is said', async () => {
    const { own, run } = used();
    const { code, stderr } = await run('adopt demo --yes');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'stays sessions: the tool deletes from it by itself; --set-retention keeps it from that',
    );
    expect(lstatSync(join(own, 'sessions')).isDirectory()).toBe(true);
    expect(JSON.parse(readFileSync(join(own, 'settings.json'), 'utf8')).cleanupDays).toBe(30);
  });

  test('--json: one document, no news, no name of a file in it', async () => {
    const { run } = used();
    const plan = JSON.parse((await run('adopt demo --dry-run --set-retention --json')).stdout);
    expect(plan).toMatchObject({ dryRun: true, plan: { root: 'default', left: [], hindrances: [] } });
    expect(JSON.stringify(plan)).not.toContain('a.jsonl');
    const done = await run('adopt demo --set-retention --yes --json');
    expect(JSON.parse(done.stdout)).toMatchObject({ adopted: { tool: 'demo', root: 'default' } });
    const undone = await run('adopt demo --undo --yes --json');
    expect(JSON.parse(undone.stdout)).toMatchObject({ undone: { tool: 'demo', kept: [] } });
  });

  test.each([
    ['adopt demo --undo --yes', 3, 'NOT_ADOPTED'],
    ['adopt demo -i nothing', 3, 'INSTALLATION_NOT_FOUND'],
    ['adopt foo', 3, 'TOOL_NOT_FOUND'],
  ])('%s ends with %d, %s', async (line, code, name) => {
    const { run } = used();
    const result = await run(`${line} --json`);
    expect([result.code, JSON.parse(result.stderr).error.code]).toEqual([code, name]);
  });

  test('a launch finishes what was cut off', async () => {
    const { own, run, world } = used();
    world.fake('demo', ({ say }) => say('started'), { mayRest: true });
    await run('adopt demo --set-retention --yes');
    const record = join(world.root, 'installations/demo/default/adopted.json');
    const adoption = JSON.parse(readFileSync(record, 'utf8'));
    world.put(record.slice(world.home.length), JSON.stringify({ ...adoption, phase: 'undoing' }));
    await run('run demo -a system');
    expect(lstatSync(join(own, 'sessions')).isDirectory()).toBe(true);
    expect((await run('adopt demo --undo --yes')).code).toBe(3);
  });
});

describe('what was joined is told by', () => {
  test('share status, as what system has, and info; what is wrong with it by both, with its way out', async () => {
    const { own, run, world } = used();
    await run('adopt demo --set-retention --yes');
    const status = await run('share status demo');
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/^demo\tsystem\tsessions\tlinked\twith the root default$/m);
    expect((await run('share status demo -a system')).stdout).not.toContain('with the root');
    expect(JSON.parse((await run('share status --json')).stdout)).toMatchObject({
      adoptions: [{ tool: 'demo', root: 'default', phase: 'adopted', broken: [] }],
    });
    const info = await run('info demo');
    expect(info).toMatchObject({ code: 0, stderr: '' });
    expect(info.stdout).toMatch(/its own directory: joined to the root default since 2.*sessions/);

    rmSync(join(own, 'sessions'));
    for (const line of ['share status demo', 'info demo'])
      expect(await run(line)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('tools adopt demo --undo'),
      });
    const record = join(world.root, 'installations/demo/default/adopted.json');
    writeFileSync(record, '{');
    for (const line of ['share status demo', 'info demo'])
      expect(await run(line)).toMatchObject({ code: 6, stderr: expect.stringContaining(record) });
  });
});
