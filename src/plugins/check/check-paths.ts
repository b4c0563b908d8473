import { pathsOf, type StoredAccount } from '../../accounts/index.ts';
import { type Host, isInside } from '../../platform/index.ts';
import { type AITool, type PathRoot, rootsOf } from '../../registry/index.ts';
import { accountIn, accountsContext } from './accounts-context.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence } from './shown.ts';

/** Every path of a home leads into that home, and every variable that gives it, whatever the system. */
export function checkPaths({ book, sandbox }: DescriptorContext, tool: AITool): void {
  for (const injected of systems(sandbox.host)) {
    const account = accountIn(tool, injected.path.join(injected.homeDir, 'homes', tool.id));
    for (const [what, place] of [
      ...declaredPlaces(injected, tool, account),
      ...variables(injected, tool, account),
    ])
      if (place !== account.home && !isInside(injected.path, account.home, place))
        book.fail(
          'descriptor/paths',
          safeSentence(`${tool.id}: ${what} is ${place} on ${injected.platform}, outside the home`),
        );
  }
  book.pass('descriptor/paths');
}

/** This computer as if it were each of the three. */
function systems(host: Host): readonly Host[] {
  const { posix, win32 } = host.path;
  return [
    { ...host, platform: 'linux', path: posix, homeDir: '/home/someone', cwd: '/home/someone' },
    { ...host, platform: 'darwin', path: posix, homeDir: '/Users/someone', cwd: '/Users/someone' },
    { ...host, platform: 'win32', path: win32, homeDir: 'C:\\Users\\someone', cwd: 'C:\\Users\\someone' },
  ];
}

type Place = readonly [what: string, place: string];

function declaredPlaces(host: Host, tool: AITool, account: StoredAccount): readonly Place[] {
  const { fileOf, rootOf } = pathsOf(accountsContext(host, tool), tool, account);
  const at = (file: string, root?: PathRoot) => fileOf(root === undefined ? { file } : { file, root });
  return [
    ...rootsOf(tool).map((root): Place => [`the root ${root}`, rootOf(root)]),
    ...(tool.directories ?? []).map(({ path, root }): Place => [path, at(path, root)]),
    ...tool.sessionSubdirectories.map((path): Place => [path, at(path)]),
    ...[...(tool.login ?? []), ...(tool.identity ?? []), ...(tool.retention ?? [])].map(
      ({ file, root }): Place => [file, at(file, root)],
    ),
  ];
}

/** Of the variables that give the home; what is set to something of the user's is no place of ours. */
function variables(host: Host, tool: AITool, { home }: StoredAccount): readonly Place[] {
  return Object.entries({ ...tool.relocation?.own, ...tool.relocation?.borrowed })
    .filter(([, template]) => template.startsWith('{home}'))
    .map(([name, template]) => [
      `the variable ${name}`,
      withoutEnd(host, host.path.normalize(template.replace('{home}', home))),
    ]);
}

function withoutEnd(host: Host, path: string): string {
  return path.endsWith(host.path.sep) ? path.slice(0, -1) : path;
}
