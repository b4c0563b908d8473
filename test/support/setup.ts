import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';

// A test that forgets to give a home gets one where nothing can be lost, and fails if it was used.
const trap = join(tmpdir(), `ai-tools-trap-${process.pid}`);
const realHome = homedir();

beforeEach(setTrap);
// Also for what a file does before its first test: a shell asked for its version writes into its home.
setTrap();

function setTrap(): void {
  process.env.HOME = trap;
  process.env.USERPROFILE = trap;
  for (const name of Object.keys(process.env)) {
    if (name === 'AI_TOOLS_TEST_CACHE') continue;
    if (name.startsWith('AI_TOOLS_') || name.startsWith('XDG_')) delete process.env[name];
  }
}

afterEach(() => {
  expect(homedir(), 'a test must not point at the real home').not.toBe(realHome);
});
