// What a shim adds to a start, as ratios: a loop of dash starts each variant so many times in turn; the median over
// the rounds. And what the line for a prompt takes, and what is held while the tool runs.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const cli = new URL('../dist/cli/main.cjs', import.meta.url).pathname;

/** @returns rows: name, ratio, goal, milliseconds */
export function shimRows({ isQuick }) {
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-bench-shims-'));
  try {
    return [...startRows(join(scratch, 'true'), '/bin/true', isQuick), ...realRows(scratch, isQuick)];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function startRows(home, program, isQuick) {
  const { env, shims, clear, bin } = world(home, program);
  const bare = join(home, 'bare');
  writeFileSync(bare, `#!/bin/sh\nexec ${bin}/codex "$@"\n`, { mode: 0o755 });
  const times = timesOf(
    { true: '/bin/true', bare, shim: join(shims, 'codex'), status: join(shims, 'ai-tools-status') },
    env,
    clear,
    isQuick ? 5 : 25,
    25,
  );
  return [
    rowOf('a shim of dash that only starts true, × true', ratio(times, 'bare', 'true')),
    rowOf('our shim, × true', ratio(times, 'shim', 'true'), '<= 2.30'),
    rowOf('our shim, × the one that only starts it', ratio(times, 'shim', 'bare')),
    rowOf('what our shim adds, × what that one adds', added(times, 'shim', 'bare', 'true')),
    rowOf('ai-tools-status, × true', ratio(times, 'status', 'true')),
    ['processes held while the tool runs', `${held(env, join(shims, 'codex'))}`, '0', ''],
  ];
}

function rowOf(name, [value, ms], goal = '') {
  return [name, value, goal, ms];
}

/** Of the real program, where it was fetched before. */
function realRows(scratch, isQuick) {
  const cached = join(homedir(), '.cache', 'ai-tool-registry-real', 'codex-0.171.0');
  const real = existsSync(cached) ? nativeIn(cached) : undefined;
  if (!real) return [];
  const { env, shims, clear, accountHome } = world(join(scratch, 'real'), real, '--version');
  const bare = join(scratch, 'bare');
  writeFileSync(bare, `#!/bin/sh\nCODEX_HOME=${accountHome} exec ${real} "$@"\n`, { mode: 0o755 });
  const times = timesOf(
    {
      bare: `${bare} --version 2>&1`,
      direct: `CODEX_HOME=${accountHome} ${real} --version 2>&1`,
      shim: `${join(shims, 'codex')} --version 2>&1`,
    },
    env,
    clear,
    isQuick ? 5 : 25,
    5,
  );
  return [
    rowOf('a shim of dash that only starts the real codex, × direct', ratio(times, 'bare', 'direct')),
    rowOf('our shim of the real codex, × direct', ratio(times, 'shim', 'direct'), '<= 1.02'),
    rowOf('what our shim adds to it, × what that one adds', added(times, 'shim', 'bare', 'direct')),
  ];
}

function nativeIn(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name === 'codex' && /linux/.test(entry.parentPath),
  );
  return found && join(found.parentPath, found.name);
}

/** A home with an account, a shim, and starts behind it: the second finds everything as the first left it. */
function world(home, program, ...args) {
  const root = join(home, '.local', 'share', 'ai-tools');
  const [bin, shims] = [join(home, 'bin'), join(root, 'shims')];
  mkdirSync(bin, { recursive: true });
  copyFileSync(program, join(bin, 'codex'));
  const env = { HOME: home, PATH: `${shims}:${bin}:/usr/bin:/bin`, PWD: home };
  const run = (...argv) => {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...argv], { env, cwd: home });
    if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  };
  run('account', 'add', 'codex', 'work');
  run('use', 'codex', 'work', '--global');
  run('shim', 'enable', 'codex');
  for (const _ of [1, 2, 3]) {
    spawnSync('sleep', ['0.1']);
    spawnSync(join(shims, 'codex'), args, { env, cwd: home });
  }
  const [id] = readdirSync(join(root, 'accounts', 'codex')).filter((name) => !name.startsWith('.'));
  const folders = [
    join(root, 'accounts', 'codex', id, 'live'),
    join(root, 'installations', 'codex', 'default', 'shared', '.root', 'dirty'),
  ];
  const clear = () => {
    for (const folder of folders) for (const name of readdirSync(folder)) rmSync(join(folder, name));
  };
  if (!existsSync(join(root, 'cache', 'launch', 'codex', id, 'launch.sh')))
    throw new Error('nothing was recorded');
  return { env, shims, bin, clear, accountHome: join(root, 'accounts', 'codex', id, 'home') };
}

function timesOf(variants, env, clear, rounds, starts) {
  const times = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1)
    for (const [name, command] of Object.entries(variants)) {
      clear();
      const began = process.hrtime.bigint();
      const { status, stderr } = spawnSync(
        '/bin/dash',
        ['-c', `i=0; while [ $i -lt ${starts} ]; do ${command} >/dev/null || exit; i=$((i+1)); done`],
        { env, cwd: env.HOME },
      );
      if (status !== 0) throw new Error(`${command}: ${status} ${stderr}`);
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - began) / 1e6 / starts);
    }
  return times;
}

/** @returns the median of the ratios of one round, and of the milliseconds of a start */
function ratio(times, name, base) {
  const ratios = times[name].map((ms, round) => ms / times[base][round]);
  return [median(ratios).toFixed(2), median(times[name]).toFixed(2)];
}

/** @returns the same of what one takes beyond a base, × what another takes beyond it */
function added(times, name, other, base) {
  const beyond = (each, round) => times[each][round] - times[base][round];
  const ratios = times[name].map((_, round) => beyond(name, round) / beyond(other, round));
  return [median(ratios).toFixed(2), median(times[name].map((_, round) => beyond(name, round))).toFixed(2)];
}

/** Processes that stand between whoever started the shim and the tool. */
function held(env, shim) {
  writeFileSync(join(env.HOME, 'bin', 'codex'), '#!/bin/sh\nread line\n', { mode: 0o755 });
  for (const _ of [1, 2]) spawnSync(shim, { env, cwd: env.HOME, input: '\n' });
  const child = spawn(shim, { env, cwd: env.HOME, stdio: ['pipe', 'ignore', 'ignore'] });
  spawnSync('sleep', ['0.5']);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const name = readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim();
  child.kill();
  return children === '' && name === 'codex' ? 0 : 1;
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
