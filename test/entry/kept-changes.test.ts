import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectSame, type KeptWorld, keptWorld, lines } from './kept-world.ts';

/** What may become of a path that an answer was made of; false: that can't be done to what is there. */
const fates: Readonly<Record<string, (path: string) => unknown>> = {
  'is taken away': (path) => existsSync(path) && rmSync(path, { recursive: true }),
  'is a file': (path) => put(path, () => writeFileSync(path, 'else')),
  'is an empty folder': (path) => put(path, () => mkdirSync(path)),
  'is a link to what it was': (path) => {
    if (!existsSync(path)) return false;
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
    return true;
  },
  'is a link to nothing': (path) => put(path, () => symlinkSync('/nowhere/at/all', path)),
  'is the same anew': (path) => {
    if (!isFile(path)) return false;
    const bytes = readFileSync(path);
    rmSync(path);
    writeFileSync(path, bytes);
    return true;
  },
  'says something else, as long and with its old time': (path) => {
    if (!isFile(path)) return false;
    const { atime, mtime } = lstatSync(path);
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace(/[a-z](?=[^a-z]*$)/, 'q')
        .replace('work', 'wurk'),
    );
    utimesSync(path, atime, mtime);
    return true;
  },
  'has one name more in it': (path) => {
    if (!existsSync(path) || !lstatSync(path).isDirectory()) return false;
    mkdirSync(join(path, 'zzzzzzzz'));
    return true;
  },
};

function put(path: string, make: () => void): boolean {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  make();
  return true;
}

function isFile(path: string): boolean {
  return existsSync(path) && lstatSync(path).isFile();
}

/** Everything that was looked at of this home, for any of the lines. */
function pathsIn({ recordOf, home }: KeptWorld): readonly string[] {
  const looked = lines.flatMap(([line, columns]) => recordOf(line, columns)?.looks ?? []);
  return [...new Set(looked.map(([, path]) => path))]
    .filter((path) => path.startsWith(`${home}/`) && path !== join(home, 'work'))
    .sort();
}

test('whatever becomes of anything that was looked at, both ways say the same', async () => {
  const made = await keptWorld();
  await sleep(60);
  const keep = async () => {
    for (const [line, columns] of lines) await made.cli(line, made.host(), columns);
  };
  await keep();
  const copy = `${made.home}.copy`;
  cpSync(made.home, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const paths = pathsIn(made);
  expect(paths.length).toBeGreaterThan(30);
  const all = paths.flatMap((path) => Object.keys(fates).map((fate) => [path, fate] as const));
  const share = Number(process.env.KEPT_SHARE ?? 0.06);
  let state = Number(process.env.KEPT_SEED ?? 11);
  const some = all.filter(() => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32 < share;
  });
  let answered = 0;
  try {
    for (const [path, fate] of some) {
      if (fates[fate]?.(path) === false) continue;
      for (const [line, columns] of lines) {
        const what = { fate: `${path.slice(made.home.length)} ${fate}`, line, columns };
        if (expectSame(await made.both(line, made.host(), columns), what)) answered += 1;
      }
      for (const name of readdirSync(made.home)) rmSync(join(made.home, name), { recursive: true });
      cpSync(copy, made.home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      await sleep(60);
      await keep();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  // What a change does not concern is answered all the same.
  expect(answered).toBeGreaterThan(0);
}, 240_000);

test('whatever is said by a variable that was read, both ways say the same', async () => {
  const made = await keptWorld();
  await sleep(60);
  for (const [line, columns] of lines) await made.cli(line, made.host(), columns);
  const names = new Set(
    lines.flatMap(([line, columns]) => Object.keys(made.recordOf(line, columns)?.variables ?? {})),
  );
  expect([...names]).toEqual(
    expect.arrayContaining(['HOME', 'AI_TOOLS_HOME', 'AI_TOOLS_ACCOUNT', 'PATH', 'TERM']),
  );
  const readers = (name: string) =>
    lines.filter(([line, columns]) => name in (made.recordOf(line, columns)?.variables ?? {}));
  for (const [at, name] of [...names].entries())
    for (const value of ['play', made.home, '', undefined]) {
      const env = { [name]: value };
      const known = readers(name);
      // Not all of them each time, but another each time.
      for (const [line, columns] of known.filter((_, n) => (n + at) % 5 === 0 || known.length < 4)) {
        expectSame(await made.both(line, made.host({ env }), columns), { env, line, columns });
        await made.cli(line, made.host(), columns);
      }
    }
}, 240_000);

test('through a life of changes the quick way never says what the slow one would not', async () => {
  const made = await keptWorld();
  let state = Number(process.env.KEPT_SEED ?? 7);
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  let answered = 0;
  for (let step = 0; step < Number(process.env.KEPT_STEPS ?? 60); step += 1) {
    const label = `l${next(4)}`;
    const steps = [
      `account add codex ${label} --private`,
      `remove codex ${label} --yes`,
      `rename codex ${label} l${next(4)}`,
      `use codex ${label} --global`,
      `link codex ${label} --dir .`,
      'unlink codex --dir .',
      'settings set plain true',
      'settings unset plain',
      'installations add codex second',
      'undo --yes',
      ...lines.map(([line]) => line),
    ];
    await made.cli(steps[next(next(2) === 0 ? 10 : steps.length)] ?? 'list');
    if (next(3) === 0) await sleep(30);
    for (let asked = 0; asked < 4; asked += 1) {
      const [line = '', columns] = lines[next(lines.length)] ?? [];
      const [first, second] = [
        await made.both(line, made.host(), columns),
        made.quick(line, made.host(), columns),
      ];
      for (const quick of [first.quick, second])
        if (expectSame({ quick, slow: first.slow }, { step, line, columns })) answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(0);
}, 240_000);
