import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type ProgramId = 'claude' | 'codex' | 'copilot' | 'gemini' | 'opencode' | 'qwen';
const versions: Record<ProgramId, { package: string; version: string }> = JSON.parse(
  readFileSync(new URL('versions.json', import.meta.url), 'utf8'),
);

/** Where the real programs are kept between runs. Everything else of a test lies in a folder of its own. */
export const cacheFolder =
  process.env.AI_TOOLS_TEST_CACHE ?? join(userInfo().homedir, '.cache', 'ai-tool-registry-real');

/** The folder to put on PATH for a real program; it is installed from npm at its pinned version when absent. */
export function installed(id: ProgramId): string {
  const { package: name, version } = versions[id];
  const folder = join(cacheFolder, `${id}-${version}`);
  if (!existsSync(folder)) install(folder, `${name}@${version}`);
  return join(folder, 'node_modules', '.bin');
}

/** Install scripts of these packages edit HOME: they get one that is thrown away. */
function install(folder: string, spec: string): void {
  mkdirSync(cacheFolder, { recursive: true });
  const staging = mkdtempSync(join(cacheFolder, '.staging-'));
  const home = mkdtempSync(join(tmpdir(), 'ai-tools-npm-home-'));
  try {
    execFileSync('npm', ['install', '--prefix', staging, '--no-save', '--no-audit', '--no-fund', spec], {
      env: { ...process.env, HOME: home, npm_config_cache: join(cacheFolder, 'npm') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    publish(staging, folder);
  } finally {
    rmSync(home, { recursive: true, force: true });
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Test files run at once: whoever is second finds it there. */
function publish(staging: string, folder: string): void {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
