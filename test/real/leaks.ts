import { posix } from 'node:path';
import { builtInTools } from '../../src/tools/index.ts';
import type { Lab, LabResult } from './lab.ts';
import { type Touch, touched } from './touched.ts';

interface Places {
  readonly world: Lab;
  readonly runs: readonly LabResult[];
}

/** What the runs touched under the user's home, outside our folder and the project, as `read ~/…`. */
export function leaked({ world, runs }: Places): readonly string[] {
  const found = runs.flatMap(({ trace }) => touched(trace)).filter(({ path }) => isLeak(world, path));
  return [...new Set(found.map(({ access, path }) => `${access} ~/${posix.relative(world.home, path)}`))].sort();
}

/** Leaks that the descriptor does not list. A path may be read where it may be written. */
export function unlisted(tool: string, places: Places): readonly string[] {
  const listed = listedLeaks(tool);
  return leaked(places).filter((touch) => !listed.some(({ path, access }) => matches(touch, path, access)));
}

/** Leaks that the descriptor lists as seen with our variables in force, and that no run showed. */
export function unseen(tool: string, places: Places): readonly string[] {
  const touches = leaked(places);
  return listedLeaks(tool)
    .filter(({ path, access }) => !touches.some((touch) => matches(touch, path, access)))
    .map(({ path, access }) => `${access} ${path}`);
}

function isLeak(world: Lab, path: string): boolean {
  const inside = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  const ours = [posix.join(world.home, '.local/share/ai-tools'), posix.join(world.home, 'work')];
  return path !== world.home && inside(world.home) && !ours.some(inside) && !ours.some((folder) => folder.startsWith(`${path}/`));
}

function listedLeaks(id: string): readonly Touch[] {
  const tool = builtInTools.find((each) => each.id === id);
  return (tool?.relocation?.leaks ?? []).flatMap(({ paths = [], access }) =>
    paths.filter((path) => path.startsWith('{userHome}/')).map((path) => ({ path: path.replace('{userHome}', '~'), access })),
  );
}

function matches(touch: string, listed: string, access: Touch['access']): boolean {
  const [kind = '', path = ''] = touch.split(/ (.*)/u);
  if (kind === 'write' && access === 'read') return false;
  const stem = listed.replace(/\/\*\*$/u, '');
  return path === listed || path === stem || (stem !== listed && path.startsWith(`${stem}/`));
}
