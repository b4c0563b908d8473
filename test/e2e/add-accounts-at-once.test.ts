import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

interface Reads {
  readonly count: number;
  /** Paths and texts that were no JSON. */
  readonly faults: readonly string[];
}

/** Parses every JSON file of ours every 5 ms, until it is told to stop. */
function readAllTheTime(root: string): { stop(): Promise<Reads> } {
  let isOver = false;
  const reads = (async () => {
    let count = 0;
    const faults: string[] = [];
    while (!isOver) {
      for (const path of jsonFiles(root)) {
        const text = withoutGone(() => readFileSync(path, 'utf8'), undefined);
        if (text === undefined) continue;
        count += 1;
        if (!isJson(text)) faults.push(`${path}: ${text}`);
      }
      await new Promise((done) => setTimeout(done, 5));
    }
    return { count, faults };
  })();
  return {
    stop: () => {
      isOver = true;
      return reads;
    },
  };
}

/** But for what is being written under a temporary name, which nobody reads. */
function jsonFiles(root: string): readonly string[] {
  return withoutGone(() => readdirSync(root, { recursive: true }).map(String), [])
    .filter((name) => name.endsWith('.json') && !/\.tmp(\/|$)/.test(name))
    .map((name) => join(root, name));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A lock or a pending.json may go between two looks. */
function withoutGone<Value>(look: () => Value, gone: Value): Value {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return gone;
    throw error;
  }
}

describe('tools account add, by 20 processes at once', () => {
  test('B008: adds 20 accounts, nobody ever reads half a file, and nothing is left over', async () => {
    const home = tempHome();
    const root = join(home, 'ours');
    const env = { AI_TOOLS_HOME: root };
    const reader = readAllTheTime(root);
    const labels = Array.from({ length: 20 }, (_, index) => `a${String(index).padStart(2, '0')}`);
    const ends = await Promise.all(
      labels.map((label) => spawnCli(['account', 'add', 'codex', label], { home, env })),
    );
    const { count, faults } = await reader.stop();
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(0);
    expect(ends.map(({ code, stderr }) => (code === 0 ? 'done' : stderr))).toEqual(labels.map(() => 'done'));
    const listed = await spawnCli(['list', 'codex', '--json'], { home, env });
    for (const label of labels) expect(listed.stdout).toContain(`"${label}"`);
    const names = readdirSync(join(root, 'accounts/codex'));
    expect(names).toHaveLength(20);
    expect(names.filter((name) => !/^[a-z0-9]{8}$/.test(name))).toEqual([]);
    const litter = Object.keys(treeOf(home)).filter((path) => /\.tmp$|\.lock$|pending\.json$/.test(path));
    expect(litter).toEqual([]);
  });

  test('the same label is given to one of them', async () => {
    const home = tempHome();
    const env = { AI_TOOLS_HOME: join(home, 'ours') };
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        spawnCli(['account', 'add', 'codex', index % 2 ? 'work' : 'Work'], { home, env }),
      ),
    );
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, stderr } of ends.filter((end) => end.code !== 0))
      expect([2, 5], stderr).toContain(code);
    expect(readdirSync(join(home, 'ours/accounts/codex'))).toHaveLength(1);
    expect(readdirSync(join(home, 'ours/labels/codex'))).toEqual(['work']);
  });
});
