import { toolVariable } from '../accounts/index.ts';
import { folderVariable } from '../platform/index.ts';
import {
  editorLine,
  hiddenKey,
  type Snippet,
  type SnippetFacts,
  sharingWarnings,
  snippet,
} from './snippet-parts.ts';

/**
 * The account's home is mounted, not copied: a login stays in one place. Where the container can have it under the same
 * path it has, for links and settings hold that path.
 */
export function devcontainerSnippet(facts: SnippetFacts): Snippet {
  const { tool, environment } = facts;
  const places = placesOf(facts);
  const inside = (value: string) =>
    places.reduce((path, { source, target }) => path.replace(source, () => target), value);
  const key = hiddenKey(facts);
  const ours = [folderVariable, toolVariable(tool.id)];
  const given = Object.entries(environment.set)
    .filter(([name]) => !ours.includes(name))
    .map(([name, value]) => [name, inside(value)]);
  const settings = {
    mounts: places.map(({ source, target }) => ({ type: 'bind', source, target })),
    remoteEnv: {
      ...Object.fromEntries(given),
      ...(key !== undefined && { [key]: `\${localEnv:${key}}` }),
    },
  };
  return snippet(
    '//',
    {
      file: '.devcontainer/devcontainer.json',
      comments: [`The container needs ${tool.displayName} of its own, and a user with the id of yours.`],
      warnings: warningsOf(facts, key),
    },
    JSON.stringify(settings, null, 2),
  );
}

interface Place {
  readonly source: string;
  readonly target: string;
}

function placesOf({ ctx, tool, account }: SnippetFacts): readonly Place[] {
  if (account.kind === 'system') return [];
  const { host, paths } = ctx;
  const sources = [account.home, ...(account.sharing.on ? [paths.sharedFolder(tool.id, account.root)] : [])];
  return sources.map((source, index) => ({
    source,
    // A path of Windows is none in a container.
    target:
      host.platform === 'win32' ? `/ai-tools/${tool.id}/${index === 0 ? account.id : 'shared'}` : source,
  }));
}

function warningsOf(facts: SnippetFacts, key: string | undefined): readonly string[] {
  const { ctx, tool, account } = facts;
  const { platform } = ctx.host;
  const another = `tools account add ${tool.id} LABEL --with-api-key`;
  const keyWord = `the key comes from the editor: ${editorLine(facts)}`;
  if (account.kind === 'system')
    return [
      `the login in your own directory is not mounted: choose an account of ours (tools list ${tool.id})`,
    ];
  const isInKeychain = (tool.keychain ?? []).some(
    (item) => item.platform === platform && item.only !== 'system',
  );
  return [
    ...(account.kind === 'login'
      ? [
          `a login that is renewed here and there at the same time can be lost: use it in one place at a time, or give the container a key: ${another}`,
        ]
      : []),
    ...(account.kind === 'login' && isInKeychain
      ? ['a login in the keychain is not seen in a container: log in again there']
      : []),
    ...(key === undefined ? [] : [keyWord]),
    ...(platform === 'win32' && account.sharing.on
      ? ['links made on Windows lead nowhere in the container: what it shares is not seen there']
      : []),
    ...sharingWarnings(facts),
  ];
}
