import { describe, expect, test } from 'vitest';
import { extensionsOf } from '../../accounts/extensions-of.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

async function twoAccounts(): Promise<CliWorld> {
  const world = cliWorld();
  await world.run('account add codex work');
  await world.run('account add codex me');
  world.put('.codex/auth.json', JSON.stringify({ tokens: { access_token: 'sk-dummy', account_id: 'own' } }));
  return world;
}

const quota = (value: (label: string) => Promise<string | undefined>) =>
  extensionsOf({ listColumn: [{ head: 'Quota', value: (_, { label }) => value(label) }] });

describe('a column of a plugin in tools list', () => {
  test('stands behind ours, system’s row too, and in JSON under `plugins`', async () => {
    const world = await twoAccounts();
    const extensions = quota(async (label) => (label === 'work' ? undefined : `${label} 40%`));
    const { stdout } = await world.run('list', {
      extensions,
      tty: { columns: 120 },
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/ACTIVE +QUOTA\n/);
    expect(stdout).toMatch(/ me .* me 40%\n/);
    const piped = await world.run('list codex', { extensions });
    expect(piped.stdout.split('\n').map((row) => row.split('\t').at(-1))).toEqual([
      'me 40%',
      '',
      'system 40%',
      '',
    ]);
    const { accounts } = await world.json('list codex', { extensions });
    expect(
      accounts.map(({ label, plugins }: { label: string; plugins: unknown }) => [label, plugins]),
    ).toEqual([
      ['me', { acme: { Quota: 'me 40%' } }],
      ['work', {}],
      ['system', { acme: { Quota: 'system 40%' } }],
    ]);
  });

  test('is told to programs by any name that a plugin may have', async () => {
    const world = await twoAccounts();
    const { providers } = quota(async (label) => label);
    const extensions = {
      providers: ((point) =>
        providers(point).map((each) => ({ ...each, plugin: '__proto__' }))) as typeof providers,
    };
    const { stdout } = await world.run('list codex --json', { extensions });
    expect(stdout.replace(/\s/g, '')).toContain('"plugins":{"__proto__":{"Quota":"work"}}');
  });

  test('promise 11: one that fails is blank, and the list says all the rest', async () => {
    const world = await twoAccounts();
    const plain = await world.run('list', { tty: { columns: 120 } });
    const failing = quota(async () => Promise.reject(new Error('down')));
    expect(await world.run('list', { extensions: failing, tty: { columns: 120 } })).toEqual(plain);
    expect((await world.json('list codex')).accounts[0]).not.toHaveProperty('plugins');
  });

  test('all accounts are asked at once', async () => {
    const world = await twoAccounts();
    const waiting: (() => void)[] = [];
    const extensions = quota(
      (label) =>
        new Promise((done) => {
          waiting.push(() => done(label));
          if (waiting.length === 3) for (const answer of waiting) answer();
        }),
    );
    const { stdout } = await world.run('list codex', { extensions });
    expect(stdout).toContain('\tsystem\n');
  });

  test('paints no terminal, and keeps the columns straight beside wide letters', async () => {
    const world = await twoAccounts();
    const extensions = quota(async (label) => (label === 'me' ? '额度四十' : '\u001b[31mred\u202e'));
    const { stdout } = await world.run('list codex', {
      extensions: {
        providers: (point) => [...extensions.providers(point), ...extensions.providers(point)],
      },
      tty: { columns: 120 },
      env: { NO_COLOR: '1' },
    });
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('\\x1b[31mred\\u202e');
    const { default: widthOf } = await import('string-width');
    const second = stdout
      .split('\n')
      .filter((line) => /额度|red/.test(line))
      .map((line) => widthOf(line.slice(0, Math.max(line.lastIndexOf('  额'), line.lastIndexOf('  \\x1b')))));
    expect(new Set(second).size).toBe(1);
  });
});
