import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type AITool, AIToolRegistry } from '../../../src/registry/index.ts';
import { treeOf } from '../../support/tree.ts';
import { demo, type SharingLab, sharingLab } from '../sharing/sharing-lab.ts';

const registry = new AIToolRegistry();
registry.register({
  ...demo,
  live: [{ directory: 'running', files: '*.json', pointer: '/pid' }],
  directories: (demo.directories ?? []).map((fact) =>
    fact.path === 'sessions' ? { ...fact, linkSafe: true } : fact,
  ),
});

/** The demo tool, whose sessions have been seen to work as a link. */
export const tool = registry.tool('demo') as AITool;

/** Everything below a folder, with the minute of each: no link is followed. */
export function stampedTree(folder: string): Readonly<Record<string, string>> {
  const paths = Object.entries({ '': 'the folder', ...treeOf(folder) });
  return Object.fromEntries(
    paths.map(([path, what]) => [path, `${what} at ${Math.round(lstatSync(join(folder, path)).mtimeMs)}`]),
  );
}

/** The directory of the tool's own, as somebody used it for years. */
export function usedDirectory(lab: Pick<SharingLab, 'home' | 'put'>): string {
  const directory = join(lab.home, '.demo');
  const outside = join(lab.home, 'dot/skills/mine');
  mkdirSync(outside, { recursive: true });
  for (const [path, content] of Object.entries(files)) lab.put(directory, path, content);
  mkdirSync(join(directory, 'sessions/2020/empty'));
  chmodSync(join(directory, 'sessions/2020/01/a.jsonl'), 0o640);
  chmodSync(join(directory, 'commands'), 0o755);
  symlinkSync('../../dot/skills/mine', join(directory, 'skills/mine'));
  symlinkSync(outside, join(directory, 'commands/outside'));
  symlinkSync('2020/01/a.jsonl', join(directory, 'sessions/last'));
  symlinkSync('../../dot/skills/mine', join(directory, 'commands/relative'));
  grow(directory);
  return directory;
}

/** Text by path, each of its own. */
export const files = {
  'auth.json': '{"token":"sk-dummy-own"}',
  'settings.json': '{\n  "cleanupDays": 30, // no comment in JSON\n  "theme": "dark"\n}\n'.replace(
    ' // no comment in JSON',
    '',
  ),
  'history.jsonl': 'own history\n',
  'notes.md': 'own notes',
  'sessions/2020/01/a.jsonl': 'own session a',
  'sessions/2020/01/b.jsonl': 'own session b',
  'sessions/__proto__': 'own odd name',
  'sessions/ünï kod.jsonl': 'own other name',
  'commands/one.md': 'own command',
  'skills/s1/SKILL.md': 'own skill',
  'skills/.system/x': 'own system skill',
  'plugins/known.json': '{"path":"own known"}',
  'plugins/cache/p1/x': 'own plugin',
} as const;

/** Every file and folder gets a time of its own, long ago. */
function grow(folder: string, at = 1_500_000_000): number {
  let time = at;
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) time = grow(path, time + 1);
    else if (!stat.isSymbolicLink()) utimesSync(path, time, time);
    time += 1;
  }
  utimesSync(folder, time, time);
  return time;
}

/** What stands in the files below a folder, links not followed. */
export function textsIn(folder: string): readonly string[] {
  return Object.entries(treeOf(folder))
    .filter(([, entry]) => entry.startsWith('file'))
    .map(([path]) => readFileSync(join(folder, path), 'utf8'));
}

export { type SharingLab, sharingLab };
