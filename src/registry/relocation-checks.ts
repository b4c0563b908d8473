import type { ToolDescriptor } from './descriptor.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';

/** Where people's own directory is, by system; only a home of ours that is one may set it. */
const homeVariables: ReadonlySet<string> = new Set(['HOME', 'USERPROFILE']);

export function checkHomeVariable(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const { relocation, environment } = tool;
  const found: readonly (readonly [string, string])[] = [
    ...(tool.configDirEnvVar ? [['/configDirEnvVar', tool.configDirEnvVar] as const] : []),
    ...under('/relocation/own', Object.keys(relocation?.own ?? {})),
    ...(relocation?.shape === 'home'
      ? []
      : under('/relocation/borrowed', Object.keys(relocation?.borrowed ?? {}))),
    ...under('/environment/set', Object.keys(environment?.set ?? {})),
    ...under('/environment/setWhenManaged', Object.keys(environment?.setWhenManaged ?? {})),
    ...listed('/environment/outranks', environment?.outranks),
    ...listed('/environment/sessionMarkers', environment?.sessionMarkers),
    ...listed('/environment/apiKey', environment?.apiKey),
  ];
  return found
    .filter(([, name]) => homeVariables.has(name.toUpperCase()))
    .map(([path, name]) => ({ path, problem: `${name} is only for relocation.borrowed of the shape home` }));
}

function under(path: string, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [`${path}/${name}`, name]);
}

function listed(path: string, names: readonly string[] = []): readonly (readonly [string, string])[] {
  return names.map((name, index) => [`${path}/${index}`, name]);
}

export function checkRelocationShape({ relocation }: ToolDescriptor): readonly DescriptorProblem[] {
  if (relocation === undefined) return [];
  const count = Object.keys({ ...relocation.own, ...relocation.borrowed }).length;
  const { shape, isolation } = relocation;
  if (shape === 'none' && isolation !== 'none') {
    return [{ path: '/relocation/isolation', problem: 'must be none: nothing is relocated' }];
  }
  if (shape === 'none' && count > 0)
    return [{ path: '/relocation/shape', problem: 'must not be none: it has variables' }];
  if (shape !== 'none' && count === 0)
    return [{ path: '/relocation/own', problem: `is missing: shape ${shape} needs a variable` }];
  if (
    shape === 'home' &&
    !Object.keys(relocation.borrowed ?? {}).some((name) => homeVariables.has(name.toUpperCase()))
  ) {
    return [{ path: '/relocation/borrowed', problem: 'must hold HOME: the shape is home' }];
  }
  return [];
}

export function checkVariablesOnce({
  relocation,
  environment,
}: ToolDescriptor): readonly DescriptorProblem[] {
  const seen = new Map<string, string>();
  const all = [
    ...under('/relocation/own', Object.keys(relocation?.own ?? {})),
    ...under('/relocation/borrowed', Object.keys(relocation?.borrowed ?? {})),
    ...under('/environment/set', Object.keys(environment?.set ?? {})),
    ...under('/environment/setWhenManaged', Object.keys(environment?.setWhenManaged ?? {})),
  ];
  return all.flatMap(([path, name]) => {
    const before = seen.get(name.toUpperCase());
    seen.set(name.toUpperCase(), before ?? path);
    return before === undefined ? [] : [{ path, problem: `is the same variable as ${before}` }];
  });
}

/** A host that knows the eight fields only sets this variable to the directory itself. */
export function checkConfigDirVariable({
  configDirEnvVar,
  relocation,
}: ToolDescriptor): readonly DescriptorProblem[] {
  if (!configDirEnvVar || relocation === undefined) return [];
  const directory = ['{home}', ...(relocation.configDir ? [relocation.configDir] : [])].join('/');
  const value = relocation.own?.[configDirEnvVar] ?? relocation.borrowed?.[configDirEnvVar];
  if (value === directory) return [];
  return [
    {
      path: '/configDirEnvVar',
      problem: `must be null, or a variable of the relocation that is ${directory}`,
    },
  ];
}

export function checkLinksBack({ relocation }: ToolDescriptor): readonly DescriptorProblem[] {
  if (relocation?.linksBack === undefined || relocation.shape === 'home') return [];
  return [{ path: '/relocation/linksBack', problem: 'is for the shape home only' }];
}
