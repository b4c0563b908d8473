import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  bindingFileNamed,
  chooseAccount,
  findAccount,
  linkDirectory,
  listLinks,
  readBindingFile,
  readLinks,
  readTrust,
  removeAccount,
  renameAccount,
  restoreLink,
  restoreTrust,
  revokeTrust,
  systemAccount,
  trustedFiles,
  trustFile,
  unlinkDirectory,
} from '../../../src/accounts/index.ts';
import { readHistory } from '../../../src/undo/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { killEverywhere, pathsIn } from '../store-lab.ts';
import { type BindingLab, bindingLab, hashOf } from './binding-lab.ts';

let lab: BindingLab;
beforeEach(async () => {
  lab = await bindingLab();
});

const account = (label: string) => findAccount(lab.process(), 'alpha', label);
const chosenAt = (path: string) => chooseAccount(lab.at(path), 'alpha');

describe('links', () => {
  test('are made, changed and taken away, each noted in the journal before', async () => {
    const ctx = lab.process();
    const directory = lab.directory('repo');
    expect(await linkDirectory(ctx, account('a'), directory)).toEqual({
      tool: 'alpha',
      directory,
      from: null,
      to: lab.ids.a,
    });
    await linkDirectory(ctx, account('b'), directory);
    await linkDirectory(ctx, systemAccount('beta'), directory);
    expect(chosenAt('repo')).toMatchObject({ account: { label: 'b' }, rule: 'link' });
    expect(await unlinkDirectory(ctx, 'alpha', directory)).toMatchObject({ from: lab.ids.b, to: null });
    expect(readLinks(ctx)).toEqual({ [directory]: { beta: 'system' } });
    await unlinkDirectory(ctx, 'beta', directory);
    expect(readLinks(ctx)).toEqual({});
    const { changes } = readHistory(ctx);
    const noted = changes
      .slice(0, 5)
      .map(({ record: { verb, tool, account: id, what } }) => ({ verb, tool, id, what }));
    expect(noted.reverse()).toMatchObject([
      {
        verb: 'link',
        tool: 'alpha',
        id: lab.ids.a,
        what: { directory, from: null, to: lab.ids.a, label: 'a' },
      },
      { verb: 'link', what: { from: lab.ids.a, to: lab.ids.b, label: 'b' } },
      { verb: 'link', tool: 'beta', id: 'system', what: { from: null, to: 'system' } },
      {
        verb: 'unlink',
        tool: 'alpha',
        id: lab.ids.b,
        what: { directory, from: lab.ids.b, to: null, label: 'b' },
      },
      { verb: 'unlink', tool: 'beta' },
    ]);
  });

  test('what is so already is no change', async () => {
    const directory = lab.directory('repo');
    await linkDirectory(lab.process(), account('a'), directory);
    const { changes } = readHistory(lab.process());
    await linkDirectory(lab.process(), account('a'), directory);
    expect(readHistory(lab.process()).changes).toHaveLength(changes.length);
  });

  test('of ten processes at once none is lost', async () => {
    const directories = Array.from({ length: 10 }, (_, index) => lab.directory(`d${index}`));
    await Promise.all(directories.map((each) => linkDirectory(lab.process(), account('a'), each)));
    expect(Object.keys(readLinks(lab.process())).sort()).toEqual(directories);
    await Promise.all(directories.map((each) => unlinkDirectory(lab.process(), 'alpha', each)));
    expect(readLinks(lab.process())).toEqual({});
  });

  test('what is put back is put back only where nothing else was linked since', async () => {
    const directory = lab.directory('repo');
    const [a = '', b = ''] = [lab.ids.a, lab.ids.b];
    await linkDirectory(lab.process(), account('b'), directory);
    const change = { tool: 'alpha', directory, from: null, to: a };
    expect(await restoreLink(lab.process(), change)).toBe(false);
    expect(readLinks(lab.process())).toEqual({ [directory]: { alpha: b } });
    expect(await restoreLink(lab.process(), { ...change, from: a, to: b })).toBe(true);
    expect(readLinks(lab.process())).toEqual({ [directory]: { alpha: a } });
  });

  test('what a later release adds to the table is kept', async () => {
    const directory = lab.directory('repo');
    lab.put('ours/links.json', JSON.stringify({ schemaVersion: 1, links: {}, later: [1] }));
    await linkDirectory(lab.process(), account('a'), directory);
    expect(JSON.parse(readFileSync(join(lab.root, 'links.json'), 'utf8'))).toEqual({
      schemaVersion: 1,
      later: [1],
      links: { [directory]: { alpha: lab.ids.a } },
    });
  });

  test('a damaged table stops every change, and stays as it is', async () => {
    const path = lab.put('ours/links.json', '{"links"');
    await expect(linkDirectory(lab.process(), account('a'), lab.directory('repo'))).rejects.toMatchObject({
      code: 'STATE_DAMAGED',
      data: { path },
    });
    expect(readFileSync(path, 'utf8')).toBe('{"links"');
  });

  test('of a directory that is gone stay, are marked, and can be taken away', async () => {
    const directory = lab.directory('repo');
    await linkDirectory(lab.process(), account('a'), directory);
    rmSync(directory, { recursive: true });
    expect(listLinks(lab.process())).toMatchObject([{ directory, label: 'a', state: 'gone' }]);
    await unlinkDirectory(lab.at('.'), 'alpha', 'repo');
    expect(listLinks(lab.process())).toEqual([]);
  });

  test('of an account that is renamed are its own still; of one that is removed are broken, and told', async () => {
    const directory = lab.directory('repo');
    await linkDirectory(lab.process(), account('a'), directory);
    await renameAccount(lab.process(), 'alpha', 'a', 'office');
    expect(chosenAt('repo').account.label).toBe('office');
    expect(listLinks(lab.process(), 'alpha')).toMatchObject([
      { label: 'office', state: 'ok', isHere: false },
    ]);
    const removed = await removeAccount(lab.process(), 'alpha', 'office');
    expect(removed.links).toEqual([directory]);
    expect(listLinks(lab.at('repo'))).toMatchObject([{ label: null, state: 'broken', isHere: true }]);
    expect(thrownBy(() => chosenAt('repo'))).toMatchObject({ code: 'LINK_BROKEN' });
    await addAccount(lab.process(), 'alpha', 'office');
    expect(thrownBy(() => chosenAt('repo'))).toMatchObject({ code: 'LINK_BROKEN' });
  });

  test('only the directory itself is unlinked; the one above that has a link is named', async () => {
    const directory = lab.directory('repo');
    lab.directory('repo/deep');
    await linkDirectory(lab.process(), account('a'), directory);
    await expect(unlinkDirectory(lab.at('repo/deep'), 'alpha', '.')).rejects.toMatchObject({
      code: 'LINK_NOT_FOUND',
      hint: `tools unlink alpha --dir "${directory}"`,
    });
    await expect(unlinkDirectory(lab.at('repo'), 'beta', '.')).rejects.toMatchObject({
      hint: 'tools links beta',
    });
  });

  test('a change that is cut off anywhere leaves the old link or the new one', async () => {
    const system = systemAccount('alpha');
    const steps = await killEverywhere({
      before: async (ctx) => void (await linkDirectory(ctx, system, ctx.host.homeDir)),
      change: (ctx) => unlinkDirectory(ctx, 'alpha', ctx.host.homeDir),
      after: async (ctx, killed) => {
        expect([{}, { [killed.home]: { alpha: 'system' } }]).toContainEqual(readLinks(ctx));
        await linkDirectory(ctx, system, killed.home);
        await unlinkDirectory(ctx, 'alpha', killed.home);
        expect(readLinks(ctx)).toEqual({});
        expect(pathsIn(killed).filter((path) => path.includes('links'))).toEqual(['links.json']);
      },
    });
    expect(steps).toBeGreaterThan(6);
  });
});

describe('trust', () => {
  const text = '[accounts]\nalpha = "a"\n';
  let path: string;
  beforeEach(() => {
    path = lab.put('repo/.ai-tools.toml', text);
  });

  test('is in exactly what was read, and asked anew when that changes', async () => {
    expect(readBindingFile(lab.process(), path)).toMatchObject({
      path,
      state: 'untrusted',
      hash: hashOf(text),
    });
    const read = readBindingFile(lab.process(), path);
    // Whoever is asked has seen this; what is there by now is something else.
    writeFileSync(path, '[accounts]\nalpha = "b"\n');
    await trustFile(lab.process(), read);
    expect(chosenAt('repo').rule).toBe('system');
    expect(readBindingFile(lab.process(), path).state).toBe('changed');
    expect(trustedFiles(lab.process())).toMatchObject([{ path, state: 'changed' }]);
    writeFileSync(path, text);
    expect(chosenAt('repo')).toMatchObject({ rule: 'file', account: { label: 'a' } });
    expect(trustedFiles(lab.process())).toMatchObject([{ path, state: 'trusted' }]);
  });

  test('of a file that moves stays behind', async () => {
    await trustFile(lab.process(), readBindingFile(lab.process(), path));
    lab.put('copy/.ai-tools.toml', text);
    expect(chosenAt('copy').rule).toBe('system');
    rmSync(path);
    expect(trustedFiles(lab.process())).toMatchObject([{ path, state: 'gone' }]);
    expect(await revokeTrust(lab.process(), path)).toBe(path);
    expect(readTrust(lab.process())).toEqual({});
    await expect(revokeTrust(lab.process(), path)).rejects.toMatchObject({ code: 'NOT_TRUSTED', exit: 3 });
  });

  test('is by the real path, whatever leads to it', async () => {
    symlinkSync(path, join(lab.home, 'way.toml'));
    const read = readBindingFile(lab.process(), join(lab.home, 'way.toml'));
    expect(read.path).toBe(path);
    await trustFile(lab.process(), read);
    expect(chosenAt('repo').rule).toBe('file');
    expect(await revokeTrust(lab.process(), join(lab.home, 'way.toml'))).toBe(path);
  });

  test('the file that is meant: of a directory its own, else the one named, else the nearest here or above', () => {
    lab.directory('repo/deep/er');
    expect(bindingFileNamed(lab.at('repo/deep/er'), undefined)).toBe(path);
    expect(bindingFileNamed(lab.at('.'), 'repo')).toBe(path);
    expect(bindingFileNamed(lab.at('repo/deep'), '../.ai-tools.toml')).toBe(path);
    expect(bindingFileNamed(lab.at('.'), '~/repo')).toBe(path);
    expect(thrownBy(() => bindingFileNamed(lab.at('.'), undefined))).toMatchObject({
      code: 'BINDING_FILE_NOT_FOUND',
      exit: 3,
    });
  });

  test.each([
    ['a directory', () => lab.directory('odd/.ai-tools.toml')],
    ['nothing', () => join(lab.directory('odd'), '.ai-tools.toml')],
  ])('%s is no file to trust', (_, make) => {
    expect(thrownBy(() => readBindingFile(lab.process(), make()))).toMatchObject({
      code: 'BINDING_FILE_UNREADABLE',
    });
  });

  test('in what this release does not understand, as of a later one, stops there and is told apart', () => {
    const later = '[accounts]\nalpha = { label = "a" }\n';
    lab.put('repo/.ai-tools.toml', later);
    lab.trust({ 'repo/.ai-tools.toml': later });
    expect(trustedFiles(lab.process())).toMatchObject([{ path, state: 'damaged' }]);
    expect(thrownBy(() => chosenAt('repo'))).toMatchObject({ code: 'BINDING_FILE_DAMAGED' });
  });

  test('what was trusted before is put back only where nothing else is by now', async () => {
    const [mine, other] = [hashOf('mine'), hashOf('other')];
    await trustFile(lab.process(), { path, hash: other });
    const change = { path, from: null, fromAt: null, to: mine };
    expect(await restoreTrust(lab.process(), change)).toBe(false);
    expect(readTrust(lab.process())).toMatchObject({ [path]: { hash: other } });
    expect(await restoreTrust(lab.process(), { ...change, to: other })).toBe(true);
    expect(readTrust(lab.process())).toEqual({});
  });

  test('of a file of any size costs no more than a look at its beginning', () => {
    truncateSync(path, 5_000_000_000);
    expect(thrownBy(() => readBindingFile(lab.process(), path))).toMatchObject({
      code: 'BINDING_FILE_DAMAGED',
      data: { problem: 'it is longer than 64 KiB' },
    });
    lab.trust({ 'repo/.ai-tools.toml': text });
    expect(chosenAt('repo').rule).toBe('system');
  });

  test('in many files at once is not lost', async () => {
    const paths = Array.from({ length: 8 }, (_, index) => lab.put(`d${index}/.ai-tools.toml`, text));
    await Promise.all(paths.map((each) => trustFile(lab.process(), { path: each, hash: hashOf(text) })));
    expect(Object.keys(readTrust(lab.process())).sort()).toEqual(paths);
  });
});
