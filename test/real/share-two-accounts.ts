import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LabResult } from './lab.ts';
import type { ProgramId } from './programs.ts';
import {
  credentialsOf,
  filesHolding,
  keys,
  type Label,
  projectAt,
  type SharedWorld,
  sharedWorld,
  writeInto,
} from './shared-world.ts';

const labels = ['work', 'personal'] as const;
const skill = '---\nname: mine\ndescription: MARK-OF-SKILL\n---\nDo it.\n';

/** What is promised of every tool whose accounts share, on the real program. */
export function shareTwoAccounts(id: ProgramId): void {
  describe(`${id}, the real one, under two accounts on one root`, () => {
    test('what one makes the other sees, and each sends its own key', async () => {
      const world = await sharedWorld(id);
      const { tool, homes } = world;
      writeInto(homes.work, tool.memory, 'MARK-OF-MEMORY');
      writeInto(homes.work, `${tool.skills}/mine/SKILL.md`, skill);
      if (tool.command) writeInto(homes.work, tool.command.path, tool.command.text);

      const first = await ran(world, 'work', tool.prompt('the first words'));
      if (tool.servers) await ran(world, 'work', tool.servers.add('seen-by-both'));
      expect(sent(first)).toContain('MARK-OF-MEMORY');

      const second = await ran(world, 'personal', tool.command?.argv ?? tool.prompt('more'));
      expect(sent(second)).toContain('MARK-OF-MEMORY');
      expect(sent(second)).toContain('MARK-OF-SKILL');
      if (tool.command) expect(sent(second)).toContain('MARK-OF-COMMAND');
      if (tool.servers)
        expect(said(await ran(world, 'personal', tool.servers.list))).toContain('seen-by-both');

      const session = tool.sessionOf(first.stdout) ?? 'none';
      if (tool.resume) {
        const resumed = await ran(world, 'personal', tool.resume(session, 'the second words'));
        expect(sent(resumed)).toContain('the first words');
        expect(tool.sessionOf(resumed.stdout)).toBe(session);
        if (tool.sendsKey) expect(credentialsOf(resumed.requests)).toEqual([keys.personal]);
      }
      if (tool.sendsKey) {
        expect(credentialsOf(first.requests)).toEqual([keys.work]);
        expect(credentialsOf(second.requests)).toEqual([keys.personal]);
      }
      expectKeptApart(world);
    });

    test('20 launches in turn and 10 at once: the audit is clean and what is shared holds every entry', async () => {
      const world = await sharedWorld(id);
      const { tool } = world;
      const started = (name: string) => tool.start ?? tool.prompt(name);
      const servers: string[] = [];
      const words: string[] = [];
      for (let nth = 0; nth < 10; nth += 1) {
        for (const label of labels) {
          const name = `in-turn-${nth}-${label}`;
          const cwd = projectAt(world, name);
          const adds = tool.servers !== undefined && nth % 2 === 0;
          (adds ? servers : words).push(name);
          await ran(world, label, adds ? (tool.servers?.add(name) ?? []) : started(name), cwd);
        }
      }
      const atOnce = Array.from({ length: 10 }, (_, nth) => `at-once-${nth}`);
      await Promise.all(
        atOnce.map((name, nth) =>
          ran(world, labels[nth % 2] as Label, started(name), projectAt(world, name)),
        ),
      );
      words.push(...atOnce);

      if (tool.servers) {
        for (const label of labels) {
          const shown = said(await ran(world, label, tool.servers.list));
          expect(servers.filter((name) => !shown.includes(name))).toEqual([]);
        }
      }
      if (tool.sessions !== undefined) {
        const folder = join(world.root, tool.sessions);
        expect(words.filter((name) => filesHolding(folder, name).length === 0)).toEqual([]);
      }
      const audit = await world.tools(['audit', id, '--json']);
      expect(JSON.parse(audit.stdout), audit.stdout).toMatchObject({ clean: true, unknown: [] });
      expect(audit.code).toBe(0);
      const open = await world.tools(['sync', id, '--json']);
      expect(open, open.stdout).toMatchObject({ code: 0 });
      expectKeptApart(world);
    });
  });
}

async function ran(
  world: SharedWorld,
  label: Label,
  argv: readonly string[],
  cwd?: string,
): Promise<LabResult> {
  const result = await world.run(label, argv, cwd === undefined ? {} : { cwd });
  expect(result.code, `${argv.join(' ')}\n${result.stderr}\n${result.stdout}`).toBe(0);
  return result;
}

const sent = ({ requests }: LabResult) => requests.map(({ body }) => body).join('\n');
const said = ({ stdout, stderr }: LabResult) => stdout + stderr;

/** No login is a link or lies where another account can find it. */
function expectKeptApart({ tool, root, homes }: SharedWorld): void {
  // Law 18. What was said to a model names the home that it was said in.
  const outside = (path: string) => tool.sessions === undefined || !path.startsWith(`${tool.sessions}/`);
  for (const label of labels) expect(filesHolding(root, homes[label]).filter(outside)).toEqual([]);
  for (const [label, other] of [labels, labels.toReversed()] as const) {
    expect(filesHolding(root, keys[label as Label])).toEqual([]);
    expect(filesHolding(homes[other as Label], keys[label as Label])).toEqual([]);
  }
  if (tool.login === undefined) return;
  const [work, personal] = labels.map((label) => join(homes[label], tool.login ?? ''));
  for (const file of [work, personal]) expect(lstatSync(file ?? '').isFile()).toBe(true);
  expect(readFileSync(work ?? '')).not.toEqual(readFileSync(personal ?? ''));
}
