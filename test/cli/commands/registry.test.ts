import { describe, expect, test } from 'vitest';
import { builtInTools } from '../../../src/tools/index.ts';
import { runCli } from '../../support/run-cli.ts';
import { tempHome } from '../../support/temp-home.ts';

const ids = builtInTools.map(({ id }) => id).sort();
const home = tempHome();
const run = (argv: readonly string[]) => runCli(argv, { home, env: { PATH: '/nowhere' } });

test('tools tools: every built-in, one a row', async () => {
  const { code, stdout, stderr } = await run(['tools']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[0]),
  ).toEqual(ids);
  const { tools } = JSON.parse((await run(['tools', '--json'])).stdout);
  expect(tools.every((tool: Record<string, unknown>) => Object.keys(tool).length === 8)).toBe(true);
});

describe.each(ids)('tools info %s', (id) => {
  test('says how it is kept apart and where that was learned', async () => {
    const { code, stdout } = await run(['info', id]);
    expect(code).toBe(0);
    for (const heading of ['isolation: ', 'variables: ', 'leaks:', 'files:', 'evidence:'])
      expect(stdout).toContain(`  ${heading}`);
  });

  test('says of every leak where it is', async () => {
    const { stdout } = await run(['info', id]);
    const leaks = stdout.slice(stdout.indexOf('  leaks:'), stdout.indexOf('  files:'));
    const declared = builtInTools.find((each) => each.id === id)?.relocation?.leaks ?? [];
    for (const { what, paths = [] } of declared) if (paths.length > 0) expect(leaks).toContain(`${what}: `);
    expect(leaks).not.toMatch(/[{}]/);
  });

  test('on a terminal it breaks between words, and says no word less', async () => {
    const wide = (await run(['info', id])).stdout;
    const input = { home, env: { PATH: '/nowhere' }, tty: { columns: 60 } };
    const narrow = (await runCli(['info', id], input)).stdout;
    expect(narrow.split(/\s+/)).toEqual(wide.split(/\s+/));
    const tooWide = narrow.split('\n').filter((line) => line.length > 60 && /\S \S/.test(line.trim()));
    expect(tooWide.filter((line) => !/^ +\S{50,}/.test(line))).toEqual([]);
  });

  test('--json is the descriptor', async () => {
    const { tool } = JSON.parse((await run(['info', id, '--json'])).stdout);
    const declared = builtInTools.find((each) => each.id === id);
    expect(tool).toMatchObject(JSON.parse(JSON.stringify(declared)));
  });
});

test('an empty machine: doctor finds nothing, list is empty, status says nothing, nothing is made', async () => {
  expect(await run(['doctor'])).toMatchObject({ code: 0, stderr: 'nothing is wrong\n' });
  expect(await run(['list'])).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const list of ['list', 'status', 'share status'])
    expect(await runCli(list.split(' '), { home, env: { PATH: '/nowhere' }, tty: true })).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^no account yet: tools login <tool> -a LABEL /),
    });
  expect((await run(['status', '--json'])).stdout).toContain('"tools": []');
  const { readdirSync } = await import('node:fs');
  expect(readdirSync(home)).toEqual([]);
});
