import { classify, factOf } from './classify.ts';
import { classifyKey } from './classify-key.ts';
import type { FileValue, PathFact, PathRoot, ToolDescriptor } from './descriptor.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { foldName } from './fold-name.ts';
import { pointerKeys } from './json-pointer.ts';
import { matchesSegment } from './path-pattern.ts';
import { rootsOf } from './path-roots.ts';

/** A guard that each account has for itself guards nothing. */
export function checkSharedGuards(tool: ToolDescriptor): readonly DescriptorProblem[] {
  return (tool.directories ?? []).flatMap(({ class: pathClass, guardedBy = [], root, path: guarded }, fact) =>
    guardedBy.flatMap((guard, index) =>
      pathClass !== 'shared' || [undefined, 'shared'].includes(factOf(tool, guard, root)?.class)
        ? []
        : [
            {
              path: `/directories/${fact}/guardedBy/${index}`,
              problem: `"${guard}" is not shared, and "${guarded}" is`,
            },
          ],
    ),
  );
}

/** Processes of one account, and locks of its files: shared, those of others would be taken for them. */
export function checkProcessFiles(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const isShared = (path: string | undefined, root?: PathRoot): path is string =>
    path !== undefined && classify(tool, path, root) === 'shared';
  const processes = [
    ...(tool.daemons ?? []).flatMap(({ pidFile, socket, updaterPidFile }, index) =>
      Object.entries({ pidFile, socket, updaterPidFile }).map(
        ([field, file]) => [`/daemons/${index}/${field}`, file, undefined] as const,
      ),
    ),
    ...(tool.live ?? []).map(
      ({ directory, root }, index) => [`/live/${index}/directory`, directory, root] as const,
    ),
  ];
  const locks = (tool.locks ?? []).flatMap(({ file, lock, root }, index) =>
    isShared(lock, root) && !isShared(file, root)
      ? [{ path: `/locks/${index}/lock`, problem: `"${lock}" is shared, and "${file}" is not` }]
      : [],
  );
  return [
    ...processes.flatMap(([path, file, root]) =>
      isShared(file, root)
        ? [{ path, problem: `"${file}" is shared, and tells of one account's processes` }]
        : [],
    ),
    ...locks,
  ];
}

/** What a login, an assertion or a retention owns is written whole: nothing shared may lie inside. */
export function checkOwnValues(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const lists: Readonly<Record<string, readonly FileValue[] | undefined>> = {
    '/login': tool.login,
    '/relocation/settings': tool.relocation?.settings,
    '/retention': tool.retention,
  };
  return Object.entries(lists).flatMap(([path, values = []]) =>
    values.flatMap(({ file, root, pointer }, index) =>
      sharedInside(factOf(tool, file, root), pointer).map((inside) => ({
        path: `${path}/${index}/pointer`,
        problem: `"${inside}" lies in it, and is shared`,
      })),
    ),
  );
}

/** What a tool throws away does not tell a file from one that was made anew. */
export function checkBirthmarks(tool: ToolDescriptor): readonly DescriptorProblem[] {
  return (tool.birthmarks ?? []).flatMap(({ file, root, pointer }, index) =>
    classifyKey(tool, file, pointer, root).class === 'disposable'
      ? [{ path: `/birthmarks/${index}/pointer`, problem: `"${pointer}" of "${file}" is disposable` }]
      : [],
  );
}

function sharedInside(fact: PathFact | undefined, pointer: string): readonly string[] {
  const keys = pointerKeys(pointer);
  if (fact?.class !== 'mixed' || keys === undefined) return [];
  return (fact.rules ?? [])
    .filter((rule) => rule.class === 'shared' && rule.merge !== 'private')
    .filter((rule) => {
      const pattern = pointerKeys(rule.pointer) ?? [];
      return pattern.length > keys.length && keys.every((key, index) => meets(pattern[index] ?? '', key));
    })
    .map((rule) => rule.pointer);
}

/** One place of a home has one name: else it would have two classes. */
export function checkPlaces(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const roots: readonly PathRoot[] = [...rootsOf(tool), 'home'];
  return (tool.directories ?? []).flatMap(({ path, root = 'config', class: pathClass }, index) => {
    const from = placeOf(tool, root);
    const place = [...from, ...path.split('/')];
    return roots.flatMap((other) => {
      const base = placeOf(tool, other);
      if (other === root || !reaches(from, base)) return [];
      const isSame = base.length === from.length;
      const field = `/directories/${index}/path`;
      if (isSame ? other === 'config' : reaches(base, place))
        return [{ path: field, problem: `"${path}" lies in the root ${other}: it is declared there` }];
      return !isSame && pathClass === 'shared' && reaches(place, base)
        ? [{ path: field, problem: `"${path}" is shared, and holds the root ${other}` }]
        : [];
    });
  });
}

/** Below the mark of a shared root, and the folder of what is known of its files, lies nothing of a tool's. */
export function checkRootMarks(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const sessions = tool.directories === undefined ? (tool.sessionSubdirectories ?? []) : [];
  const places = [
    ...(tool.directories ?? []).flatMap(({ path, root, class: pathClass }, index) =>
      pathClass === 'shared' || pathClass === 'mixed'
        ? [[`/directories/${index}/path`, path, placeOf(tool, root)] as const]
        : [],
    ),
    ...sessions.map(
      (path, index) => [`/sessionSubdirectories/${index}`, path, placeOf(tool, 'config')] as const,
    ),
  ];
  return places
    .filter(([, path, base]) => {
      const first = foldName([...base, ...path.split('/')][0] ?? '');
      return rootMarks.some((mark) => matchesSegment(first, mark));
    })
    .map(([path, name]) => ({ path, problem: `"${name}" is where a shared root has its own mark` }));
}

/** What we put at the top of a shared root ourselves: a folder of notes, and the mark. */
export const rootMarks: readonly string[] = ['.root', '.root.json'];

/** Where a root lies in a home; a further one that lies nowhere is a problem of its own. */
function placeOf({ relocation }: ToolDescriptor, root: PathRoot = 'config'): readonly string[] {
  if (root === 'home') return [];
  const further = root === 'config' ? undefined : relocation?.roots?.[root];
  return (further ?? relocation?.configDir ?? '').split('/').filter((segment) => segment !== '');
}

/** `path` is what the first stands for, or lies below it. */
function reaches(above: readonly string[], path: readonly string[]): boolean {
  return path.length >= above.length && above.every((segment, index) => meets(segment, path[index] ?? ''));
}

function meets(one: string, other: string): boolean {
  return one === '*' || other === '*' || matchesSegment(one, other) || matchesSegment(other, one);
}
