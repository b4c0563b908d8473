import type { AITool, Argv, ToolDescriptor } from './descriptor.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { pointerKeys } from './json-pointer.ts';
import { derivedFields } from './resolve-tool.ts';

export function checkArgvPrograms(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const names = tool.executable?.names;
  if (names === undefined) return [];
  return commandsOf(tool)
    .filter(([, argv]) => !names.includes(argv[0] ?? ''))
    .map(([path]) => ({ path: `${path}/0`, problem: `must be one of ${names.join(', ')}` }));
}

function commandsOf({
  authLoginCommand,
  commands,
  execution,
  daemons,
}: ToolDescriptor): readonly (readonly [string, Argv])[] {
  const found: readonly (readonly [string, Argv | null | undefined])[] = [
    ['/authLoginCommand', authLoginCommand],
    ['/commands/login', commands?.login],
    ['/commands/loginWithApiKey', commands?.loginWithApiKey],
    ['/commands/logout', commands?.logout],
    ['/commands/status/argv', commands?.status?.argv],
    ['/commands/update', commands?.update],
    ['/execution/protocol/argv', execution?.protocol?.argv],
    ...(daemons ?? []).map(({ stopArgv }, index) => [`/daemons/${index}/stopArgv`, stopArgv] as const),
  ];
  return found.filter((entry): entry is readonly [string, Argv] => Boolean(entry[1]));
}

export function checkProbeKeys(tool: ToolDescriptor): readonly DescriptorProblem[] {
  return (tool.relocation?.leaks ?? []).flatMap(({ probe }, leak) =>
    (probe?.keys ?? []).flatMap((key, index) => {
      const path = `/relocation/leaks/${leak}/probe/keys/${index}`;
      if (probe?.format.startsWith('json') && pointerKeys(key) === undefined)
        return [{ path, problem: 'must be a JSON pointer' }];
      if (probe?.format === 'dotenv' && !variable.test(key))
        return [{ path, problem: 'must be the name of a variable' }];
      return [];
    }),
  );
}

const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function checkSuccessor({ id, lifecycle }: ToolDescriptor): readonly DescriptorProblem[] {
  return lifecycle?.successor === id
    ? [{ path: '/lifecycle/successor', problem: 'must be another tool' }]
    : [];
}

/** A registered tool may be registered again elsewhere; nobody may say otherwise than the rest of the descriptor. */
export function checkDerivedFields(tool: ToolDescriptor & Partial<AITool>): readonly DescriptorProblem[] {
  return Object.entries(derivedFields(tool))
    .filter(([field, value]) => (tool[field as keyof AITool] ?? value) !== value)
    .map(([field]) => ({ path: `/${field}`, problem: 'follows from the other fields: leave it out' }));
}
