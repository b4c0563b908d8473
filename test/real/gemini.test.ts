import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../support/tree.ts';
import { type Lab, type LabOptions, type LabResult, lab, modelPort } from './lab.ts';
import { unknownConditions, unlisted, unseen } from './leaks.ts';
import { installed } from './programs.ts';

const keys = { work: 'sk-dummy-gemini-work', personal: 'sk-dummy-gemini-personal' } as const;
const foreign = 'sk-dummy-foreign';

describe('gemini, the real one', () => {
  test('the key on the wire is the chosen account’s, whatever lies around', async () => {
    const world = await withTwoAccounts();
    for (const label of ['work', 'personal'] as const) {
      const ran = await prompt(world, label, { env: { GEMINI_API_KEY: foreign, GOOGLE_API_KEY: foreign } });
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
      expect(sentKeys(ran)).toEqual([keys[label]]);
      expect(ran.stderr).toContain('GOOGLE_API_KEY');
    }
  });

  test('law 7: a key in ~/.gemini/.env would beat an account without one: the launch stops and names it', async () => {
    const world = await withTwoAccounts();
    expect(await world.tools(['account', 'add', 'gemini', 'bare'])).toMatchObject({ code: 0 });
    const ran = await prompt(world, 'bare');
    expect(ran).toMatchObject({ code: 4, requests: [] });
    expect(ran.stderr).toContain(join(world.home, '.gemini/.env'));
    expect(ran.stderr).not.toContain(foreign);
  });

  test('what it touches outside its home is exactly what its descriptor lists', async () => {
    const world = await withTwoAccounts();
    const traced = await prompt(world, 'work', { trace: true });
    const atHome = await prompt(world, 'personal', { trace: true, cwd: world.home });
    const made = ['such a file', "the working directory is the user's home"];
    const runs = { world, runs: [traced, atHome], made };
    expect(unlisted('gemini', runs)).toEqual([]);
    expect(unseen('gemini', runs)).toEqual([]);
    expect(unknownConditions('gemini', runs)).toEqual([]);
    expect(
      Object.keys(treeOf(join(await configOf(world, 'work'), 'tmp'))).some((path) => path.includes('chats/')),
    ).toBe(true);
  });

  test('the user’s own directory has the same bytes after', async () => {
    const world = await withTwoAccounts();
    const before = treeOf(join(world.home, '.gemini'));
    await prompt(world, 'work');
    await prompt(world, 'personal');
    expect(treeOf(join(world.home, '.gemini'))).toEqual(before);
  });
});

function prompt(world: Lab, label: string, options: LabOptions = {}): Promise<LabResult> {
  const argv = [
    'run',
    'gemini',
    '-a',
    label,
    '--keep-env',
    'GOOGLE_GEMINI_BASE_URL',
    '--',
    '-m',
    'gemini-2.5-flash',
    '-p',
    'hi',
  ];
  const env = {
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${modelPort}`,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    ...options.env,
  };
  return world.tools(argv, { ...options, env });
}

/** A home with somebody's own Gemini, and two accounts that hold keys. */
async function withTwoAccounts(): Promise<Lab> {
  const world = lab([installed('gemini')]);
  const files = {
    '.gemini/.env': `GEMINI_API_KEY=${foreign}\n`,
    '.gemini/settings.json': '{"ui":{"theme":"Default"}}',
    '.gemini/GEMINI.md': 'mine',
    '.gemini/skills/mine/SKILL.md': 'mine',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(world.home, path)), { recursive: true });
    writeFileSync(join(world.home, path), text);
  }
  for (const label of ['work', 'personal'] as const) {
    const added = await world.tools(['account', 'add', 'gemini', label, '--with-api-key'], {
      input: `${keys[label]}\n`,
    });
    expect(added, added.stderr).toMatchObject({ code: 0 });
  }
  return world;
}

async function configOf(world: Lab, label: string): Promise<string> {
  const { stdout } = await world.tools(['env', 'gemini', '-a', label, '--shell', 'json', '--reveal']);
  return join(JSON.parse(stdout).set.GEMINI_CLI_HOME, '.gemini');
}

function sentKeys({ requests }: LabResult): readonly (string | undefined)[] {
  return [
    ...new Set(
      requests
        .filter(({ path }) => path.includes('generateContent') || path.includes('streamGenerateContent'))
        .map(({ googleKey }) => googleKey),
    ),
  ];
}
