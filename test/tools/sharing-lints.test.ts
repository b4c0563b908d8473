import { describe, expect, test } from 'vitest';
import {
  canBeShared,
  canLieAtOrBelow,
  homeFacts,
  homePathOf,
} from '../../src/accounts/sharing/home-facts.ts';
import { sharePlan } from '../../src/accounts/sharing/share-plan.ts';
import { type AITool, AIToolRegistry, classifyKey, type FileValue } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { testHost } from '../support/temp-home.ts';

const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
const platforms = ['linux', 'darwin', 'win32'] as const;

describe.each(registry.all().map((tool) => [tool.id, tool] as const))('%s', (_id, tool: AITool) => {
  const hosts = platforms.map((platform) =>
    testHost({ platform, homeDir: platform === 'win32' ? 'C:\\u' : '/u' }),
  );
  const facts = homeFacts(testHost(), tool);
  const plan = hosts.flatMap((host) => sharePlan(host, tool));

  test('law 18: below what is one link everything is shared', () => {
    const wrong = plan
      .filter(({ how }) => how === 'link')
      .flatMap(({ path }) =>
        facts.filter(
          (other) =>
            canLieAtOrBelow(other.path, path) && (other.fact.class !== 'shared' || !canBeShared(other.fact)),
        ),
      );
    expect(wrong).toEqual([]);
  });

  test('what is linked is a directory, or a file that survives it', () => {
    const wrong = plan.filter(({ how, fact }) => how === 'link' && fact.kind === 'file' && !fact.linkSafe);
    expect(wrong).toEqual([]);
  });

  test('nothing private lies in the plan, and nothing that it does not name', () => {
    for (const { path, fact, how } of plan) {
      expect(fact.class, path).toMatch(how === 'mixed' ? /^mixed$/ : /^shared$/);
      expect(fact.secret && how !== 'mixed', path).toBeFalsy();
      expect(
        facts.some((one) => one.fact === fact),
        path,
      ).toBe(true);
    }
    expect(plan.length).toBeGreaterThan(0);
  });

  test('law 5: what is guarded is in the plan together with its guard, whole', () => {
    for (const { path, guards } of plan)
      for (const guard of guards)
        expect(
          plan.some((other) => other.path === guard && other.how === 'link'),
          `${path} needs ${guard}`,
        ).toBe(true);
    const guarded = facts.filter(({ fact }) => fact.guardedBy && canBeShared(fact)).map(({ path }) => path);
    expect(plan.map(({ path }) => path)).toEqual(expect.arrayContaining(guarded));
  });

  test('law 1: whatever is emptied by the tool knows what stops that', () => {
    const governed = (tool.retention ?? []).flatMap((retention) =>
      retention.governs.map(
        (path) => [homePathOf(testHost(), tool, path, retention.root), retention] as const,
      ),
    );
    for (const [path, retention] of governed)
      for (const entry of plan.filter(
        (each) => canLieAtOrBelow(each.path, path) || canLieAtOrBelow(path, each.path),
      ))
        expect(entry.retention, entry.path).toContain(retention);
    expect(governed.every(([path]) => plan.some((entry) => canLieAtOrBelow(path, entry.path)))).toBe(true);
  });

  test('laws 1, 2, 9: what is asserted, what marks a birth and what outranks a login is the account’s alone', () => {
    const values: readonly FileValue[] = [
      ...(tool.relocation?.settings ?? []),
      ...(tool.retention ?? []),
      ...(tool.birthmarks ?? []),
      ...(tool.environment?.outranksInSettings ?? []),
      ...(tool.login ?? []),
    ];
    for (const { file, pointer, root } of values)
      expect(classifyKey(tool, file, pointer, root).class, `${file} ${pointer}`).toMatch(
        /^(?:identity|mixed)$/,
      );
    expect(values.length).toBeGreaterThan(0);
  });

  test('law 7: a name that carries a login is a place of keys wherever settings can hold it', () => {
    const names = [...(tool.environment?.outranks ?? []), ...(tool.environment?.apiKey ?? [])];
    const mixed = (tool.directories ?? []).filter(({ class: pathClass }) => pathClass === 'mixed');
    for (const { path, root, rules = [] } of mixed)
      for (const { pointer } of rules.filter((rule) => rule.class === 'shared'))
        for (const name of names) {
          const inside = `${pointer.replaceAll('*', 'x')}/x/env/${name}`;
          expect(classifyKey(tool, path, inside, root).class, inside).toBe('identity');
        }
    expect(names.length).toBeGreaterThan(0);
  });
});
