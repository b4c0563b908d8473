import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { homesInMemory } from './test/support/memory-disk.ts';

const shared = { requireAssertions: true } as const;

/**
 * Not on Windows: modes, signals, sh, terminals, programs that begin with `#!`, or POSIX paths on the real disk.
 * What these say of Windows they say with an injected platform, which needs a POSIX machine to run on. Single tests
 * that need Linux alone say so themselves (`runIf(isLinux)`).
 */
const needPosix = [
  'test/accounts/**',
  'test/cli/**',
  'test/doctor/**',
  'test/e2e/{cli,completion,from-layout-1,killed-commands,picker,progress,recording,shared-state,shells,start-up,terminal}.test.ts',
  'test/install/**',
  'test/platform/{node-*,watch-looks}.test.ts',
  'test/docs/plugins.test.ts',
  'test/plugins/check/**',
  'test/plugins/examples.test.ts',
  'test/plugins/new/**',
  'test/plugins/serve/served-program.test.ts',
  'test/process/**',
  'test/shells/**',
  'test/state/**',
  'test/support/**',
];
const elsewhere = process.platform === 'win32' ? needPosix : [];

export default defineConfig({
  test: {
    // One more than there are processors: most of the time a test waits for a process of its own.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/real/**', ...elsewhere],
          setupFiles: ['test/support/setup.ts'],
          env: homesInMemory(),
          expect: shared,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: elsewhere,
          setupFiles: ['test/support/setup.ts'],
          expect: shared,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          expect: shared,
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});
