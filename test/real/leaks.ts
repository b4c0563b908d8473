import { posix } from 'node:path';
import { builtInTools } from '../../src/tools/index.ts';
import type { Lab, LabResult } from './lab.ts';
import { type Touch, touched } from './touched.ts';

interface Runs {
  readonly world: Lab;
  readonly runs: readonly LabResult[];
  /** The conditions (`Leak.needs`) that the runs made true. */
  readonly made?: readonly string[];
}

/** What the runs touched under the user's home and the descriptor does not list. What may be written may be read. */
export function unlisted(tool: string, runs: Runs): readonly string[] {
  const listed = listedLeaks(tool);
  return leaked(runs).filter((touch) => !listed.some(({ path, access }) => matches(touch, path, access)));
}

/** Listed paths that no run touched although nothing more was needed for it. */
export function unseen(tool: string, { made = [], ...runs }: Runs): readonly string[] {
  const touches = leaked(runs);
  return listedLeaks(tool)
    .filter(({ needs }) => needs === undefined || made.includes(needs))
    .filter(({ path, access }) => !touches.some((touch) => matches(touch, path, access)))
    .map(({ path, access }) => `${access} ${path}`);
}

/** Conditions that the test says it made and that no leak of the tool has. */
export function unknownConditions(tool: string, { made = [] }: Runs): readonly string[] {
  const known = listedLeaks(tool).map(({ needs }) => needs);
  return made.filter((need) => !known.includes(need));
}

/** Of paths below the user's home that were written those that no descriptor of the tools lists. */
export function undeclared(tools: readonly string[], paths: readonly string[]): readonly string[] {
  const listed = tools.flatMap(listedLeaks).filter(({ access }) => access === 'write');
  return paths.filter((path) => !listed.some((leak) => matches(`write ~/${path}`, leak.path, 'write')));
}

/** Everything touched under the user's home, outside our folder and the project, as `read ~/…`. */
function leaked({ world, runs }: Runs): readonly string[] {
  const found = runs.flatMap(({ trace }) => touched(trace)).filter(({ path }) => isLeak(world, path));
  return [
    ...new Set(found.map(({ access, path }) => `${access} ~/${posix.relative(world.home, path)}`)),
  ].sort();
}

function isLeak(world: Lab, path: string): boolean {
  const inside = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  const ours = [posix.join(world.home, '.local/share/ai-tools'), posix.join(world.home, 'work')];
  const above = ours.some((folder) => folder.startsWith(`${path}/`));
  return path !== world.home && inside(world.home) && !above && !ours.some(inside);
}

function listedLeaks(id: string): readonly (Touch & { readonly needs: string | undefined })[] {
  const tool = builtInTools.find((each) => each.id === id);
  return (tool?.relocation?.leaks ?? []).flatMap(({ paths = [], access, needs }) =>
    paths
      .map((path) => ({ path: underHome(path), access, needs }))
      .filter(({ path }) => path.startsWith('~/')),
  );
}

/** The lab has no XDG variables, and its project lies right below the home. */
function underHome(template: string): string {
  return template
    .replace(/^\{(userHome|ancestors)\}/u, '~')
    .replace('{xdgConfig}', '~/.config')
    .replace('{xdgData}', '~/.local/share')
    .replace('{xdgCache}', '~/.cache');
}

function matches(touch: string, listed: string, access: Touch['access']): boolean {
  const [kind = '', path = ''] = touch.split(/ (.*)/u);
  if (kind === 'write' && access === 'read') return false;
  const stem = listed.replace(/\/\*\*$/u, '');
  return path === stem || (stem !== listed && path.startsWith(`${stem}/`));
}
