import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { treeOf } from '../support/tree.ts';
import { type CliWorld, cliWorld } from './cli-world.ts';

/** One line per command, with what it is about missing, unknown, malformed, ambiguous or hostile. */
const refused = [
  // nothing
  ['login', 2, 'ARGUMENT_MISSING'],
  ['account add', 2, 'ARGUMENT_MISSING'],
  ['account confirm', 2, 'ARGUMENT_MISSING'],
  ['logout', 2, 'ARGUMENT_MISSING'],
  ['rename', 2, 'ARGUMENT_MISSING'],
  ['rename codex', 2, 'ARGUMENT_MISSING'],
  ['remove', 2, 'ARGUMENT_MISSING'],
  ['run', 2, 'ARGUMENT_MISSING'],
  ['exec', 2, 'ARGUMENT_MISSING'],
  ['exec codex', 2, 'ARGUMENT_MISSING'],
  ['env', 2, 'ARGUMENT_MISSING'],
  ['use', 2, 'ARGUMENT_MISSING'],
  ['whoami', 2, 'ARGUMENT_MISSING'],
  ['which', 2, 'ARGUMENT_MISSING'],
  ['info', 2, 'ARGUMENT_MISSING'],
  ['install', 2, 'ARGUMENT_MISSING'],
  ['completion', 2, 'ARGUMENT_MISSING'],
  ['account', 2, 'COMMAND_INCOMPLETE'],
  // no account named, and nobody to ask
  ['login codex', 2, 'OPTION_NEEDED'],
  ['account add codex', 2, 'OPTION_NEEDED'],
  ['account confirm codex', 2, 'OPTION_NEEDED'],
  ['logout codex', 2, 'OPTION_NEEDED'],
  ['rename codex new', 2, 'OPTION_NEEDED'],
  ['remove codex', 2, 'OPTION_NEEDED'],
  ['use codex', 2, 'OPTION_NEEDED'],
  ['remove codex work', 2, 'OPTION_NEEDED'],
  // an unknown tool
  ['login cdex -a work', 3, 'TOOL_NOT_FOUND'],
  ['account add cdex work', 3, 'TOOL_NOT_FOUND'],
  ['account confirm cdex work', 3, 'TOOL_NOT_FOUND'],
  ['logout cdex work', 3, 'TOOL_NOT_FOUND'],
  ['list cdex', 3, 'TOOL_NOT_FOUND'],
  ['rename cdex work new', 3, 'TOOL_NOT_FOUND'],
  ['remove cdex work --yes', 3, 'TOOL_NOT_FOUND'],
  ['run cdex', 3, 'TOOL_NOT_FOUND'],
  ['exec cdex -- true', 3, 'TOOL_NOT_FOUND'],
  ['env cdex', 3, 'TOOL_NOT_FOUND'],
  ['use cdex work', 3, 'TOOL_NOT_FOUND'],
  ['default cdex', 3, 'TOOL_NOT_FOUND'],
  ['status cdex', 3, 'TOOL_NOT_FOUND'],
  ['whoami cdex', 3, 'TOOL_NOT_FOUND'],
  ['which cdex', 3, 'TOOL_NOT_FOUND'],
  ['info cdex', 3, 'TOOL_NOT_FOUND'],
  ['install cdex', 3, 'TOOL_NOT_FOUND'],
  ['doctor cdex', 3, 'TOOL_NOT_FOUND'],
  // an unknown account
  ['account confirm codex wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['logout codex wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['rename codex wrk new', 3, 'ACCOUNT_NOT_FOUND'],
  ['remove codex wrk --yes', 3, 'ACCOUNT_NOT_FOUND'],
  ['run codex -a wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['exec codex -a wrk -- true', 3, 'ACCOUNT_NOT_FOUND'],
  ['env codex -a wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['use codex wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['default codex wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['whoami codex -a wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['which codex -a wrk', 3, 'ACCOUNT_NOT_FOUND'],
  // malformed and hostile labels and addresses
  ['login codex -a ../../evil', 2, 'LABEL_UNUSABLE'],
  ['account add codex ../../evil', 2, 'LABEL_UNUSABLE'],
  ['account add codex a\x1b[2Jb', 2, 'LABEL_UNUSABLE'],
  ['account add codex CON', 2, 'LABEL_UNUSABLE'],
  ['rename codex work ../x', 2, 'LABEL_UNUSABLE'],
  ['run ../evil', 3, 'TOOL_NOT_FOUND'],
  ['run codex#', 2, 'ADDRESS_UNUSABLE'],
  ['env #work', 2, 'ADDRESS_UNUSABLE'],
  ['whoami codex@', 2, 'ADDRESS_UNUSABLE'],
  ['account add codex system', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ['login codex -a system', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ['remove codex system --yes', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ['logout codex system', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ['rename codex system x', 2, 'SYSTEM_ACCOUNT_REFUSED'],
  ['account add codex WORK', 2, 'LABEL_TAKEN'],
  ['rename codex work private', 2, 'LABEL_TAKEN'],
  // said twice, and differently
  ['run codex#work -a private', 2, 'ADDRESS_CONFLICT'],
  ['logout codex work -a private', 2, 'ADDRESS_CONFLICT'],
  ['use codex work --global --dir', 2, 'OPTION_CONFLICT'],
  ['default codex work --unset', 2, 'OPTION_CONFLICT'],
  ['env codex -a work --unset', 2, 'OPTION_CONFLICT'],
  ['use codex work --global --shell', 2, 'OPTION_CONFLICT'],
  ['use codex work --dir --shell', 2, 'OPTION_CONFLICT'],
  ['init bash --write --remove', 2, 'OPTION_CONFLICT'],
  ['init tcsh', 2, 'SHELL_UNKNOWN'],
  // bindings and settings
  ['link', 2, 'ARGUMENT_MISSING'],
  ['link codex', 2, 'OPTION_NEEDED'],
  ['link cdex work', 3, 'TOOL_NOT_FOUND'],
  ['link codex wrk', 3, 'ACCOUNT_NOT_FOUND'],
  ['link codex work --dir', 2, 'OPTION_VALUE_MISSING'],
  ['link codex work --dir /nowhere', 3, 'DIRECTORY_NOT_FOUND'],
  ['link codex work --dir /etc/passwd', 3, 'DIRECTORY_NOT_FOUND'],
  ['unlink', 2, 'ARGUMENT_MISSING'],
  ['unlink codex', 3, 'LINK_NOT_FOUND'],
  ['unlink codex --dir /nowhere', 3, 'LINK_NOT_FOUND'],
  ['links cdex', 3, 'TOOL_NOT_FOUND'],
  ['trust', 3, 'BINDING_FILE_NOT_FOUND'],
  ['trust /nowhere', 1, 'BINDING_FILE_UNREADABLE'],
  ['trust /etc', 1, 'BINDING_FILE_UNREADABLE'],
  ['trust /etc/passwd', 1, 'BINDING_FILE_DAMAGED'],
  ['trust /etc --revoke', 3, 'NOT_TRUSTED'],
  ['trust /etc --list', 2, 'OPTION_CONFLICT'],
  ['settings', 2, 'COMMAND_INCOMPLETE'],
  ['settings get', 2, 'ARGUMENT_MISSING'],
  ['settings get nope', 3, 'SETTING_UNKNOWN'],
  ['settings set plain', 2, 'ARGUMENT_MISSING'],
  ['settings set plain maybe', 2, 'SETTING_UNUSABLE'],
  ['settings set aliases.x.cdex work', 3, 'TOOL_NOT_FOUND'],
  ['settings unset aliases', 3, 'SETTING_UNKNOWN'],
  // installations
  ['update', 2, 'ARGUMENT_MISSING'],
  ['uninstall', 2, 'ARGUMENT_MISSING'],
  ['installations', 2, 'COMMAND_INCOMPLETE'],
  ['installations add codex', 2, 'ARGUMENT_MISSING'],
  ['installations add codex mine', 2, 'ARGUMENT_MISSING'],
  ['installations remove codex', 2, 'ARGUMENT_MISSING'],
  ['installations list cdex', 3, 'TOOL_NOT_FOUND'],
  ['install codex -i ../../evil', 2, 'INSTALLATION_NAME_UNUSABLE'],
  ['install codex -i CON', 2, 'INSTALLATION_NAME_UNUSABLE'],
  ['install codex -i Default', 2, 'INSTALLATION_TAKEN'],
  ['install codex --share-root --own-root', 2, 'OPTION_CONFLICT'],
  ['installations add codex ../x --path /bin/sh', 2, 'INSTALLATION_NAME_UNUSABLE'],
  ['installations add codex default --path /bin/sh', 2, 'INSTALLATION_TAKEN'],
  ['installations add codex mine --path bin/sh', 2, 'EXECUTABLE_UNUSABLE'],
  ['installations add codex mine --path /etc', 2, 'EXECUTABLE_UNUSABLE'],
  ['installations add codex mine --path /etc/passwd', 2, 'EXECUTABLE_UNUSABLE'],
  ['installations add codex mine --path /nowhere', 2, 'EXECUTABLE_UNUSABLE'],
  ['installations show codex other', 3, 'INSTALLATION_NOT_FOUND'],
  ['installations remove codex other --yes', 3, 'INSTALLATION_NOT_FOUND'],
  ['installations remove codex ../../accounts --yes', 2, 'INSTALLATION_NAME_UNUSABLE'],
  ['update codex', 3, 'INSTALLATION_NOT_MANAGED'],
  ['update codex --rollback', 3, 'INSTALLATION_NOT_MANAGED'],
  ['update codex -i other', 3, 'INSTALLATION_NOT_FOUND'],
  ['uninstall codex --yes', 3, 'INSTALLATION_NOT_MANAGED'],
  ['uninstall codex -i other --yes', 3, 'INSTALLATION_NOT_FOUND'],
  ['which codex -i other', 3, 'INSTALLATION_NOT_FOUND'],
  ['run codex@other -a work', 3, 'INSTALLATION_NOT_FOUND'],
  ['account add codex@other new', 3, 'INSTALLATION_NOT_FOUND'],
  ['login codex -a new -i other', 3, 'INSTALLATION_NOT_FOUND'],
  ['logout codex@other#work', 3, 'INSTALLATION_NOT_FOUND'],
  // unknown words
  ['lst', 2, 'COMMAND_UNKNOWN'],
  ['codex', 2, 'COMMAND_UNKNOWN'],
  ['account lst', 2, 'COMMAND_UNKNOWN'],
  ['help lst', 2, 'COMMAND_UNKNOWN'],
  ['env codex -s tcsh', 2, 'SHELL_UNKNOWN'],
  ['completion tcsh', 2, 'SHELL_UNKNOWN'],
  ['list --nope', 2, 'OPTION_UNKNOWN'],
  ['--nope list', 2, 'OPTION_UNKNOWN'],
  ['run codex -a work --version', 2, 'OPTION_UNKNOWN'],
  ['tools codex', 2, 'ARGUMENT_EXTRA'],
  ['version x', 2, 'ARGUMENT_EXTRA'],
  ['rename codex work a b', 2, 'ARGUMENT_EXTRA'],
  ['run codex -a', 2, 'OPTION_VALUE_MISSING'],
  ['run codex -a --yes', 2, 'OPTION_VALUE_MISSING'],
] as const;

let world: CliWorld;

beforeAll(async () => {
  world = cliWorld();
  for (const label of ['work', 'private'])
    expect((await world.run(`account add codex ${label}`)).code).toBe(0);
});

describe('every command refuses with a code, a sentence and the next command, and changes nothing', () => {
  test.each(refused)('tools %s: exit %i, %s', async (line, exit, code) => {
    const before = treeOf(world.home);
    const plain = await world.run(line);
    const asked = await world.run(json(line));
    expect(treeOf(world.home)).toEqual(before);
    expect(plain).toMatchObject({ code: exit, stdout: '' });
    expect(plain.stderr).toMatch(/^tools: [^\n]+\ntry: {3}[^\n]+\n$/);
    expect(plain.stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(asked).toMatchObject({ code: exit, stdout: '' });
    expect(JSON.parse(asked.stderr)).toEqual({
      error: { code, message: expect.stringMatching(/\w/), hint: expect.stringMatching(/\w/) },
    });
  });
});

/** The same line with --json where it is ours. */
function json(line: string): string {
  return line.includes(' -- ') ? line.replace(' -- ', ' --json -- ') : `--json ${line}`;
}

test('run and exec name the code of a refusal, so that it is not taken for the program’s', async () => {
  expect((await world.run('run codex -a wrk')).stderr).toContain('(ACCOUNT_NOT_FOUND, exit 3)');
  expect((await world.run('exec codex -a wrk -- true')).stderr).toContain('(ACCOUNT_NOT_FOUND, exit 3)');
  expect((await world.run('env codex -a wrk')).stderr).not.toContain('(ACCOUNT_NOT_FOUND');
});

test.each([
  ['switch codex work', 'tools use'],
  ['add codex x', 'tools account add'],
  ['delete codex work', 'tools remove'],
  ['current', 'tools status'],
  ['auth login', 'tools login'],
  ['remove codex zzz --yes', 'tools list codex'],
  ['run codex -a zzz', 'tools login codex -a zzz'],
])('who types "%s" is led to "%s"', async (line, next) => {
  expect((await world.run(line)).stderr).toContain(`try:   ${next}\n`);
});

test('a typing error is answered with the word that was meant', async () => {
  expect((await world.run('lst')).stderr).toContain('try:   tools list');
  expect((await world.run('codex')).stderr).toContain('try:   tools run codex');
  expect((await world.run('cdex')).stderr).toContain('try:   tools run codex');
  expect((await world.run('info cdex')).stderr).toContain('try:   tools info codex');
  expect((await world.run('zzzzzzzz')).stderr).toContain('try:   tools help');
});

describe('B010: a damaged account.json', () => {
  const damaged = async () => {
    const place = cliWorld();
    chmodSync(place.put('bin/codex', '#!/bin/sh\nexit 3\n'), 0o755);
    for (const label of ['work', 'other']) await place.run(`account add codex ${label}`);
    const file = join(await place.homeOf('codex', 'work'), '../account.json');
    writeFileSync(file, '{"schemaVersion":1,"label":"work","CANARY-9f3');
    return { place, file };
  };

  test('hides no other account: all are listed, it is marked, exit 6', async () => {
    const { place, file } = await damaged();
    const { code, stdout, stderr } = await place.run('list');
    expect(code).toBe(6);
    expect(stdout).toContain('other');
    expect(stdout).toContain('damaged: STATE_DAMAGED');
    expect(stderr).toContain(`${file} is damaged at byte`);
    const document = await place.run('list --json');
    expect(document.code).toBe(6);
    expect(JSON.parse(document.stdout).accounts).toHaveLength(2);
  });

  test.each([
    'run codex -a work',
    'env codex -a work',
    'use codex work',
    'rename codex work x',
    'logout codex work',
    'whoami codex -a work',
    'status codex',
    'login codex -a work',
    'doctor codex',
  ])('tools %s fails, says where, quotes nothing, changes nothing', async (line) => {
    const { place, file } = await damaged();
    const before = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = await place.run(line);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('damaged at byte');
    expect(stdout + stderr).not.toContain('CANA');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('can be removed: it goes to the trash as it is', async () => {
    const { place, file } = await damaged();
    const before = readFileSync(file, 'utf8');
    const { code, stdout } = await place.run('remove codex work --yes --json');
    expect(code).toBe(0);
    expect(readFileSync(join(JSON.parse(stdout).trash, 'account.json'), 'utf8')).toBe(before);
    expect((await place.run('list')).code).toBe(0);
  });
});

test.each([
  'list',
  'account add codex x',
  'run codex',
  'doctor',
  'default codex work',
  'status',
  'env codex',
])('a newer layout stops tools %s with exit 6, and is left alone', async (line) => {
  const place = cliWorld();
  place.put('.local/share/ai-tools/layout.json', '{"layout":999}');
  const before = treeOf(place.home);
  const { code, stdout, stderr } = await place.run(line);
  expect(code).toBe(6);
  expect(stdout + stderr).toContain('newer release');
  expect(treeOf(place.home)).toEqual(before);
});
