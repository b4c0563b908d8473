import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  changeSetting,
  findAccount,
  linkDirectory,
  readLinks,
  readTrust,
  removeAccount,
  revokeTrust,
  systemAccount,
  trustFile,
  unlinkDirectory,
} from '../../src/accounts/index.ts';
import { readSettings, type SettingValue, settingKey } from '../../src/settings/index.ts';
import { planUndo, readHistory, undoChange } from '../../src/undo/index.ts';
import { type BindingLab, bindingLab } from '../accounts/bindings/binding-lab.ts';
import { killEverywhere } from '../accounts/store-lab.ts';

let lab: BindingLab;
let ctx: AccountsContext;
let directory: string;
beforeEach(async () => {
  lab = await bindingLab(['a', 'b']);
  ctx = lab.process();
  directory = lab.directory('repo');
});

const tables = (of: AccountsContext) => [readLinks(of), readTrust(of), readSettings(of)];
const link = (label: string) => linkDirectory(ctx, findAccount(ctx, 'alpha', label), directory);
const set = (key: string, value: SettingValue | null) => changeSetting(ctx, settingKey(key), value);
const file = () => ({ path: `${directory}/.ai-tools.toml`, hash: 'a'.repeat(64) });

const changes: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>, string])[] = [
  ['a first link', async () => undefined, () => link('a'), 'has no link for alpha'],
  ['another link', () => link('a'), () => link('b'), 'is linked to alpha#a'],
  [
    'a link to the tool’s own login',
    () => linkDirectory(ctx, systemAccount('alpha'), directory),
    () => link('b'),
    'is linked to alpha#system',
  ],
  [
    'a link taken away',
    () => link('a'),
    () => unlinkDirectory(ctx, 'alpha', directory),
    'is linked to alpha#a',
  ],
  ['trust', async () => undefined, () => trustFile(ctx, file()), 'is not trusted'],
  [
    'trust in another text',
    () => trustFile(ctx, { ...file(), hash: 'b'.repeat(64) }),
    () => trustFile(ctx, file()),
    'is trusted as it was before',
  ],
  [
    'trust taken away',
    () => trustFile(ctx, file()),
    () => revokeTrust(ctx, file().path),
    'is trusted as it was before',
  ],
  ['a setting', async () => undefined, () => set('plain', true), 'plain is not set'],
  [
    'an alias that meant another',
    () => set('aliases.x.alpha', 'a'),
    () => set('aliases.x.alpha', 'b'),
    'aliases.x.alpha is a',
  ],
  ['a setting taken away', () => set('plain', true), () => set('plain', null), 'plain is true'],
];

describe('is taken back, and made again by what leads forward', () => {
  test.each(changes)('%s', async (_, prepare, change, says) => {
    await prepare();
    const was = tables(ctx);
    await change();
    const is = tables(ctx);
    expect((await planUndo(ctx)).now.join()).toContain(says);
    const undone = await undoChange(ctx);
    expect(undone).toMatchObject({ outcome: 'undone', now: [expect.stringContaining(says)] });
    expect(tables(ctx)).toEqual(was);
    await undoChange(ctx, undone.again ?? '');
    expect(tables(ctx)).toEqual(is);
  });

  test.each(changes)('not where it is something else by now: %s', async (_, prepare, change) => {
    await prepare();
    await change();
    const id = readHistory(ctx).changes[0]?.record.id ?? '';
    await addAccount(ctx, 'alpha', 'c');
    await link('c');
    await trustFile(ctx, { ...file(), hash: 'c'.repeat(64) });
    await set('plain', false);
    await set('aliases.x.alpha', 'c');
    const is = tables(ctx);
    await expect(undoChange(ctx, id)).rejects.toMatchObject({ code: 'UNDO_CHANGED_SINCE' });
    expect(tables(ctx)).toEqual(is);
  });

  test('a link to an account that was removed does not come back', async () => {
    await link('a');
    await link('b');
    const id = readHistory(ctx).changes[0]?.record.id ?? '';
    await removeAccount(ctx, 'alpha', 'a');
    await expect(undoChange(ctx, id)).rejects.toMatchObject({
      code: 'UNDO_CHANGED_SINCE',
      message: expect.stringContaining('the account that it was linked to before is gone'),
    });
  });
});

test('taking a link back, cut off at any step, leaves the one or the other, and the next one ends it', async () => {
  const system = systemAccount('alpha');
  await killEverywhere({
    before: async (each) => void (await linkDirectory(each, system, each.host.homeDir)),
    change: (each) => undoChange(each),
    after: async (each, { home }) => {
      expect([{}, { [home]: { alpha: 'system' } }]).toContainEqual(readLinks(each));
      // One that was begun and did nothing is forgotten first.
      const ended = async () => {
        for (;;) await undoChange(each);
      };
      await expect(ended()).rejects.toMatchObject({ code: 'UNDO_NOTHING' });
      expect(readLinks(each)).toEqual({});
    },
  });
});
