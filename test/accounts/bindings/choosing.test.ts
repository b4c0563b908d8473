import { rmSync, symlinkSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount, chooseAccount, setDefault } from '../../../src/accounts/index.ts';
import { ToolsError } from '../../../src/errors/index.ts';
import type { FileSystem } from '../../../src/platform/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { quickFiles } from '../sharing/sharing-lab.ts';
import { type BindingLab, bindingLab } from './binding-lab.ts';

let lab: BindingLab;

const chosenAt = (directory: string, env: Record<string, string> = {}, asked?: string) => {
  const { account, rule, because } = chooseAccount(lab.at(directory, env), 'alpha', asked);
  return { label: account.label, rule, because };
};

describe('in a directory', () => {
  beforeEach(async () => {
    lab = await bindingLab();
    for (const path of ['repo/deep/er', 'other']) lab.directory(path);
  });

  test('its link decides, and that of the nearest directory above', () => {
    lab.links({ repo: { alpha: lab.ids.a ?? '' }, 'repo/deep': { alpha: lab.ids.b ?? '', beta: 'system' } });
    expect(chosenAt('repo')).toEqual({
      label: 'a',
      rule: 'link',
      because: `${join(lab.home, 'repo')} is linked to it`,
    });
    expect(chosenAt('repo/deep/er')).toMatchObject({
      label: 'b',
      because: `${join(lab.home, 'repo/deep')} is linked to it`,
    });
    expect(chosenAt('other')).toMatchObject({ label: 'system', rule: 'system' });
    expect(chooseAccount(lab.at('repo/deep'), 'beta')).toMatchObject({
      rule: 'link',
      account: { kind: 'system' },
    });
  });

  test('its trusted file decides, by an alias before a label, and says which', () => {
    const text = '[accounts]\nalpha = "client"\nbeta = "client"\n';
    const file = lab.put('repo/.ai-tools.toml', text);
    lab.trust({ 'repo/.ai-tools.toml': text });
    lab.settings({ aliases: { client: { alpha: 'b' } } });
    expect(chosenAt('repo/deep/er')).toEqual({
      label: 'b',
      rule: 'file',
      because: `${file} names it by the alias "client"`,
    });
    lab.settings({ aliases: { client: { alpha: 'system' } } });
    expect(chosenAt('repo')).toMatchObject({ label: 'system', rule: 'file' });
    expect(thrownBy(() => chooseAccount(lab.at('repo'), 'beta'))).toMatchObject({
      code: 'BOUND_ACCOUNT_MISSING',
      exit: 3,
      hint: 'tools login beta -a LABEL',
    });
  });

  test('a file that names an account that is not there stops; no other is taken', () => {
    const texts = {
      'repo/.ai-tools.toml': '[accounts]\nalpha = "nope"\n',
      'other/.ai-tools.toml': '[accounts]\nalpha = "no.pe"\n',
    };
    for (const [path, text] of Object.entries(texts)) lab.put(path, text);
    lab.trust(texts);
    expect(thrownBy(() => chosenAt('repo'))).toMatchObject({
      code: 'BOUND_ACCOUNT_MISSING',
      hint: 'tools settings set aliases.nope.alpha a',
    });
    expect(thrownBy(() => chosenAt('other'))).toMatchObject({
      hint: `tools link alpha a --dir "${join(lab.home, 'other')}"`,
    });
  });

  test('a link to an account that was removed stops; no other is taken', async () => {
    await setDefault(lab.process(), await addAccount(lab.process(), 'alpha', 'd'));
    lab.links({ repo: { alpha: 'gone0000' } });
    expect(thrownBy(() => chosenAt('repo/deep'))).toMatchObject({
      code: 'LINK_BROKEN',
      exit: 3,
      hint: `tools unlink alpha --dir "${join(lab.home, 'repo')}"`,
    });
    expect(chosenAt('repo/deep', { AI_TOOLS_ACCOUNT: 'b' })).toMatchObject({ label: 'b' });
    expect(chosenAt('repo/deep', {}, 'c')).toMatchObject({ label: 'c' });
  });

  test('reached by a link in its path, what counts is where it lies', () => {
    lab.links({ repo: { alpha: lab.ids.a ?? '' }, other: { alpha: lab.ids.b ?? '' } });
    symlinkSync(join(lab.home, 'repo'), join(lab.home, 'other/way'));
    expect(chosenAt('other/way/deep')).toMatchObject({ label: 'a' });
  });

  test('a file that is a link decides for the directory in which it is met, trusted by its real path', () => {
    const text = '[accounts]\nalpha = "a"\n';
    lab.put('dotfiles/work.toml', text);
    symlinkSync(join(lab.home, 'dotfiles/work.toml'), join(lab.home, 'repo/.ai-tools.toml'));
    expect(chosenAt('repo')).toMatchObject({ rule: 'system' });
    lab.trust({ 'repo/.ai-tools.toml': text });
    expect(chosenAt('repo')).toMatchObject({ rule: 'system' });
    lab.trust({ 'dotfiles/work.toml': text });
    expect(chosenAt('repo/deep')).toMatchObject({
      label: 'a',
      because: `${join(lab.home, 'repo/.ai-tools.toml')} names it`,
    });
  });

  test.each(['repo', '.'])('the file may lie in %s, also the user’s home', (directory) => {
    const path = join(directory, '.ai-tools.toml');
    lab.put(path, '[accounts]\nalpha = "a"\n');
    lab.trust({ [path]: '[accounts]\nalpha = "a"\n' });
    expect(chosenAt('repo/deep')).toMatchObject({ label: 'a', rule: 'file' });
  });

  test('of an account, too', () => {
    const home = `ours/accounts/alpha/${lab.ids.a}/home`;
    lab.links({ [home]: { alpha: lab.ids.b ?? '' } });
    expect(chosenAt(home)).toMatchObject({ label: 'b' });
  });

  test('the root of the disk can be linked, and is asked last', () => {
    lab.links({ [join(...lab.home.split('/').map(() => '..'))]: { alpha: lab.ids.c ?? '' } });
    expect(chosenAt('repo')).toMatchObject({ label: 'c', because: '/ is linked to it' });
  });

  test('names of JavaScript’s own objects are names like any other', () => {
    lab.directory('__proto__/constructor');
    lab.links({});
    for (const name of ['__proto__', 'constructor'])
      expect(chooseAccount(lab.at('__proto__/constructor'), name)).toMatchObject({ rule: 'system' });
  });

  test('that is gone, what is asked for in words is still found, and nothing else is guessed', () => {
    const ctx = lab.process();
    const host = Object.defineProperty({ ...ctx.host }, 'cwd', {
      get: () => {
        throw new ToolsError('CWD_MISSING', { cause: 'ENOENT' });
      },
    });
    const lost = { ...ctx, host };
    expect(chooseAccount(lost, 'alpha', 'a').account.label).toBe('a');
    expect(thrownBy(() => chooseAccount(lost, 'alpha'))).toMatchObject({ code: 'CWD_MISSING' });
  });

  test('whose file can’t be looked at, nothing is taken from it', () => {
    lab.put('repo/.ai-tools.toml', '[accounts]\nalpha = "a"\n');
    lab.trust({ 'repo/.ai-tools.toml': '[accounts]\nalpha = "a"\n' });
    const files: FileSystem = {
      ...quickFiles,
      readStart: (path, bytes) => {
        if (path.endsWith('.toml')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
        return quickFiles.readStart(path, bytes);
      },
    };
    expect(chooseAccount(lab.at('repo', {}, { files }), 'alpha')).toMatchObject({ rule: 'system' });
  });

  test.each(['links.json', 'trust.json', 'settings.json'])(
    'a damaged %s is told with path and place, where it counts, and stays as it is',
    (name) => {
      const text = '[accounts]\nalpha = "client"\n';
      lab.put('repo/.ai-tools.toml', text);
      lab.trust({ 'repo/.ai-tools.toml': text });
      lab.put(`ours/${name}`, '{"schemaVersion":1,');
      expect(thrownBy(() => chosenAt('repo'))).toMatchObject({
        code: 'STATE_DAMAGED',
        exit: 6,
        data: { path: join(lab.root, name), offset: 19 },
      });
      expect(chosenAt('repo', {}, 'a')).toMatchObject({ label: 'a' });
      if (name !== 'links.json') expect(chosenAt('other')).toMatchObject({ rule: 'system' });
    },
  );
});

describe('for any situation the answer is that of the rules', () => {
  type FileState = 'none' | 'untrusted' | 'changed' | 'label' | 'alias' | 'other';
  interface Level {
    readonly link: 'none' | 'a' | 'b' | 'system' | 'other';
    readonly file: FileState;
  }
  interface Situation {
    /** The directory itself first. */
    readonly levels: readonly Level[];
    readonly asked: 'c' | undefined;
    readonly variable: 'tool' | 'every' | undefined;
    readonly isDefault: boolean;
  }
  const isUnder = ['a', 'b', 'c', 'd'];

  /** The same rules, told by somebody else. */
  function expected({ levels, asked, variable, isDefault }: Situation): string {
    if (asked) return `${asked} option`;
    if (variable === 'tool') return 'c toolVariable';
    if (variable === 'every') return 'c variable';
    const level = levels.find(
      ({ link, file }) => !['none', 'other'].includes(link) || file === 'label' || file === 'alias',
    );
    if (level && !['none', 'other'].includes(level.link)) return `${level.link} link`;
    if (level) return level.file === 'label' ? 'b file' : 'a file';
    return isDefault ? 'd default' : 'system system';
  }

  const texts: Readonly<Record<FileState, string>> = {
    none: '',
    untrusted: '[accounts]\nalpha = "a"\n',
    changed: '[accounts]\nalpha = "a"\n',
    label: '[accounts]\nalpha = "b"\n',
    alias: '[accounts]\nalpha = "boss"\n',
    other: '[accounts]\nbeta = "a"\n',
  };

  beforeAll(async () => {
    lab = await bindingLab(isUnder);
    lab.settings({ aliases: { boss: { alpha: 'a' }, b: { beta: 'a' } } });
  });

  /** Always the same numbers. */
  function* numbers(seed: number): Generator<number> {
    for (let state = seed; ; ) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      yield state / 2_147_483_648;
    }
  }

  test('a thousand of them', async () => {
    const random = numbers(7);
    const pick = <Value>(...values: readonly Value[]) =>
      values[Math.floor((random.next().value as number) * values.length)] as Value;
    const outcomes = new Set<string>();
    for (const isDefault of [false, true]) {
      if (isDefault) await setDefault(lab.process(), chooseAccount(lab.process(), 'alpha', 'd').account);
      const links: Record<string, Record<string, string>> = {};
      const trusted: Record<string, string> = {};
      const situations = Array.from({ length: 500 }, (_, index) => {
        const levels = Array.from(
          { length: 4 },
          (): Level => ({
            link: pick('none', 'none', 'none', 'a', 'b', 'system', 'other'),
            file: pick('none', 'none', 'untrusted', 'changed', 'label', 'alias', 'other'),
          }),
        );
        const names = [`s${index}-${isDefault}`, 'x', 'y', 'z'];
        for (const [depth, { link, file }] of levels.entries()) {
          const directory = names.slice(0, names.length - depth).join('/');
          lab.directory(directory);
          const path = `${directory}/.ai-tools.toml`;
          if (file !== 'none') lab.put(path, texts[file]);
          if (file !== 'none' && file !== 'untrusted')
            trusted[path] = file === 'changed' ? 'x = 1' : texts[file];
          if (link === 'other') links[directory] = { beta: 'system' };
          else if (link !== 'none') links[directory] = { alpha: lab.ids[link] ?? 'system' };
        }
        const asked = pick('c' as const, undefined, undefined, undefined, undefined);
        const variable = pick('tool' as const, 'every' as const, undefined, undefined, undefined, undefined);
        return { directory: names.join('/'), situation: { levels, asked, variable, isDefault } };
      });
      lab.links(links);
      lab.trust(trusted);
      for (const { directory, situation } of situations) {
        const name = situation.variable === 'tool' ? 'AI_TOOLS_ACCOUNT_ALPHA' : 'AI_TOOLS_ACCOUNT';
        const env = situation.variable ? { [name]: 'c' } : {};
        const { label, rule } = chosenAt(directory, env, situation.asked);
        expect(`${label} ${rule}`, JSON.stringify(situation)).toBe(expected(situation));
        outcomes.add(rule);
      }
    }
    expect([...outcomes].sort()).toEqual([
      'default',
      'file',
      'link',
      'option',
      'system',
      'toolVariable',
      'variable',
    ]);
  });
});

describe('with 1,000 links and many accounts', () => {
  test('choosing looks once at each directory on the way, and reads one account', async () => {
    lab = await bindingLab(['a', 'b']);
    const links: Record<string, Record<string, string>> = { repo: { alpha: lab.ids.a ?? '' } };
    for (let index = 0; index < 1000; index += 1) links[`many/d${index}`] = { alpha: lab.ids.b ?? '' };
    lab.directory('repo/one/two/three');
    lab.links(links);
    const readsOf = () => {
      const steps: string[] = [];
      const files = Object.fromEntries(
        Object.entries(quickFiles).map(([method, run]) => [
          method,
          (...args: unknown[]) => {
            steps.push(`${method} ${String(args[0])}`);
            return (run as (...args: unknown[]) => unknown)(...args);
          },
        ]),
      ) as unknown as FileSystem;
      const choice = chooseAccount(lab.at('repo/one/two/three', {}, { files }), 'alpha');
      expect(choice.account.label).toBe('a');
      return steps;
    };
    const few = readsOf();
    for (let index = 0; index < 100; index += 1) await addAccount(lab.process(), 'alpha', `n${index}`);
    const many = readsOf();
    expect(many).toEqual(few);
    expect(many.filter((step) => step.includes('.ai-tools.toml'))).toHaveLength(3);
    expect(many.filter((step) => step.includes('links.json'))).toHaveLength(2);
    expect(many.filter((step) => step.endsWith('account.json'))).toHaveLength(2);
    expect(many.length).toBeLessThan(12);
  });
});

test('Windows, simulated: directories are named as the disk spells them, up to the drive', async () => {
  lab = await bindingLab();
  const disk: Readonly<Record<string, string>> = {
    'c:\\work\\repo\\deep': 'C:\\Work\\Repo\\deep',
  };
  const folder = lab.root;
  const files: FileSystem = {
    ...quickFiles,
    realpath: (path) => disk[path.toLowerCase()] ?? quickFiles.realpath(path),
  };
  const ctx = lab.process({ files });
  const host = {
    ...ctx.host,
    platform: 'win32' as const,
    path: { ...win32, join },
    cwd: 'c:\\work\\REPO\\deep',
  };
  const asked = () => chooseAccount({ ...ctx, host: host as never }, 'alpha');
  const write = (directory: string) =>
    lab.put(
      'ours/links.json',
      JSON.stringify({ schemaVersion: 1, links: { [directory]: { alpha: lab.ids.b } } }),
    );
  write('C:\\Work\\Repo');
  expect(asked()).toMatchObject({ rule: 'link', because: 'C:\\Work\\Repo is linked to it' });
  write('C:\\');
  expect(asked()).toMatchObject({ rule: 'link', because: 'C:\\ is linked to it' });
  write('D:\\');
  expect(asked()).toMatchObject({ rule: 'system' });
  rmSync(join(folder, 'links.json'));
});
