import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';
import { testHost } from '../../../support/temp-home.ts';

describe('tools plugin new', () => {
  test.each([
    ['data', ['package.json', 'tool.json']],
    ['module', ['package.json', 'plugin.mjs', 'tool.json']],
    ['program', ['package.json', 'plugin.cjs', 'tool.json']],
  ])('makes a plugin of the kind %s, and says what to do next', async (kind, files) => {
    const host = testHost();
    const { code, stdout, stderr } = await runCli(['plugin', 'new', 'acme', '--kind', kind], { host });
    expect([code, stdout]).toEqual([0, '']);
    expect(readdirSync(join(host.homeDir, 'acme')).sort()).toEqual(files);
    expect(stderr).toContain('next: tools plugin check acme');
  });

  test.each([
    ['acme', [], 'acme'],
    ['Acme', [], 'acme'],
    ['tools-plugin-acme', [], 'acme'],
    ['some where', ['--id', 'acme'], 'acme'],
  ])('the id is that of the folder "%s" with %j', async (folder, options, id) => {
    const host = testHost();
    const { code, stdout } = await runCli(['plugin', 'new', folder, '--json', ...options], { host });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      plugin: { id, kind: 'data', folder: join(host.homeDir, folder), files: ['package.json', 'tool.json'] },
    });
    expect(JSON.parse(readFileSync(join(host.homeDir, folder, 'package.json'), 'utf8')).tools.id).toBe(id);
  });

  test('--language alone means a program', async () => {
    const host = testHost();
    expect((await runCli(['plugin', 'new', 'acme', '--language', 'sh'], { host })).code).toBe(0);
    expect(readdirSync(join(host.homeDir, 'acme'))).toContain('plugin.sh');
  });

  test.each([
    [['acme', '--kind', 'code'], '--kind is one of: data, module, program; not "code".'],
    [['acme', '--language', 'c'], '--language is one of: js, python, sh; not "c".'],
    [['acme', '--kind', 'data', '--language', 'sh'], '--kind data and --language sh exclude each other.'],
    [['some where'], 'the plugin id "some where"'],
    [['taken'], 'there is something in'],
    [[], 'needs more'],
  ])('refuses %j, makes nothing and touches nothing', async (args, words) => {
    const host = testHost();
    mkdirSync(join(host.homeDir, 'taken'));
    writeFileSync(join(host.homeDir, 'taken', 'mine'), 'mine');
    const { code, stderr } = await runCli(['plugin', 'new', ...args], { host });
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr).toContain('try:');
    expect(readdirSync(host.homeDir)).toEqual(['taken']);
    expect(readdirSync(join(host.homeDir, 'taken'))).toEqual(['mine']);
  });

  test('a folder whose name can be no id is told which option gives one', async () => {
    const host = testHost();
    const { code, stderr } = await runCli(['plugin', 'new', 'some where'], { host });
    expect(code).toBe(2);
    expect(stderr).toContain(`tools plugin new "${join(host.homeDir, 'some where')}" --id NAME`);
  });
});
