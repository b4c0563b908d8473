import { appendFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  adoptionOf,
  adoptSystem,
  settleAdoption,
  undoAdoption,
} from '../../../src/accounts/index.ts';
import { ensureRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { checkAdoptions } from '../../../src/doctor/check-adoptions.ts';
import { ToolsError } from '../../../src/errors/index.ts';
import { copyTree } from '../../../src/state/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import {
  dieEverywhere,
  type Mortal,
  newAccount,
  quickFiles,
  sharingLab,
  textOf,
} from '../sharing/sharing-lab.ts';
import { files, type SharingLab, stampedTree, textsIn, tool, usedDirectory } from './adopt-lab.ts';

const adopt = (ctx: AccountsContext) => adoptSystem(ctx, tool, { root: 'default', setRetention: true });
const undo = (ctx: AccountsContext) => undoAdoption(ctx, tool);

interface Given {
  readonly own: string;
  /** Where an account sees what it shares. */
  readonly home: string;
  /** Of the tool's own directory, before anything. */
  readonly tree: object;
  readonly texts: readonly string[];
}

/** A directory that somebody used, a root in which another account has sessions, and some that both have. */
async function prepare(lab: SharingLab): Promise<Given> {
  const ctx = lab.process();
  const own = usedDirectory(lab);
  await ensureRoot(ctx, 'demo', 'default');
  await newAccount(ctx, 'work');
  const home = lab.shared;
  lab.put(home, 'sessions/2020/01/w.jsonl', 'session of work');
  lab.put(home, 'sessions/2026/w.jsonl', 'another session of work');
  copyTree(ctx.host, join(own, 'commands'), join(lab.shared, 'commands'));
  unlinkSync(join(lab.shared, 'commands/relative'));
  const texts = [
    ...Object.entries(files)
      .filter(([path]) => path !== 'settings.json')
      .map(([, text]) => text),
    'session of work',
    'another session of work',
  ];
  return { own, home, tree: stampedTree(own), texts };
}

/** Whatever somebody wrote stands in some file, at whatever point the process ended. */
function expectNothingLost(lab: SharingLab, texts: readonly string[]): void {
  const found = new Set(textsIn(lab.home));
  expect(texts.filter((text) => !found.has(text))).toEqual([]);
}

function expectAdopted({ own, home }: Given): void {
  expect(textOf(home, 'sessions/2020/01/a.jsonl')).toBe('own session a');
  expect(textOf(own, 'sessions/2026/w.jsonl')).toBe('another session of work');
  expect(textOf(own, 'commands/one.md')).toBe('own command');
  expect(JSON.parse(textOf(own, 'settings.json')).cleanupDays).toBe(36500);
}

function expectOwnAgain(ctx: AccountsContext, { own, home, tree }: Given): void {
  expect(stampedTree(own)).toEqual(tree);
  expect(adoptionOf(ctx, tool)).toBeUndefined();
  for (const [path, text] of [
    ['sessions/2020/01/w.jsonl', 'session of work'],
    ['sessions/2026/w.jsonl', 'another session of work'],
    ['commands/one.md', 'own command'],
  ] as const)
    expect(textOf(home, path)).toBe(text);
}

describe('whoever dies on the way', () => {
  test('into the root: the next launch finishes it, and the way back is exact', async () => {
    const steps = await dieEverywhere({
      before: prepare,
      change: adopt,
      after: async (ctx, given, lab) => {
        expectNothingLost(lab, given.texts);
        const phase = adoptionOf(ctx, tool)?.phase;
        const found: string[] = [];
        await checkAdoptions(ctx, [tool], ({ code }) => found.push(code));
        expect(found).toEqual(phase === 'adopting' ? ['ADOPTION_CUT_OFF'] : []);
        const settled = await settleAdoption(ctx, tool);
        if (settled === 'nothing' && !adoptionOf(ctx, tool)) expectOwnAgain(ctx, given);
        else {
          expect(adoptionOf(ctx, tool)).toMatchObject({ phase: 'adopted', broken: [], unsafe: [] });
          expectAdopted(given);
          await undo(ctx);
          expectOwnAgain(ctx, given);
        }
        await adopt(ctx);
        expectAdopted(given);
      },
    });
    expect(steps).toBeGreaterThan(30);
  });

  test('into the root: it can be taken back at once, exactly', async () => {
    await dieEverywhere({
      before: prepare,
      change: adopt,
      after: async (ctx, given) => {
        if (adoptionOf(ctx, tool)) await undo(ctx);
        expectOwnAgain(ctx, given);
      },
    });
  });

  test('back: the next launch finishes it, exactly', async () => {
    const steps = await dieEverywhere({
      before: async (lab) => {
        const given = await prepare(lab);
        await adopt(lab.process());
        return given;
      },
      change: undo,
      after: async (ctx, given, lab) => {
        expectNothingLost(lab, given.texts);
        await settleAdoption(ctx, tool);
        if (adoptionOf(ctx, tool)) await undo(ctx);
        expectOwnAgain(ctx, given);
      },
    });
    expect(steps).toBeGreaterThan(30);
  });

  test('back, later: what changed since is in both, whatever happens', async () => {
    const since = ['own session a, and more', 'of the editor'];
    await dieEverywhere({
      before: async (lab) => {
        const given = await prepare(lab);
        await adopt(lab.process());
        appendFileSync(join(given.own, 'sessions/2020/01/a.jsonl'), ', and more');
        lab.put(given.own, 'sessions/2027/01/editor.jsonl', 'of the editor');
        return { ...given, texts: [...given.texts.filter((text) => text !== 'own session a'), ...since] };
      },
      change: undo,
      after: async (ctx, given, lab) => {
        expectNothingLost(lab, given.texts);
        if (adoptionOf(ctx, tool)) await undo(ctx);
        for (const home of [given.own, given.home]) {
          expect(textOf(home, 'sessions/2020/01/a.jsonl')).toBe('own session a, and more');
          expect(textOf(home, 'sessions/2027/01/editor.jsonl')).toBe('of the editor');
        }
        expect(Object.keys(stampedTree(given.own)).filter((path) => path.endsWith('.tmp'))).toEqual([]);
        expectNothingLost(lab, given.texts);
      },
    });
  });
});

describe('a disk that is full from some step on', () => {
  const takesRoom = new Set(['writeNew', 'copyNew', 'mkdir', 'link', 'symlink']);

  /** Tried with room for ever more steps, three at a time, until there is enough. */
  async function fillEverywhere<Given>({ before, change, after }: Mortal<Given>): Promise<number> {
    for (let room = 0; ; room += 3) {
      const lab = sharingLab();
      const given = await before(lab);
      const faulty = faultyFiles(quickFiles);
      faulty.failWhere((method) => takesRoom.has(method) && faulty.steps.length > room, 'ENOSPC');
      const error = await change(lab.process({ files: faulty.files }), given).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return room;
      expect(error, `room for ${room} steps`).toBeInstanceOf(ToolsError);
      await after(lab.process(), given, lab);
    }
  }

  test('on the way into the root: it is all back where it was, or the next command brings it back', async () => {
    const steps = await fillEverywhere({
      before: prepare,
      change: adopt,
      after: async (ctx, given, lab) => {
        expectNothingLost(lab, given.texts);
        if (adoptionOf(ctx, tool)) await undo(ctx);
        expectOwnAgain(ctx, given);
        await adopt(ctx);
        expectAdopted(given);
      },
    });
    expect(steps).toBeGreaterThan(30);
  });

  test('on the way back: the next command finishes it, and what changed since is in both', async () => {
    const steps = await fillEverywhere({
      before: async (lab) => {
        const given = await prepare(lab);
        await adopt(lab.process());
        lab.put(given.own, 'sessions/2027/01/editor.jsonl', 'of the editor');
        return { ...given, texts: [...given.texts, 'of the editor'] };
      },
      change: undo,
      after: async (ctx, given, lab) => {
        expectNothingLost(lab, given.texts);
        if (adoptionOf(ctx, tool)) await undo(ctx);
        expectNothingLost(lab, given.texts);
        for (const home of [given.own, given.home])
          expect(textOf(home, 'sessions/2027/01/editor.jsonl')).toBe('of the editor');
        expect(Object.keys(stampedTree(given.own)).filter((path) => path.endsWith('.tmp'))).toEqual([]);
      },
    });
    expect(steps).toBeGreaterThan(20);
  });
});
