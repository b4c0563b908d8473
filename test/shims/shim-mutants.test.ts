import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFolder } from './keep-folder.ts';
import { clearMarks, type ShimWorld, settle, shimWorld } from './shim-world.ts';
import { type Change, harmless, layOut, onDisk, telling } from './situations.ts';

/** One test taken out of the scripts; and a situation in which it was all that kept the shim from starting the tool. */
const mutants: readonly (readonly [string, Mutant])[] = [
  [
    'nested runs',
    {
      shim: [/ {2}\[ -z "\$\{AI_TOOLS_ENV.*\n/, ''],
      change: 'AI_TOOLS_ENV={"FOO":[null,"old"]}',
    },
  ],
  [
    'our folder',
    {
      shim: [/\[ "\$AI_TOOLS_HOME" = "\$__at_root" \]/, ':'],
      record: [/.*AI_TOOLS_HOME.*"\$__at_root".*/, ''],
      change: 'AI_TOOLS_HOME elsewhere',
    },
  ],
  [
    'files of repositories',
    {
      shim: [/ \[ -e "\$__at_dir\/\.ai-tools\.toml" \] \|\| \[ -L .* \]; then/, ' false; then'],
      change: 'a file at the top',
    },
  ],
  [
    'stamps of such files',
    {
      shim: [/__at_still "\$__at_dir\/\.ai-tools\.toml" .* \|\| return/, ':'],
      change: 'a file changed',
      place: 'filed',
    },
  ],
  [
    'the upper stamp',
    {
      shim: [/\[ "\$__at_stamps\/\$2\.hi" -nt "\$1" \] && /, ''],
      change: 'settings changed',
      isOnlySaid: true,
    },
  ],
  [
    'the lower stamp',
    {
      shim: [/ && \[ "\$1" -nt "\$__at_stamps\/\$2\.lo" \]/, ''],
      change: 'settings put back',
      isOnlySaid: true,
    },
  ],
  ['stamps of links', { shim: [/__at_still "\$__at_root\/links\.json".*&&\n/, ''], change: 'links damaged' }],
  [
    'stamps of trust',
    { shim: [/__at_still "\$__at_root\/trust\.json".*&&\n/, ''], change: 'nothing trusted', place: 'filed' },
  ],
  [
    'the stamp of the default',
    { shim: [/ &&\n *__at_still "\$__at_root\/defaults.*\n/, '\n'], change: 'default removed' },
  ],
  [
    'lower stamps, where a shell takes what is there for newer than what is not',
    {
      record: [/^__at_whole.*\n/m, ''],
      change: 'a lower stamp gone, settings put back',
      shell: 'bash',
      isOnlySaid: true,
    },
  ],
  ['absent files', { record: [/^__at_absent.*\n/gm, ''], change: 'a login', isOnlySaid: true }],
  [
    'who changes the account',
    { record: [/^__at_absent.*\.lock.*\n/m, ''], change: 'account locked', isOnlySaid: true },
  ],
  [
    'the account, once the marks are there',
    { record: [/^__at_same .*account\.json.*\n/gm, ''], change: 'account touched', isOnlySaid: true },
  ],
  ['links', { record: [/^__at_one_place.*\n/gm, ''], change: 'a link elsewhere' }],
  [
    'files that are linked',
    { record: [/^\[ -f .*\n/gm, ''], change: 'a directory where links to a file lead', isOnlySaid: true },
  ],
  [
    'ways that are no links',
    { record: [/^__at_straight.*\n/m, ''], change: 'our folder moved', isOnlySaid: true },
  ],
  [
    'the program',
    { record: [/^__at_same .*bin\/codex.*\n/m, ''], change: 'program replaced', isOnlySaid: true },
  ],
  [
    'our own program',
    { record: [/^__at_same .*our-script.*\n/m, ''], change: 'our program replaced', isOnlySaid: true },
  ],
  [
    'our layout',
    { record: [/^__at_same .*layout\.json.*\n/m, ''], change: 'layout newer', isOnlySaid: true },
  ],
  [
    'variables that beat the login',
    { record: [/^\[ -z "\$\{AI_TOOLS_DEPTH.*\n/m, ''], change: 'OPENAI_API_KEY=sk-dummy-1' },
  ],
  ['values that are ours', { record: [/^__at_theirs.*\n/gm, ''], change: 'GH_CONFIG_DIR is ours' }],
  [
    'values that JSON escapes',
    { record: [/^__at_plain.*\n/gm, ''], change: 'CODEX_HOME=has "quotes"\nand lines' },
  ],
  ['the search through PATH', { record: [/^__at_found.*\n/m, ''], change: 'another program before it' }],
  [
    'a home that is dirty',
    { record: [/^__at_quiet .*\n/m, ''], change: 'another home is dirty', isOnlySaid: true },
  ],
  ['who is required', { record: [/.*__at_need.*\n/, ''], change: 'IFS=a/:', place: 'required' }],
  [
    'another label',
    {
      record: [/^case \$__at_label.*\n/m, ''],
      change: 'label given to another',
      env: { AI_TOOLS_ACCOUNT: 'work' },
    },
  ],
  ['the marker', { record: [/(?<="AI_TOOLS_DEPTH":\[")\w{8}/, '340ca71d'], change: 'IFS=a/:' }],
  [
    'marks of other sessions',
    { record: [/^unset AI_TOOLS_SHIM CLAUDECODE /m, 'unset '], change: 'CLAUDECODE=1' },
  ],
];

interface Mutant {
  readonly shim?: readonly [RegExp, string];
  readonly record?: readonly [RegExp, string];
  readonly change: string;
  readonly place?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: that of the first line. */
  readonly shell?: string;
  /** What goes wrong shows only later: here, that the tool is started. */
  readonly isOnlySaid?: boolean;
}

describe('law 6: a shim without one of its tests', async () => {
  const world = await prepared();
  const putBack = keepFolder(world.home);
  const changes = new Map([...harmless, ...telling, ...onDisk].map((change) => [change.name, change]));

  it.each(mutants)('is told from run: %s', { timeout: 60_000 }, async (_, mutant) => {
    const change = changes.get(mutant.change);
    if (!change) throw new Error(mutant.change);
    expect(await agrees(world, change, mutant), 'whole').toBe(true);
    putBack();
    change.disk?.(world);
    mutate(world, mutant);
    expect(await agrees(world, change, mutant, true), 'mutated').toBe(false);
    putBack();
  });
});

async function agrees(world: ShimWorld, change: Change, mutant: Mutant, isDone = false): Promise<boolean> {
  if (!isDone) change.disk?.(world);
  const asked = {
    cwd: join(world.home, mutant.place ?? 'repo'),
    env: { ...change.env?.(world), ...mutant.env },
    ...(mutant.shell && { shell: `/bin/${mutant.shell}` }),
  };
  const started = world.start(asked);
  if (started.by !== 'shim') return true;
  if (mutant.isOnlySaid) return false;
  const plan = await world.plan(asked);
  const { PWD: _pwd, IFS: _ifs, ...env } = started.env;
  if (plan.state !== 'starts' || plan.told.length > 0 || plan.file !== started.argv[0]) return false;
  const { PWD: _planned, IFS: _its, ...wanted } = plan.env;
  return JSON.stringify(sorted(env)) === JSON.stringify(sorted(wanted));
}

function sorted(env: Readonly<Record<string, string>>) {
  return Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));
}

function mutate(world: ShimWorld, { shim, record }: Mutant): void {
  let changed = 0;
  const put = (file: string, [from, to]: readonly [RegExp, string]) => {
    const before = readFileSync(file, 'utf8');
    const after = before.replace(from, to);
    if (after !== before) changed += 1;
    writeFileSync(file, after);
  };
  if (shim) put(join(world.shims, 'codex'), shim);
  const folder = join(world.root, 'cache', 'launch', 'codex');
  if (record) for (const id of readdirSync(folder)) put(join(folder, id, 'launch.sh'), record);
  if (changed === 0) throw new Error('there is no such test in the scripts');
}

async function prepared(): Promise<ShimWorld> {
  const world = shimWorld();
  layOut(world);
  await world.cli(['account', 'add', 'codex', 'play', '--share']);
  await world.cli(['account', 'add', 'codex', 'work', '--share']);
  await world.cli(['use', 'codex', 'work', '--global']);
  await world.cli(['link', 'codex', 'play', '--dir', join(world.home, 'linked')]);
  for (const place of ['filed', 'required']) await world.cli(['trust', join(world.home, place), '--yes']);
  await world.cli(['shim', 'enable', 'codex']);
  for (const label of ['work', 'play', 'work', 'play']) {
    await settle();
    await world.cli(['run', 'codex', '-a', label, '--', '/dev/null']);
  }
  clearMarks(world);
  return world;
}
