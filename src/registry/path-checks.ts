import { factOf } from './classify.ts';
import { classifyKey } from './classify-key.ts';
import type { Claim, IdentitySource, PathRoot, ToolDescriptor } from './descriptor.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { foldName } from './fold-name.ts';
import { pointerKeys } from './json-pointer.ts';
import { rootsOf } from './path-roots.ts';
import { isSecretKey } from './secret-key.ts';

export function checkPathsOnce({ directories = [] }: ToolDescriptor): readonly DescriptorProblem[] {
  const seen = new Map<string, string>();
  return directories.flatMap(({ root = 'config', path, class: pathClass }, index) => {
    const name = `${root}/${foldName(path)}`;
    const before = seen.get(name);
    seen.set(name, before ?? pathClass);
    if (before === undefined) return [];
    return [
      {
        path: `/directories/${index}/path`,
        problem: `"${path}" is declared twice, as ${before} and ${pathClass}`,
      },
    ];
  });
}

export function checkMixedFiles({ directories = [] }: ToolDescriptor): readonly DescriptorProblem[] {
  return directories.flatMap(({ class: pathClass, kind, format, rules }, index) => {
    const path = `/directories/${index}`;
    if (pathClass !== 'mixed')
      return rules === undefined ? [] : [{ path: `${path}/rules`, problem: 'are for mixed files only' }];
    if (kind !== 'file')
      return [{ path: `${path}/kind`, problem: 'must be file: only a file has keys that are mixed' }];
    if (format !== undefined && !keyedFormats.has(format)) {
      return [
        {
          path: `${path}/format`,
          problem: `must be one of ${[...keyedFormats].join(', ')}: a mixed file has keys`,
        },
      ];
    }
    return [];
  });
}

const keyedFormats: ReadonlySet<string> = new Set(['json', 'jsonc', 'toml', 'yaml']);

export function checkKeyRules({ directories = [] }: ToolDescriptor): readonly DescriptorProblem[] {
  return directories.flatMap(({ rules = [] }, fact) => {
    const seen = new Set<string>();
    return rules.flatMap((rule, index) => {
      const path = `/directories/${fact}/rules/${index}`;
      const isSecond = seen.has(rule.pointer);
      seen.add(rule.pointer);
      if (isSecond) return [{ path: `${path}/pointer`, problem: `"${rule.pointer}" has two rules` }];
      if (rule.class !== 'shared' || !(pointerKeys(rule.pointer) ?? []).some(isSecretKey)) return [];
      return [
        {
          path: `${path}/class`,
          problem: `"${rule.pointer}" is a place of keys and tokens and is never shared`,
        },
      ];
    });
  });
}

/** Logins, identities, secrets, asserted settings and birthmarks belong to one account. */
export function checkOwnParts(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const secrets = (tool.directories ?? []).flatMap((fact, index) =>
    fact.secret === true && fact.class === 'shared'
      ? [
          {
            path: `/directories/${index}/class`,
            problem: `"${fact.path}" may hold a secret and is never shared`,
          },
        ]
      : [],
  );
  const shared = ownParts(tool)
    .filter(([, file, root, pointer]) => classifyKey(tool, file, pointer, root).class === 'shared')
    .map(([path, file]) => ({
      path,
      problem: `"${file}" is shared, and this part of it belongs to one account`,
    }));
  return [...secrets, ...shared];
}

type Part = readonly [path: string, file: string, root: PathRoot | undefined, pointer: string];

function ownParts({
  login,
  identity,
  relocation,
  retention,
  birthmarks,
  environment,
}: ToolDescriptor): readonly Part[] {
  const lists = {
    '/login': login,
    '/relocation/settings': relocation?.settings,
    '/retention': retention,
    '/birthmarks': birthmarks,
    '/environment/outranksInSettings': environment?.outranksInSettings,
  };
  return [
    ...Object.entries(lists).flatMap(([path, values = []]) =>
      values.map(({ file, root, pointer }, index): Part => [`${path}/${index}/file`, file, root, pointer]),
    ),
    ...(identity ?? []).flatMap((source, index) =>
      claimsOf(source).map(
        ({ pointer }): Part => [`/identity/${index}/file`, source.file, source.root, pointer],
      ),
    ),
  ];
}

function claimsOf({
  subject,
  organization,
  organizationName,
  email,
  plan,
  key,
}: IdentitySource): readonly Claim[] {
  return [subject, organization, organizationName, email, plan, key].filter((claim) => claim !== undefined);
}

export function checkSessionDirectories(tool: ToolDescriptor): readonly DescriptorProblem[] {
  if (tool.directories === undefined) return [];
  return (tool.sessionSubdirectories ?? []).flatMap((path, index) =>
    factOf(tool, path)?.class === 'identity'
      ? [{ path: `/sessionSubdirectories/${index}`, problem: `"${path}" is declared as identity` }]
      : [],
  );
}

export function checkGuards(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const named = [
    ...(tool.directories ?? []).flatMap(({ guardedBy = [], root }, fact) =>
      guardedBy.map((path, index) => [`/directories/${fact}/guardedBy/${index}`, path, root] as const),
    ),
    ...(tool.retention ?? []).flatMap(({ governs, root }, retention) =>
      governs.map((path, index) => [`/retention/${retention}/governs/${index}`, path, root] as const),
    ),
  ];
  return named
    .filter(([, path, root]) => factOf(tool, path, root) === undefined)
    .map(([path, file]) => ({ path, problem: `"${file}" is declared nowhere` }));
}

export function checkRoots(tool: ToolDescriptor): readonly DescriptorProblem[] {
  const known: ReadonlySet<PathRoot> = new Set<PathRoot>([...rootsOf(tool), 'home']);
  const lists = {
    '/directories': tool.directories,
    '/identity': tool.identity,
    '/login': tool.login,
    '/locks': tool.locks,
    '/live': tool.live,
    '/retention': tool.retention,
    '/birthmarks': tool.birthmarks,
    '/relocation/settings': tool.relocation?.settings,
    '/environment/outranksInSettings': tool.environment?.outranksInSettings,
  };
  return Object.entries(lists).flatMap(([path, values = []]) =>
    values.flatMap(({ root }: { readonly root?: PathRoot }, index) =>
      root === undefined || known.has(root)
        ? []
        : [{ path: `${path}/${index}/root`, problem: `"${root}" is not among relocation.roots` }],
    ),
  );
}
