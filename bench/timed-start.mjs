import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('start.c', import.meta.url));

/**
 * Starts programs and times them. Node tells nothing of what a child used of the processor, so a program of C does;
 * without a compiler the processor's time stays unknown.
 * @returns a function: milliseconds by the clock and of the processor; it throws where the program fails
 */
export function starter(scratch) {
  const helper = `${scratch}/start`;
  const { status } = spawnSync('cc', ['-O2', '-o', helper, source], { stdio: 'ignore' });
  return status === 0 ? (start) => byHelper(helper, start) : byNode;
}

function byHelper(helper, { name, file, argv, env, cwd }) {
  const { output, stderr } = spawnSync(helper, [file, ...argv], {
    env,
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [status, wall, cpu] = String(output[3]).split(' ').map(Number);
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return { wall: wall / 1e6, cpu: cpu / 1e3 };
}

function byNode({ name, file, argv, env, cwd }) {
  const began = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, argv, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const wall = Number(process.hrtime.bigint() - began) / 1e6;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return { wall, cpu: undefined };
}
