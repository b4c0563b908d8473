import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const starts = {
  bash: ['-i', '-c', 'true'],
  zsh: ['-i', '-c', 'true'],
  fish: ['-i', '-c', 'true'],
  nu: ['-l', '-c', 'null'],
};
/** What is done to a home before its shell is started. */
const variants = { without: [], 'with init': ['--write'], 'with init --hook': ['--write', '--hook'] };

/** What `tools init` adds to the start of each shell that is installed, in rounds of shuffled order. */
export function shellRows(cli, scratch, { rounds }) {
  return Object.entries(starts)
    .filter(([shell]) => spawnSync(shell, ['-c', 'true']).status === 0)
    .flatMap(([shell, args]) => rowsOf(cli, scratch, { shell, args, rounds }));
}

function rowsOf(cli, scratch, { shell, args, rounds }) {
  const worlds = Object.entries(variants).map(([name, options]) => {
    const home = join(scratch, shell, name.replaceAll(' ', ''));
    mkdirSync(join(home, '.local/share/ai-tools/shims'), { recursive: true, mode: 0o700 });
    for (const file of ['.bashrc', '.zshrc']) writeFileSync(join(home, file), '# mine\n');
    const world = { name, home, times: [], ratios: [] };
    if (options.length > 0) start(world, process.execPath, [cli, 'init', shell, ...options]);
    start(world, shell, args);
    return world;
  });
  for (let round = 0; round < rounds * 4; round += 1) {
    const order = worlds.map((world) => [Math.random(), world]).sort(([a], [b]) => a - b);
    for (const [, world] of order) world.times.push(start(world, shell, args));
    for (const world of worlds) world.ratios.push(world.times[round] / worlds[0].times[round]);
  }
  return worlds.map(({ name, times, ratios }) => [
    `${shell} ${name}`,
    median(ratios).toFixed(2),
    name === 'without' ? '' : '<= 1.25',
    median(times).toFixed(1),
  ]);
}

function start({ home, name }, program, args) {
  const env = { HOME: home, PATH: process.env.PATH, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, {
    env,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ${name} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
