import { posix, resolve, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { allPeers, type Peer } from '../../src/peers/index.ts';

const takings = {
  reference: 'becomes an account, where it lies',
  login: 'needs a login of its own',
  key: 'its key is handed over on stdin',
  settings: 'taken over with `--with-settings`',
} as const;

test('docs/peers.md says what the readers of other account managers say', async () => {
  const page = [
    '# Coming from another account manager',
    'Generated from the readers in [src/peers](../src/peers); `npm run docs` writes it anew.',
    '`tools import` lists what is here, `tools import --from <name> --dry-run` shows what would be made of it. Nothing of theirs is ever changed, and `tools undo` takes an import back.',
    'A whole directory that a tool was given becomes the home of an account, where it lies: its login stays the only one. A copy of a login is not taken: what renews itself in two places logs one of them out. A key is not read: its owner hands it over. What is of a newer version than the one below, or can’t be understood, is said, and nothing is taken of it.',
    ...allPeers.map(section),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(
    resolve(import.meta.dirname, '../../docs/peers.md'),
  );
});

function section(each: Peer): string {
  const { id, displayName, seen, keeps } = each;
  return [
    `## ${displayName}`,
    `\`tools import --from ${id}\`${seen ? `. <https://${seen.project}>, as of ${seen.release}` : ''}.`,
    `Its store: ${placesOf(each)}.`,
    [
      '| what | where | what becomes of it |',
      '|---|---|---|',
      ...keeps.map(({ what, where, taking, because }) => {
        const why = because === undefined ? '' : `; ${because}`;
        return `| ${what} | ${where
          .split(', ')
          .map((path) => `\`${path}\``)
          .join(', ')} | ${takings[taking]}${why} |`;
      }),
    ].join('\n'),
  ].join('\n\n');
}

/** Without variables that move it. */
function placesOf({ places }: Peer): string {
  const lies = (['linux', 'darwin', 'win32'] as const).map((platform) => {
    const path = platform === 'win32' ? win32 : posix;
    return places({ platform, path, homeDir: '~', env: {} })
      .map((place) => `\`${place.replaceAll('\\', '/')}\``)
      .join(', else ');
  });
  const [linux, darwin, windows] = lies;
  if (linux === darwin && darwin === windows) return `${linux}`;
  return `${linux} on Linux, ${darwin} on macOS, ${windows} on Windows`;
}
